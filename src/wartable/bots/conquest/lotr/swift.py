"""What the easy level answers without laying out the position for thought: nearly all its decisions are of this kind.

Whatever takes more, as an attack with a card in hand that could help, or a late game, is left to what all levels share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from wartable.board.compiled import bits
from wartable.bots.conquest.easy import ENOUGH, PATIENCE, TIRED, EasyPolicy
from wartable.bots.conquest.ground import TABLE
from wartable.bots.conquest.lotr.closing import NOT_DECLARED, NOT_FULFILLED, SETTLED
from wartable.bots.conquest.lotr.field import ground, rows
from wartable.bots.conquest.lotr.lore import LotrLore
from wartable.bots.conquest.lotr.reacting import NOTHING
from wartable.bots.conquest.reasons import percent
from wartable.engine.driver import Decision
from wartable.engine.words import counted
from wartable.games.conquest.core.actions import Claim, Occupy, Place
from wartable.games.conquest.core.offers import END_ATTACKS
from wartable.games.conquest.core.tasks import Attacking, Claims, Fortifying, MovingIn, Reinforcing, SetUpPlacing
from wartable.games.conquest.core.ways import free_spaces
from wartable.games.conquest.lotr.actions import LotrAttack, PlaceLeader
from wartable.games.conquest.lotr.adventure.hands import barred, moments_in
from wartable.games.conquest.lotr.adventure.reaction_cards import plays
from wartable.games.conquest.lotr.missions import claimable
from wartable.games.conquest.lotr.movement import attack_pairs, attack_ways, bridge_blocked, may_move, partners
from wartable.games.conquest.lotr.offers import END_STEP
from wartable.games.conquest.lotr.opening import claimable as open_ones
from wartable.games.conquest.lotr.reinforcement import trading_down
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState, at_hand
from wartable.games.conquest.lotr.tasks import Declaring, PlacingLeader, Reacting, Showing
from wartable.games.conquest.lotr.turn import may_place_leader, owes_leader

if TYPE_CHECKING:
    from wartable.bots.conquest.player import ConquestPolicy


def at_once(policy: ConquestPolicy, rules: LotrRules, state: LotrState, seat: int, rng: Random) -> Decision | None:
    """Answer as the easy level does; None for what takes a look, and for other levels."""
    found = _ANSWERS.get(state.agenda[0].__class__) if isinstance(policy, EasyPolicy) else None
    return found(rules, state, seat, rng) if found else None


def _react(rules: LotrRules, state: LotrState, seat: int, rng: Random) -> Decision:
    """Play any card of the hand that fits."""
    ways = tuple(plays(rules, state, at_hand(state, Reacting).about, seat))
    if not ways:
        return NOTHING
    return Decision(ways[rng.randrange(len(ways))], "The card can be played, so why not.")


def _claim(rules: LotrRules, state: LotrState, _seat: int, rng: Random) -> Decision | None:
    """Take any free territory; where some are reserved for others, think first."""
    free = open_ones(rules, state)
    if free != free_spaces(state):
        return None
    some = bits(free)
    space = some[rng.randrange(len(some))]
    return Decision(Claim(rules.board.ids[space]), f"{rules.names[space]} is free, and that is good enough.")


def _first_unit(rules: LotrRules, state: LotrState, seat: int, rng: Random) -> Decision | None:
    """Place on any border, half of the time where most stand already; where territories begin empty, think first."""
    if not rules.options.require_unit_everywhere:
        return None
    armies, front = state.armies, _front(rules, state, seat)
    space = front[rng.randrange(len(front))] if rng.randrange(2) else max(front, key=armies.__getitem__)
    return Decision(Place(rules.board.ids[space], 1), f"{rules.names[space]} stands at the border.")


def _front(rules: LotrRules, state: LotrState, seat: int) -> Sequence[int]:
    """Return the own territories beside those of others, or all where there are none."""
    own, friends, ways = state.held[seat], partners(rules, state, seat), attack_ways(rules, state, seat)
    if ways is rules.near:
        return _border(rules, own, friends) or bits(own)
    return [space for space in bits(own) if ways[space] & ~friends] or bits(own)


@lru_cache(maxsize=1024)
def _border(rules: LotrRules, own: int, friends: int) -> tuple[int, ...]:
    """Return the same while all ways are those that the map shows; in the set-up they stay the same."""
    return tuple(space for space in bits(own) if rules.near[space] & ~friends)


def _leader(rules: LotrRules, state: LotrState, seat: int, _rng: Random) -> Decision:
    """Place a leader among the most units at a border."""
    choice = may_place_leader(rules, state, seat)
    front = _border(rules, state.held[seat], partners(rules, state, seat))
    space = max([each for each in front if choice >> each & 1] or bits(choice), key=state.armies.__getitem__)
    return Decision(PlaceLeader(rules.board.ids[space]), f"Most units stand in {rules.names[space]}.")


def _move_in(rules: LotrRules, state: LotrState, _seat: int, _rng: Random) -> Decision | None:
    """Move all in; where none need stay behind, think first."""
    most = at_hand(state, MovingIn).most
    return Decision(Occupy(most), f"All {counted(most, 'unit')} that may go do so.") if rules.stay else None


def _attack(rules: LotrRules, state: LotrState, seat: int, rng: Random) -> Decision | None:
    """Attack somebody weaker next door, whoever it is; leaders go along."""
    if _takes_thought(rules, state, seat, rng):
        return None
    armies, stay, there = state.armies, rules.stay, state.leaders
    plain, led = rows(rules, there, 0), rows(rules, there, rules.options.leader_bonus)
    leaders = there & ~_idle(rules, state, seat)
    pairs = attack_pairs(rules, state, seat)
    if max(armies) <= TABLE:  # nearly always: the bare tables hold all that is asked for
        good = [
            (source, target)
            for source, target in pairs
            if (led if leaders >> source & 1 else plain)[target].chance[armies[source] - stay][armies[target]] >= ENOUGH
        ]
    else:
        good = [
            (source, target)
            for source, target in pairs
            if (led if leaders >> source & 1 else plain)[target].conquered(armies[source] - stay, armies[target])
            >= ENOUGH
        ]
    if not good:
        return _NOBODY
    if state.conquered and not rng.randrange(TIRED):
        return _TIRED
    source, target = good[rng.randrange(len(good))]
    fights, force = leaders >> source & 1, armies[source] - stay
    chance = (led if fights else plain)[target].conquered(force, armies[target])
    leader = bool(fights or (there >> source & 1 and bridge_blocked(state, source, target)))
    dice, until = min(rules.plain.attack_dice, force), max(stay, min(1, armies[source] - 1))
    start, end, names = rules.board.ids[source], rules.board.ids[target], rules.names
    why = f"{names[source]} to {names[target]}: {percent(chance)} to conquer."
    return Decision(LotrAttack(start, end, dice, until, leader), why)


def _reinforce(rules: LotrRules, state: LotrState, seat: int, rng: Random) -> Decision | None:
    """Put all on any border, half of the time where most stand already; where cards may help, think first."""
    if _may_use_cards(rules, state, seat) or state.turn >= PATIENCE:
        return None
    if not state.to_place:
        return None if state.owed else _PLACED
    armies, front = state.armies, _front(rules, state, seat)
    space = front[rng.randrange(len(front))] if rng.randrange(2) else max(front, key=lambda each: (armies[each], each))
    return Decision(Place(rules.board.ids[space], state.to_place), f"{rules.names[space]} stands at the border.")


_PLACED = Decision(END_STEP, "Nothing is left to be placed.")


def _may_use_cards(rules: LotrRules, state: LotrState, seat: int) -> bool:
    """Whether a card of the hands might be played or must be traded in before units are placed."""
    return (
        len(state.cards.hands[seat]) >= rules.cards.forced_at
        or trading_down(state)
        or "start" in moments_in(rules, state, seat)
    )


def _fortify(rules: LotrRules, state: LotrState, seat: int, _rng: Random) -> Decision | None:
    """End the step where nobody stands idle away from the border; else think where they are to go."""
    if owes_leader(rules, state, seat) or next(claimable(rules, state, seat), None):
        return None
    ways, armies, stay = attack_ways(rules, state, seat), state.armies, max(1, rules.stay)
    friends = partners(rules, state, seat)
    if may_move(rules, state) and any(
        armies[each] > stay and not ways[each] & ~friends for each in bits(state.held[seat])
    ):
        return None
    return SETTLED


def _declare(_rules: LotrRules, _state: LotrState, _seat: int, _rng: Random) -> Decision:
    """Declare no leader."""
    return NOT_DECLARED


def _show(rules: LotrRules, state: LotrState, seat: int, _rng: Random) -> Decision | None:
    """End the step where no mission is fulfilled; else think which to show."""
    return None if next(claimable(rules, state, seat), None) else NOT_FULFILLED


_NOBODY = Decision(END_ATTACKS, "No neighbour is weak enough.")
_TIRED = Decision(END_ATTACKS, "That is enough for one turn.")


def _takes_thought(rules: LotrRules, state: LotrState, seat: int, rng: Random) -> bool:
    """Whether there is more to an attack: one that must be made, a mission, empty territories, a card now and then."""
    return (
        state.turn >= PATIENCE
        or (state.assault is not None and state.assault.bound)
        or 0 in state.armies
        or (bool(state.adventure.hands[seat]) and next(claimable(rules, state, seat), None) is not None)
        or ("attack" in moments_in(rules, state, seat) and not barred(state, seat) and not rng.randrange(SELDOM))
    )


def _idle(rules: LotrRules, state: LotrState, seat: int) -> int:
    """Return where own leaders stand that have something better to do than to fight."""
    options = rules.options
    if options.claim_after_fighting and options.fought_leader_moves and options.site_visit != "present":
        return 0
    return LotrLore(ground(rules, state, seat), rules, state, seat).idle


SELDOM = 3
"""One time in so many it looks whether a card in hand helps an attack."""

_ANSWERS: Mapping[type, Callable[[LotrRules, LotrState, int, Random], Decision | None]] = {
    Reacting: _react,
    Claims: _claim,
    SetUpPlacing: _first_unit,
    PlacingLeader: _leader,
    MovingIn: _move_in,
    Reinforcing: _reinforce,
    Attacking: _attack,
    Fortifying: _fortify,
    Declaring: _declare,
    Showing: _show,
}
