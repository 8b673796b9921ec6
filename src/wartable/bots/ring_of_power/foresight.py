"""What comes of orders: they are carried out in thought and judged by what they lead to, in games played on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from wartable.bots.ring_of_power import sieges
from wartable.bots.ring_of_power.goals import BESIDE, THREAT
from wartable.bots.ring_of_power.orders import Order, carried_out
from wartable.bots.ring_of_power.player import RingPolicy
from wartable.bots.ring_of_power.sieges import Prospect, after, battles
from wartable.bots.ring_of_power.strength import outlook, strength_of
from wartable.bots.ring_of_power.strongholds import urgency
from wartable.bots.ring_of_power.table import Table, apart
from wartable.engine.chance import answer_with
from wartable.engine.driver import Policy
from wartable.engine.values import CHANCE, Action, Seat
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.play.garrisons import update_control, verdict_of
from wartable.games.ring_of_power.scenario import Place

VICTORY: Final = 1000.0
PLACE: Final = 20.0
"""What a place of worth 1 counts for, in worth of figures."""
CLAIM: Final = 0.35
"""The share of that for one who could take the place soon."""
BOLD: Final = 0.5
"""How bold the player is thought to storm."""
ERRAND: Final = 40.0
"""What an errand done counts for; less, the further it is from that."""
PACE: Final = 10_000


def carry_out(table: Table, orders: Sequence[Order]) -> RingState:
    """Return the table after orders have been carried out, as far as they can be."""
    idle: set[int] = set()
    for order in orders:
        while figures := table.ready(order.figures, idle):
            move = carried_out(table, order, figures)
            if move is None:
                break
            state = after(table.world, table.state, table.player, move)
            table = Table(table.world, state, table.player, table.rng)
        idle.update(order.figures)
    return table.state


def judged(table: Table, state: RingState) -> float:
    """Return what a table at the end of all movement is worth to the player's side, battles as they are likely.

    The player storms what is worth it, as he would declare.
    """
    world, side = table.world, table.side
    seen = Table(world, state, table.player, table.rng)
    stormed, _ = sieges.assaults_of(seen, BOLD)
    assaults = [*state.assaults, *stormed]
    value = sum(_outcome(seen, one) for one in battles(world, state, side, assaults))
    run = Run(world, state, None)
    update_control(run)
    settled = Table(world, run.state, table.player, table.rng)
    for when in ("immediate", "turn_start"):
        verdict = verdict_of(world, run.state, when)
        if verdict is not None and verdict.winner:
            value += VICTORY if verdict.winner == side else -VICTORY
            break
    return value + sum(_places(settled)) + sum(_errands(settled))


def _outcome(table: Table, found: Prospect) -> float:
    """Return what a battle brings: figures, and the place that falls with it."""
    own = table.hold_of(table.world.place(found.place)) if found.place else False
    value = sieges.PLACE * (1 + 4 * urgency(table)) * table.aims.hold.get(found.place, 0.0)
    return found.gain + (-value * found.lose if own else value * found.win)


def _places(table: Table) -> Iterator[float]:
    """Yield what each place counts for: who holds it, and who could have it soon."""
    for place in table.world.scenario.places:
        value = PLACE * table.aims.hold.get(place.id, 0.0)
        if value and place.kind != "edge":
            ours, theirs = _claim(table, place, own=True), _claim(table, place, own=False)
            if table.hold_of(place):
                yield value * (1 - CLAIM * theirs)
            elif table.hostile_hold(place):
                yield -value * (1 - CLAIM * ours)
            else:
                yield value * CLAIM * (ours - theirs)


def _claim(table: Table, place: Place, *, own: bool) -> float:
    """Return how near a side is to taking a place: the chance of those who can come, less for each move."""
    by_move: dict[int, list[int]] = {}
    holders: list[int] = []
    for one in table.state.figures:
        if not able(table.world, one):
            continue
        mine = table.world.sides[one.owner] == table.side
        far = apart(one.point, place.centre)
        if mine != own:
            if one.inside == place.id or far < BESIDE:
                holders.append(one.id)
        elif far < THREAT:
            by_move.setdefault(int(far // PACE), []).append(one.id)
    by_id = table.state.by_id
    stands = strength_of(table.world, [by_id[number] for number in holders], walls=table.fortified(place))
    best, coming = 0.0, list[int]()
    for move in sorted(by_move):
        coming += by_move[move]
        win = outlook(strength_of(table.world, [by_id[number] for number in coming]), stands).win
        best = max(best, win / (1 + 0.5 * move))
    return best


def _errands(table: Table) -> Iterator[float]:
    """Yield how far errands of either side are done: by distance, and by the danger to whoever is on them."""
    for errands, sign in ((table.aims.errands, 1.0), (table.aims.stop, -1.0)):
        for errand in errands:
            place = table.world.place(errand.place)
            bearers = table.bearers(errand, own=sign > 0)
            for one in bearers[: errand.at_least]:
                share = sign * ERRAND * errand.worth / errand.at_least
                yield share / (1 + apart(one.point, place.centre) / (3 * PACE))
                yield -share * 0.5 * one.wounded
                yield -sign * 0.2 * ERRAND * errand.worth / errand.at_least * _peril(table, one.point, own=sign > 0)


def _peril(table: Table, point: tuple[int, int], *, own: bool) -> float:
    """Return the chance that foes near a point beat the friends there."""
    near = [one for one in table.state.figures if able(table.world, one) and apart(one.point, point) < PACE]
    friends = [one for one in near if (table.world.sides[one.owner] == table.side) == own]
    foes = [one for one in near if (table.world.sides[one.owner] == table.side) != own]
    return outlook(strength_of(table.world, foes), strength_of(table.world, friends)).win if foes else 0.0


DECISIONS: Final = 400
"""Decisions after which a game in thought is given up."""
GRADES: Final = {"minor": 0.8}
"""What a victory of a grade is worth; any other is worth 1."""


def unto_dice(state: RingState, player: type[RingPolicy], until: int) -> RingState:
    """Return a table after everybody has played on from the end of the movement under way until dice are rolled.

    All games in thought from there have this in common, as careful players decide without chance.
    """
    state = RING_OF_POWER.advance(state, RING_OF_POWER.to_act(state)[0], actions.Done())
    return played_on(state, player, until, None)


def played_on(state: RingState, player: type[RingPolicy], until: int, rng: Random | None) -> RingState:
    """Return a table after everybody has played on to a turn or the end; without chance, only until dice are rolled."""
    policies: dict[Seat, Policy] = {}
    for _ in range(DECISIONS):
        asked = RING_OF_POWER.to_act(state)
        if not asked or state.turn >= until or (asked[0] == CHANCE and rng is None):
            break
        state = RING_OF_POWER.advance(state, asked[0], _answer(state, asked[0], policies, player, rng or Random(0)))
    return state


def _answer(
    state: RingState, seat: Seat, policies: dict[Seat, Policy], player: type[RingPolicy], rng: Random
) -> Action:
    if seat == CHANCE:
        return answer_with(RING_OF_POWER.request(state), rng)
    return policies.setdefault(seat, player()).decide(RING_OF_POWER, state, seat, rng).action


def won(world: World, state: RingState, side: str) -> float | None:
    """Return 1 where a side has won, less for a victory of a lower grade, below 0 where it has lost; None: not over."""
    ending = state.ending
    if ending is None:
        return None
    if not ending.winner:
        return 0.0
    value = GRADES.get(ending.grade, 1.0)
    return -value if world.scenario.hostile(ending.winner, side) else value
