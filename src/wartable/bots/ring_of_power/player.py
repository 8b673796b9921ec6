"""The frame of every bot of Ring of Power: orders followed move by move, and answers that need no level."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any

from wartable.bots.ring_of_power import errands, voyages
from wartable.bots.ring_of_power.aims import effects_of
from wartable.bots.ring_of_power.orders import Order, carried_out
from wartable.bots.ring_of_power.table import Table, apart
from wartable.engine.driver import Decision
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.ring_of_power.campaign import actions, agenda
from wartable.games.ring_of_power.campaign.figures import able, burden, near, strayed
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.combat.requests import Decision as Question
from wartable.games.ring_of_power.play import turn
from wartable.games.ring_of_power.play.carrying import capture_fault, carrier_fault
from wartable.games.ring_of_power.play.handlers import player_asked
from wartable.games.ring_of_power.play.movement import proclaimable
from wartable.games.ring_of_power.vocabulary import effects as words


class RingPolicy(ABC):
    """A player that orders all its figures at the start of a movement and then moves them band by band.

    It keeps the orders of the movement under way, and which figures found no way; made anew it would give orders
    again to those who have not moved.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._orders: Sequence[Order] = ()
        self._idle: set[int] = set()

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401, ARG002
        """Decide what is asked, with the reason in one sentence."""
        assert isinstance(state, RingState)  # noqa: S101 - the registry offers this player to no other game
        world = world_of(state.options)
        player = player_asked(world, state)
        assert player is not None  # noqa: S101 - it was asked
        table = Table(world, state, player, rng)
        task = state.agenda[0]
        if isinstance(task, agenda.Movement):
            return self._move(table)
        if isinstance(task, agenda.Declare):
            return self.declare(table)
        if isinstance(task, agenda.Clash):
            return self.choose(table, task)
        if isinstance(task, agenda.Retreat):
            why = f"{table.names()} falls back as far from the victors as one move leads."
            return Decision(actions.FallBack(), why)
        if isinstance(task, agenda.Arrive):
            return land(table, task)
        assert isinstance(task, agenda.Special)  # noqa: S101 - nothing else asks a player
        return consent(table, task)

    def _move(self, table: Table) -> Decision:
        first = beside(table)
        if first is not None:
            return first
        for order in self._standing(table):
            figures = table.ready(order.figures, self._idle)
            if figures:
                action = self._following(table, order, figures)
                if action is not None:
                    ids = action.figures if isinstance(action, actions.Board) else dict(action.paths)
                    going = [one for one in figures if one.id in ids]
                    return Decision(action, f"{table.name(going)} {order.why}.")
                self._idle.update(one.id for one in figures)
        return Decision(actions.Done(), "Nobody else has anything better to do.")

    def _following(
        self, table: Table, order: Order, figures: tuple[Figure, ...]
    ) -> actions.Move | actions.Board | None:
        """Return how figures follow an order, or None where they cannot or better do not."""
        if order.verb in {"board", "land"}:
            return voyages.carried_out(table, order, figures)
        move = carried_out(table, order, figures)
        return move if move is not None and self.approves(table, order, move) else None

    def _standing(self, table: Table) -> Sequence[Order]:
        """Return the orders of this movement; enemies do not change while it lasts."""
        state = table.state
        foes = tuple((one.id, one.x, one.y) for one in state.figures if table.world.hostile(one.owner, table.player))
        key = (state.options, state.turn, table.player, foes)
        if key != self._key:
            self._key, self._idle = key, set()
            self._orders = self.orders(table)
        return self._orders

    @abstractmethod
    def orders(self, table: Table) -> Sequence[Order]:
        """Order every figure that is to move; the first order is carried out first."""

    def approves(self, table: Table, order: Order, move: actions.Move) -> bool:  # noqa: ARG002
        """Whether a move is to be made after a last look at what it leads to."""
        return True

    @abstractmethod
    def declare(self, table: Table) -> Decision:
        """Declare assaults and sallies."""

    def choose(self, table: Table, task: agenda.Clash) -> Decision:
        """Answer what a combat asks."""
        return usual(table, task)


_DOINGS = {
    "hide": "looks where it can hide",
    "search": "searches for the hidden",
    "aim": "chooses whom to strike at",
    "hold": "lets everybody strike",
    "challenge": "weighs whether its wizard duels",
    "enchant": "spends the points of its wizard where they help most",
    "serve": "uses its weapons",
    "pick": "lets its assassin pick the dearest foe",
    "allocate": "gives the hits to those it can spare",
    "lose": "gives up those it can spare",
    "flee": "saves whom the tower has room for",
    "enter": "goes into what it has stormed",
}


def usual(table: Table, task: agenda.Clash) -> Decision:
    """Take the default of what a combat asks, which is sensible for all of it."""
    asked = task.stage.awaits if task.stage else None
    assert isinstance(asked, Question)  # noqa: S101 - the combat asks
    return Decision(actions.Choose(choice=asked.default), f"{table.names()} {_DOINGS[asked.kind]}.")


def land(table: Table, task: agenda.Arrive) -> Decision:
    """Arrive where an enemy's place that is wanted most is nearest."""
    open_to = turn.open_places(table.world, table.state, turn.arrival_of(table.world, task))
    wanted = [place for place in table.world.scenario.places if table.hostile_hold(place)]

    def gain(at: tuple[int, int]) -> float:
        return max((table.aims.hold.get(one.id, 0) / (5000 + apart(at, one.centre)) for one in wanted), default=0.0)

    best = max(open_to, key=lambda place: gain(place.centre))
    return Decision(actions.Land(at=best.id), f"{best.name} is nearest to what {table.names()} wants most.")


def consent(table: Table, task: agenda.Special) -> Decision:
    """Use what helps; what corrupts the bearer of an item only where he is in danger."""
    rule = table.world.rules[task.rule]
    costs = any(isinstance(effect, words.Corrupt) for effect in effects_of(rule))
    use = not costs or _bearer_in_danger(table)
    how = "takes the chance" if use else "lets it be"
    return Decision(actions.Consent(use=use), f"{table.names()} {how}, as it is {'worth' if use else 'not worth'} it.")


def _bearer_in_danger(table: Table) -> bool:
    """Whether enemies beside a bearer of the side outnumber those who stand by him."""
    for bearer in (one for one in table.own if one.holds):
        reach = table.world.constants.engage
        beside = [one for one in table.state.figures if near(one.point, bearer.point, reach) and able(table.world, one)]
        foes = sum(table.world.hostile(one.owner, table.player) for one in beside)
        if foes > len(beside) - foes:
            return True
    return False


def beside(table: Table) -> Decision | None:
    """Raise a flag that brings help, take up the wounded, or take captives."""
    return next(chain(_flags(table), errands.relieve(table), _loads(table), _captives(table)), None)


def _flags(table: Table) -> Iterator[Decision]:
    """Raise what brings more to oneself than to the enemy."""
    for trigger in proclaimable(table.world, table.state, table.player):
        if _balance(table, trigger.flag) > 0:
            why = f"{trigger.title}: it brings more to us than to the enemy."
            yield Decision(actions.Proclaim(flag=trigger.flag), why)


def _balance(table: Table, flag: str) -> float:
    """Return figures that a flag brings to the side less those it brings to enemies, soon."""
    total = 0.0
    for arrival in table.world.scenario.arrivals:
        count = sum(group.count for group in arrival.groups)
        own = table.world.scenario.side_of[arrival.player] == table.side
        if arrival.flag == flag:
            total += count if own else -count
        if arrival.unless == flag:
            total -= count if own else -count
    return total


def _loads(table: Table) -> Iterator[Decision]:
    """Take up wounded characters who lie beside strong enough friends."""
    for load in table.state.figures:
        if load.wounded and not load.carried_by and load.owner == table.player and not _safe(table, load):
            yield from _taken_up(table, load, "is wounded and is not left behind")


def _captives(table: Table) -> Iterator[Decision]:
    """Carry off wounded enemies who were left alone, where the scenario lets them be captured."""
    world, state = table.world, table.state
    for prey in state.figures:
        if prey.wounded and world.hostile(prey.owner, table.player) and capture_fault(world, state, prey) is None:
            yield from _taken_up(table, prey, "is left alone, and worth more alive")


def _safe(table: Table, load: Figure) -> bool:
    """Whether a wounded figure lies where it heals or is behind walls."""
    healing = (place.id for place in table.world.scenario.places if place.healing and table.hold_of(place))
    return bool(load.inside) or any(load.id in table.scene.lineup.within(place) for place in healing)


def _taken_up(table: Table, load: Figure, why: str) -> Iterator[Decision]:
    """Yield how the fewest characters beside a wounded one carry him, at full speed if they can."""
    world = table.world
    if world.settled.carry_by != "characters":
        return
    busy = {number for one in table.state.figures for number in one.carried_by}
    own = (one for one in table.free if one.owner == table.player and one.in_field and one.id not in busy)
    fit = [one for one in own if carrier_fault(world, one, load) is None]
    far = strayed(world, fit)
    fit = [one for one in fit if one not in far]
    teams = [fit[:count] for count in range(1, len(fit) + 1)]
    for wanted in ("full", "half"):
        team = next((some for some in teams if burden(world, some, [load]) == wanted), None)
        if team is not None:
            carriers = tuple(one.id for one in team)
            yield Decision(actions.Carry(carried=load.id, carriers=carriers), f"{name_of(world, load)} {why}.")
            return
