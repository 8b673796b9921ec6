"""One step of a campaign under way: the state being built, what is told, the ways to change it, and what it awaits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from wartable.engine.chance import Roll
from wartable.engine.values import Event
from wartable.games.flow import run as flow
from wartable.games.flow.handler import Ask
from wartable.games.ring_of_power.campaign.deployment import around_middle
from wartable.games.ring_of_power.campaign.events import Gone, Loss, Scored
from wartable.games.ring_of_power.campaign.figures import bearers, burden
from wartable.games.ring_of_power.campaign.state import Away, Figure, RingState
from wartable.games.ring_of_power.campaign.world import World, seat_of
from wartable.games.ring_of_power.scenario import Group, Point

SIX = 6


class Asked(Ask, frozen=True, gc=False, kw_only=True):
    """A player of the scenario is asked: a seat may play several."""

    player: int


def asked(world: World, state: RingState, player: int) -> Asked:
    """Ask a player. The wild decide nothing, so nobody is asked for them."""
    seat = seat_of(world, state.seats, player)
    return Asked(() if seat is None else (seat,), player=player)


def dice(purpose: str, count: int) -> Roll:
    """Return a request for ordinary dice (A4)."""
    return Roll(purpose, (SIX,) * count)


class Run(flow.Run[World, RingState]):
    """What rules code works with while a decision is applied; outside of it states never change."""

    def __init__(self, world: World, state: RingState, tell: list[Event] | None) -> None:
        super().__init__(world, state, tell)
        self.world = world

    def count(self) -> None:
        """Count nothing: all is played openly, so the turn tells questions apart."""

    def figure(self, number: int) -> Figure:
        """Return a figure on the table."""
        return self.state.by_id[number]

    def present(self, numbers: Iterable[int]) -> tuple[Figure, ...]:
        """Return those of the figures that are still on the table."""
        return tuple(self.state.by_id[number] for number in numbers if number in self.state.by_id)

    def weapons(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return those of the figures that are weapons, which are not counted as figures."""
        return tuple(one.id for one in self.present(numbers) if one.weapon)

    def names(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Return what figures are called, one after the other."""
        return tuple(name_of(self.world, one) for one in self.present(numbers))

    def alter(self, numbers: Iterable[int], **fields: Any) -> None:  # noqa: ANN401 - fields of figures
        """Put other values into fields of some figures."""
        self.put([msgspec.structs.replace(figure, **fields) for figure in self.present(numbers)])

    def put(self, figures: Sequence[Figure]) -> None:
        """Put figures in the place of those with their ids."""
        if figures:
            new = {figure.id: figure for figure in figures}
            self.change(figures=tuple([new.get(figure.id, figure) for figure in self.state.figures]))

    def bring_along(self, numbers: Iterable[int]) -> None:
        """Put whom figures carry, and everybody aboard them, where they are now."""
        for one in self.present(numbers):
            loads = [other.id for other in self.state.figures if other.carried_by[:1] == (one.id,)]
            self.alter(loads, aboard=one.aboard)
            self.alter((*loads, *self.aboard((one.id,))), x=one.x, y=one.y, inside=one.inside, tower=one.tower)

    def aboard(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return everybody aboard some ships and beasts, those who ride a beast aboard a ship among them (Q69)."""
        bearers = frozenset(numbers)
        found = tuple(one.id for one in self.state.figures if one.aboard in bearers)
        return (*found, *self.aboard(found)) if found else ()

    def let_go(self) -> None:
        """Put down whom nobody carries any more, or too few of those who can (J3)."""
        teams: dict[tuple[int, ...], list[Figure]] = {}
        for load in (one for one in self.state.figures if one.carried_by):
            teams.setdefault(bearers(self.world, self.state.by_id, load), []).append(load)
        for team, carried in teams.items():
            loads = [load.id for load in carried]
            if burden(self.world, self.present(team), carried) == "none":
                self.put_down(loads)
            elif any(load.carried_by != team for load in carried):
                self.alter(loads, carried_by=team)
                self.bring_along(team[:1])

    def put_down(self, loads: Iterable[int]) -> None:
        """Put down those who were carried, each on a free point; within walls and aboard nobody needs one (A7).

        No wall or water lies between, if there is such a point.
        """
        for load in self.present(loads):
            free: tuple[Point, ...] = ()
            if not (load.inside or load.aboard):
                taken = [one.point for one in self.state.figures if one.in_field]
                free = around_middle(self.world, load.point, [load], taken, straight=True)
                free = free or around_middle(self.world, load.point, [load], taken)
            x, y = free[0] if free else load.point
            self.alter([load.id], carried_by=(), x=x, y=y)

    def add(self, figures: Sequence[Figure]) -> None:
        """Put figures on the table: new ones, whose ids begin at `state.next_id`, or such as come back."""
        if figures:
            after = max(figure.id for figure in figures) + 1
            everybody = sorted((*self.state.figures, *figures), key=lambda figure: figure.id)
            self.change(figures=tuple(everybody), next_id=max(after, self.state.next_id))

    def remove(self, numbers: Iterable[int], why: Loss, *, back: int = 0, at: str = "") -> None:
        """Take figures off the table, ships and beasts with everybody aboard (Q69); the crews of weapons stay."""
        leaving = frozenset(numbers)
        leaving |= frozenset(self.aboard(leaving))
        gone = {figure.id: figure for figure in self.state.figures if figure.id in leaving}
        if not gone:
            return
        away = tuple(Away(figure=figure, why=why, turn=self.state.turn, back=back, at=at) for figure in gone.values())
        kept = [one for one in self.state.figures if one.id not in gone]
        parted = tuple([msgspec.structs.replace(one, serves=0) if one.serves in gone else one for one in kept])
        self.change(figures=parted, away=self.state.away + away)
        self._immobilise({figure.serves for figure in gone.values()})
        self.let_go()
        names = tuple(name_of(self.world, figure) for figure in gone.values())
        self.say(Gone(figures=tuple(gone), names=names, why=why))

    def _immobilise(self, weapons: Iterable[int]) -> None:
        """Let weapons whose crew is short stay where they are from now on (L1)."""
        for weapon in (one for one in self.present(weapons) if one.weapon):
            crew = sum(one.serves == weapon.id for one in self.state.figures)
            self.alter([weapon.id], broken=weapon.broken or crew < self.world.charts.artillery[weapon.weapon].crew)

    def leave_weapons(self, ids: Collection[int]) -> None:
        """Let crew that walks away leave its weapon; a ram or charge that is dropped is lost (L6)."""
        for number in ids:
            one = self.state.by_id.get(number)  # looked up anew: a ram that another dropped is served by nobody
            if one is not None and one.serves and one.serves not in ids:
                dropped = self.figure(one.serves)
                self.alter([one.id], serves=0)
                if not self.world.charts.artillery[dropped.weapon].dice:
                    self.remove([dropped.id], "dead")
                else:
                    self.alter([dropped.id], broken=True)

    def award(self, feat: str, player: int, *, place: str = "", unit: str = "") -> None:
        """Give a player the status points of something that they did, or that was done to them (4)."""
        for line in self.world.scenario.points:
            here = not line.places or place in line.places
            whom = not line.units or unit in line.units
            if line.feat == feat and here and whom and line.player in {"", self.world.players[player]}:
                self.score(player, line.points, feat)

    def score(self, player: int, points: int, feat: str) -> None:
        """Give a player status points; for one feat after the other of a kind they are told together."""
        if points and player < len(self.state.points):
            totals = list(self.state.points)
            totals[player] += points
            self.change(points=tuple(totals))
            last = self.tell[-1] if self.tell else None
            if self.tell and isinstance(last, Scored) and (last.player, last.feat) == (player, feat):
                self.tell.pop()
                points += last.points
            self.say(Scored(player=player, points=points, feat=feat))


def name_of(world: World, figure: Figure) -> str:
    """Return what a figure is called."""
    return world.charts.artillery[figure.weapon].title if figure.weapon else world.units[figure.unit].name


def group_name(world: World, group: Group) -> str:
    """Return what the figures of a group are called."""
    if group.artillery:
        return world.charts.artillery[group.artillery].title
    return world.units[group.unit or group.character].name
