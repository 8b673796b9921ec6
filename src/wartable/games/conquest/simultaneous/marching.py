"""Moves laid open: armies leave, cross or fight on borders, arrive, and meet (`lotr-risk M02` to `M05`, `M13`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from wartable.games.conquest.core.pieces import changed
from wartable.games.conquest.core.play import settled_by, vacated
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.turn import R, S, Tell
from wartable.games.conquest.simultaneous import events as e
from wartable.games.conquest.simultaneous.actions import Orders
from wartable.games.conquest.simultaneous.battle import Battle, Side, begun, bounced, remaining
from wartable.games.conquest.simultaneous.hooks import first, settled_affairs
from wartable.games.conquest.simultaneous.orders import marches_of
from wartable.games.conquest.simultaneous.placing import Placing
from wartable.games.conquest.simultaneous.state import Clash, Force, Group, March, Returning, affairs_of, leaders_at
from wartable.games.conquest.simultaneous.tasks import Arriving, Fighting


def with_armies(state: S, space: int, count: int, leaders: int = 0) -> S:
    """Return the state with more armies and leaders in a space, or fewer; who holds it stays."""
    armies = list(state.armies)
    armies[space] += count
    pieces = changed(state.pieces, 0, space, leaders) if leaders else state.pieces
    return replace(state, armies=tuple(armies), pieces=pieces)


def reduced(rules: Rules, force: Force, losses: int) -> Force:
    """Return what losses leave of a force: the last source in the alphabet loses first (`lotr-risk L73`).

    Leaders of a group that fell go with the rest of the force.
    """
    left = remaining({rules.id(group.source): group.units for group in force.groups}, losses)
    groups = [replace(group, units=left[rules.id(group.source)]) for group in force.groups]
    alone = sum(group.leaders for group in groups if not group.units)
    groups = [group for group in groups if group.units]
    if groups and alone:
        groups[0] = replace(groups[0], leaders=groups[0].leaders + alone)
    return Force(force.seat, tuple(groups))


def taken_back(force: Force) -> Iterator[Returning]:
    """Yield the groups of a force on their way back from a battle."""
    for group in force.groups:
        yield Returning(force.seat, group.source, group.units, group.leaders)


def by_player(forces: Iterable[Force]) -> e.Counts:
    """Return the armies of each force."""
    return tuple((force.seat, force.units) for force in forces)


class Marching(Placing[R, S]):
    """What written moves do until armies have met."""

    def reveal(self, rules: R, state: S, given: Sequence[tuple[int, Orders]], tell: Tell) -> S:
        """Take all armies that are ordered off the board, and have them arrive (`lotr-risk M01`, `lotr-risk M02`)."""
        written = dict(given)
        marches = tuple(
            march
            for seat in state.order
            if seat in written
            for march in marches_of(rules, state, seat, written[seat].orders)
        )
        for march in marches:
            if tell is not None:
                ends = rules.id(march.source), rules.id(march.target)
                tell.append(e.Marched(march.seat, *ends, march.units, march.leaders > 0))
            state = vacated(with_armies(state, march.source, -march.units, -march.leaders), march.source)
        state = settled_affairs(state, shown=marches, pending=marches, marching=True)
        state = self._borders(rules, state, tell)
        arrivals = [Arriving(state.order)]
        if rules.options.reveal == "player_by_player":  # type: ignore[attr-defined] # of games with such rounds
            arrivals = [Arriving((seat,)) for seat in state.order if seat in written]
        return first(state, Fighting(), *(task for one in arrivals for task in (one, Fighting())))

    def _borders(self, rules: R, state: S, tell: Tell) -> S:
        """Have forces that cross on a border pass, or fight there (`lotr-risk M05`, `lotr-risk L72`)."""
        options: Any = rules.options
        for one, other in sorted(crossing(affairs_of(state).pending), key=lambda pair: border_name(rules, pair[0])):
            if options.swap == "pass":
                if tell is not None:
                    ends = rules.id(one.source), rules.id(one.target)
                    tell.append(e.Crossed(one.seat, other.seat, *ends, one.units, other.units))
                continue
            forces = [Force(m.seat, (Group(m.source, m.units, m.leaders),)) for m in (one, other)]
            place, border = sorted((one.source, one.target), key=rules.id)
            affairs = affairs_of(state)
            pending = tuple(march for march in affairs.pending if march not in (one, other))
            state = settled_affairs(state, pending=pending)
            state = self.clashed(rules, state, place, forces, tell, border=border)
        return state

    def arrivals(self, rules: R, state: S, seats: Sequence[int], tell: Tell) -> S:
        """Have the armies of seats arrive, all at the same time, and meet place by place in board order."""
        affairs = affairs_of(state)
        coming = [march for march in affairs.pending if march.seat in seats]
        state = settled_affairs(state, pending=tuple(m for m in affairs.pending if m.seat not in seats))
        for place in sorted({march.target for march in coming}):
            forces = [
                Force(
                    seat,
                    tuple(
                        Group(m.source, m.units, m.leaders, m.fought)
                        for m in coming
                        if (m.target, m.seat) == (place, seat)
                    ),
                )
                for seat in state.order
            ]
            state = self._meet(rules, state, place, [force for force in forces if force.groups], tell)
        return state

    def _meet(self, rules: R, state: S, place: int, forces: list[Force], tell: Tell) -> S:
        """Have forces join those of their own who stayed, bounce, fight, or take an open place (`M03`, `M04`)."""
        owner = state.owner(place) if state.armies[place] else NOBODY
        for force in [force for force in forces if force.seat == owner]:
            forces.remove(force)
            state = with_armies(state, place, force.units, force.leaders)
            state = self.arrived(rules, state, force.seat, place, force.leaders, taken=False, fought=False, tell=tell)
            state = self.wearied(state, place, force)
        options: Any = rules.options
        if options.battles == "bounce" and len(forces) > 1:
            state, forces = self._bounce(rules, state, place, forces, tell)
        if not forces:
            return state
        if not state.armies[place] and len(forces) == 1:
            state = self.take(rules, state, place, forces[0], tell, fought=False)
            return self.wearied(state, place, forces[0])
        return self.clashed(rules, state, place, forces, tell)

    def _bounce(
        self, rules: R, state: S, place: int, forces: list[Force], tell: Tell
    ) -> tuple[S, list[Force]]:  # fmt: skip
        """Bounce attackers off each other; at most one goes on (`lotr-risk M13`)."""
        back = bounced({force.seat: force.units for force in forces})
        left = [reduced(rules, force, back[force.seat]) for force in forces]
        returns = [each for force in forces for each in self._bounced_groups(rules, force, back[force.seat])]
        going_on = [force for force in left if force.groups]
        if tell is not None:
            tell.append(e.Bounced(rules.id(place), tuple(back.items()), by_player(going_on)))
        return settled_affairs(state, returns=(*affairs_of(state).returns, *returns)), going_on

    @staticmethod
    def _bounced_groups(rules: R, force: Force, count: int) -> Iterator[Returning]:
        kept = {group.source: group for group in reduced(rules, force, count).groups}
        for group in force.groups:
            stays = kept.get(group.source)
            back = group.units - (stays.units if stays else 0)
            leaders = group.leaders if not kept else 0
            if back:
                yield Returning(force.seat, group.source, back, leaders, bounced=not group.fought)

    def clashed(
        self, rules: R, state: S, place: int, forces: Sequence[Force], tell: Tell, *, border: int = NOBODY
    ) -> S:
        """Begin a battle between those who came and whoever stayed."""
        battle = self._battle(rules, state, place, forces, at_place=border == NOBODY)
        stayed = NOBODY if battle.defender is None else battle.defender
        clash = Clash(place, tuple(forces), battle, border, stayed)
        if tell is not None:
            sides = tuple((side.player, side.units) for side in battle.sides)
            acting = NOBODY if battle.acting is None else battle.acting
            tell.append(e.Met(rules.id(place), _id(rules, border), battle.defender, sides, acting))
        return settled_affairs(state, clashes=(*affairs_of(state).clashes, clash))

    def _battle(self, rules: R, state: S, place: int, forces: Sequence[Force], *, at_place: bool) -> Battle:
        options: Any = rules.options
        sides = [
            Side(force.seat, force.units, self.bonus(rules, state, place, force.leaders, stayed=False))
            for force in forces
        ]
        if at_place and state.armies[place]:
            bonus = self.bonus(rules, state, place, leaders_at(state, place), stayed=True)
            sides.append(Side(state.owner(place), state.armies[place], bonus, stayed=True))
        turn = {seat: number for number, seat in enumerate(state.order)}
        sides.sort(key=lambda side: turn.get(side.player, len(turn)))
        return begun(sides, cap_by_units=options.cap_by_units)

    def take(
        self, rules: R, state: S, place: int, force: Force, tell: Tell, *, fought: bool, stayed: int = NOBODY
    ) -> S:  # fmt: skip
        """Give an open place to the force that is left there; `stayed` fell in its defence, if anybody did.

        Where moves are carried out player by player, that may be another than held it when the round began.
        """
        seat, affairs = force.seat, affairs_of(state)
        loser = next((other for other, held in enumerate(affairs.before) if held >> place & 1), NOBODY)
        loser = loser if stayed == NOBODY else stayed
        new = loser != seat
        state = replace(with_armies(state, place, force.units, force.leaders), held=settled_by(state.held, seat, place))
        if tell is not None:
            tell.append(e.Taken(seat, rules.id(place), force.units, loser if new else NOBODY, fought))
        if new and (fought or rules.empty_counts):
            state = settled_affairs(state, conquered=affairs.conquered | 1 << seat)
        return self.arrived(rules, state, seat, place, force.leaders, taken=new, fought=fought, tell=tell)

    @staticmethod
    def tired(state: S, place: int, count: int, *, more: bool = False) -> S:
        """Note how many armies of a place have fought; `more`: beside those that have."""
        fought = dict(affairs_of(state).fought)
        fought[place] = count + (fought.get(place, 0) if more else 0)
        return settled_affairs(state, fought=tuple(sorted(fought.items())))

    def wearied(self, state: S, place: int, force: Force) -> S:
        """Note those of a force that fought on a border before they came: they move no more (`lotr-risk M15`)."""
        if not force.worn:
            return state
        state = self.tired(state, place, force.worn, more=True)
        led = any(group.fought and group.leaders for group in force.groups)
        return self.leaders_fought(state, place) if led else state


def crossing(marches: Sequence[March]) -> Iterator[tuple[March, March]]:
    """Yield pairs of marches of different seats that cross on one border."""
    by_ends = {(march.source, march.target): march for march in marches}
    for (source, target), march in by_ends.items():
        other = by_ends.get((target, source))
        if other is not None and source < target and other.seat != march.seat:
            yield march, other


def border_name(rules: Rules, march: March) -> str:
    """Return what a border is called: both ids in the order of the alphabet, with a bar."""
    return "|".join(sorted((rules.id(march.source), rules.id(march.target))))


def _id(rules: Rules, space: int) -> str:
    return "" if space == NOBODY else rules.id(space)
