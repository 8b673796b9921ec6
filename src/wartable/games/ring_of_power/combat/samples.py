"""A legal answer at random to any decision of a combat, for tests, random bots and searches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from wartable.engine.chance import Randomness
from wartable.games.ring_of_power.combat import requests
from wartable.games.ring_of_power.combat.allocation import deal
from wartable.games.ring_of_power.combat.outcome import candidates, refugees
from wartable.games.ring_of_power.combat.stage import Stage, refuse

T = TypeVar("T")


def sample(stage: Stage, rng: Randomness) -> requests.Choice:
    """Return a legal answer to the decision that a combat waits for. Raises `IllegalAction` if it waits for none."""
    decision = stage.awaits
    if not isinstance(decision, requests.Decision):
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


def _search(stage: Stage, asked: requests.Decision, rng: Randomness) -> requests.Choice:
    pairs = _some([(seeker, int(party)) for seeker, parties in asked.options for party in parties], rng)
    if stage.battle.rules.detect_rolls == "once_per_phase":
        pairs = tuple((seeker, party) for party, seeker in {party: seeker for seeker, party in pairs}.items())
    return requests.Search(pairs)


def _enchant(_: Stage, asked: requests.Decision, rng: Randomness) -> requests.Choice:
    dice = rng.randrange(asked.need + 1)
    attack = rng.randrange(asked.need - dice + 1)
    return requests.Enchant(dice, attack, rng.randrange(asked.need - dice - attack + 1))


def _pick(_: Stage, asked: requests.Decision, rng: Randomness) -> requests.Choice:
    order = _mixed(asked.figures, rng)
    return requests.Pick(tuple(order[number % len(order)] for number in range(asked.need)))


def _allocate(stage: Stage, asked: requests.Decision, rng: Randomness) -> requests.Choice:
    """Deal hits as play does, but to the figures in a random order."""
    order = _mixed(asked.figures, rng)
    index = stage.pairing.sides.index(asked.side)
    picks = [(order.index(figure), kind) for figure, kind in stage.volley.picks[1 - index] if figure in order]
    counts = [batch.count for batch in asked.batches]
    shares = deal(len(order), counts, picks, stage.battle.rules.overflow_allocation)
    hits = tuple((order[place], share.hits) for share in shares for place in range(share.start, share.stop))
    return requests.Allocate(hits, _some(asked.allies, rng))


def _lose(stage: Stage, asked: requests.Decision, rng: Randomness) -> requests.Choice:
    army, others = candidates(stage, stage.pairing.sides.index(asked.side))
    return requests.Lose((*_mixed(army, rng), *_mixed(others, rng))[: asked.need])


def _flee(stage: Stage, asked: requests.Decision, rng: Randomness) -> requests.Choice:
    characters, army = refugees(stage)
    return requests.Flee((*_some(characters, rng), *_mixed(army, rng)[: rng.randrange(asked.need + 1)]))


_SAMPLES: dict[requests.DecisionKind, Callable[[Stage, requests.Decision, Randomness], requests.Choice]] = {
    "hide": lambda _, asked, rng: requests.Hide(_some(asked.figures, rng)),
    "search": _search,
    "aim": lambda _, asked, rng: requests.Aim(tuple((one, int(_one(sides, rng))) for one, sides in asked.options)),
    "hold": lambda _, asked, rng: requests.Hold(_some(asked.figures, rng, 4)),
    "challenge": lambda _, asked, rng: requests.Challenge(_one((None, *asked.figures), rng)),
    "enchant": _enchant,
    "serve": lambda _, asked, rng: requests.Serve(
        tuple((weapon, cast("requests.Mode", _one(modes, rng))) for weapon, modes in asked.options)
    ),
    "pick": _pick,
    "allocate": _allocate,
    "lose": _lose,
    "flee": _flee,
    "enter": lambda _, asked, rng: requests.Enter(_some(asked.figures, rng)),
}
