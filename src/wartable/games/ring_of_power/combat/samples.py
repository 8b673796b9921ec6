"""A legal answer at random to any decision of a combat, for tests, random bots and searches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from wartable.engine.chance import Randomness
from wartable.games.ring_of_power.combat.allocation import deal
from wartable.games.ring_of_power.combat.outcome import candidates, refugees
from wartable.games.ring_of_power.combat.requests import (
    Aim,
    Allocate,
    Challenge,
    Choice,
    Decision,
    DecisionKind,
    Enchant,
    Enter,
    Flee,
    Hide,
    Hold,
    Lose,
    Mode,
    Pick,
    Search,
    Serve,
)
from wartable.games.ring_of_power.combat.stage import Stage, refuse

T = TypeVar("T")


def sample(stage: Stage, rng: Randomness) -> Choice:
    """Return a legal answer to the decision that a combat waits for. Raises `IllegalAction` if it waits for none."""
    decision = stage.awaits
    if not isinstance(decision, Decision):
        raise refuse("answer", "No decision is asked for here.")
    return _SAMPLES[decision.kind](stage, decision, rng)


def _some(items: Sequence[T], rng: Randomness, one_in: int = 2) -> tuple[T, ...]:
    return tuple(item for item in items if not rng.randrange(one_in))


def _one(items: Sequence[T], rng: Randomness) -> T:
    return items[rng.randrange(len(items))]


def _mixed(items: Sequence[T], rng: Randomness) -> list[T]:
    left, found = list(items), list[T]()
    while left:
        found.append(left.pop(rng.randrange(len(left))))
    return found


def _hide(_stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    return Hide(_some(decision.figures, rng))


def _search(stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    pairs = _some([(seeker, int(party)) for seeker, parties in decision.options for party in parties], rng)
    if stage.battle.rules.detect_rolls == "once_per_phase":
        pairs = tuple((seeker, party) for party, seeker in {party: seeker for seeker, party in pairs}.items())
    return Search(pairs)


def _aim(_stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    return Aim(tuple((figure, int(_one(sides, rng))) for figure, sides in decision.options))


def _hold(_stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    return Hold(_some(decision.figures, rng, 4))


def _challenge(_stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    return Challenge(_one((None, *decision.figures), rng))


def _enchant(_stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    dice = rng.randrange(decision.need + 1)
    attack = rng.randrange(decision.need - dice + 1)
    return Enchant(dice, attack, rng.randrange(decision.need - dice - attack + 1))


def _serve(_stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    return Serve(tuple((weapon, cast("Mode", _one(modes, rng))) for weapon, modes in decision.options))


def _pick(_stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    order = _mixed(decision.figures, rng)
    return Pick(tuple(order[number % len(order)] for number in range(decision.need)))


def _allocate(stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    """Deal hits as play does, but to the figures in a random order."""
    order = _mixed(decision.figures, rng)
    index = stage.pairings[stage.bout].sides.index(decision.side)
    picks = [(order.index(figure), kind) for figure, kind in stage.volley.picks[1 - index] if figure in order]
    counts = [batch.count for batch in decision.batches]
    shares = deal(len(order), counts, picks, stage.battle.rules.overflow_allocation)
    hits = tuple((order[place], share.hits) for share in shares for place in range(share.start, share.stop))
    return Allocate(hits, _some(decision.allies, rng))


def _lose(stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    army, others = candidates(stage, stage.pairings[stage.bout].sides.index(decision.side))
    return Lose((*_mixed(army, rng), *_mixed(others, rng))[: decision.need])


def _flee(stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    characters, army = refugees(stage)
    return Flee((*_some(characters, rng), *_mixed(army, rng)[: rng.randrange(decision.need + 1)]))


def _enter(_stage: Stage, decision: Decision, rng: Randomness) -> Choice:
    return Enter(_some(decision.figures, rng))


_SAMPLES: dict[DecisionKind, Callable[[Stage, Decision, Randomness], Choice]] = {
    "hide": _hide,
    "search": _search,
    "aim": _aim,
    "hold": _hold,
    "challenge": _challenge,
    "enchant": _enchant,
    "serve": _serve,
    "pick": _pick,
    "allocate": _allocate,
    "lose": _lose,
    "flee": _flee,
    "enter": _enter,
}
