"""What a seat cannot know, drawn anew: hands, decks, cards kept aside, goals, capitals, and units it does not see."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from random import Random

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.games.conquest.core.goals import NO_MISSION
from wartable.games.conquest.core.resampling import TRIES
from wartable.games.conquest.core.state import Cards
from wartable.games.conquest.core.tasks import MovingIn, Rolling
from wartable.games.conquest.lotr.opening import capital_choices, goal_pool
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState, hand_mask
from wartable.games.conquest.lotr.tasks import TurningUp
from wartable.games.conquest.lotr.visible import seen

MOST = 40
"""The most units that are imagined in a territory that is not seen, beside the first."""


def redrawn(rules: LotrRules, state: LotrState, seat: int | None, rng: Random) -> LotrState:
    """Return a state that looks the same to a seat (None: a spectator); which one does not depend on the truth."""
    cards, aside = _territory_cards(rules, state, seat, rng)
    adventure = _redealt(state.adventure, seat, _unknown(state.adventure, seat), rng, rules.events_mask)
    if cards is not state.cards or adventure is not state.adventure:
        state = replace(state, cards=cards, aside=aside, adventure=adventure)
    if state.missions and state.victory is None:
        state = _goals(rules, state, seat, rng)
    if state.capitals and state.victory is None:
        state = _capitals(rules, state, seat, rng)
    if not rules.options.hidden_armies or (known := seen(rules, state, seat)) == rules.board.everything:
        return state
    return _armies(state, known, rng)


def _goals(rules: LotrRules, state: LotrState, seat: int | None, rng: Random) -> LotrState:
    """Deal other goals, none that its owner would have won by; two alike only where there are fewer than players."""
    pool = goal_pool(rules, state.seats)
    own = NO_MISSION if seat is None else state.missions[seat]
    unknown = [other for other, goal in enumerate(state.missions) if goal != NO_MISSION and other != seat]
    others = [goal for goal in pool if goal != own]
    judged = [other for other in unknown if rules.goals_count == "at_once" or other != state.seat]
    for _ in range(TRIES):
        enough = len(pool) >= state.seats
        drawn = rng.sample(others, len(unknown)) if enough else [_pick(rng, pool) for _ in unknown]
        dealt = dict(zip(unknown, drawn, strict=True))
        if not any(
            state.held[other] and rules.missions[dealt[other]].progress(rules, state, other) >= 1.0 for other in judged
        ):
            return replace(state, missions=tuple(dealt.get(each, goal) for each, goal in enumerate(state.missions)))
    return state


def _territory_cards(
    rules: LotrRules, state: LotrState, seat: int | None, rng: Random
) -> tuple[Cards, tuple[tuple[int, ...], ...]]:
    """Draw hands of others and what they keep aside from these and the deck; return the cards, and those kept aside.

    Cards that have just been turned up stay in the deck.
    """
    cards, aside, task = state.cards, state.aside, state.agenda[0] if state.agenda else None
    shown = task.passed & cards.deck if isinstance(task, TurningUp) else 0
    unknown = _unknown(cards, seat)
    if any(aside):
        unknown, aside = _kept_aside(rules, state, seat, rng, unknown & ~shown)
        unknown |= shown
    return _redealt(cards, seat, unknown, rng, shown), aside


def _kept_aside(
    rules: LotrRules, state: LotrState, seat: int | None, rng: Random, unknown: int
) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Keep other cards aside for others; return the unknown cards that are left, and those kept aside.

    A card kept aside shows a territory that its holder does not own, or it would have been shown.
    """
    aside = list(state.aside)
    others = [other for other, kept in enumerate(aside) if kept and other != seat]
    for other in others:
        unknown |= hand_mask(aside[other])
    for other in others:
        fit = bits(unknown & rules.board.everything & ~state.held[other])
        aside[other] = tuple(sorted(rng.sample(fit, len(aside[other]))))
        unknown &= ~hand_mask(aside[other])
    return unknown, tuple(aside)


def _unknown(cards: Cards, seat: int | None) -> int:
    """Return the cards of the deck and of the hands of others, as a mask."""
    unknown = cards.deck
    for number, hand in enumerate(cards.hands):
        if hand and number != seat:
            unknown |= hand_mask(hand)
    return unknown


def _redealt(cards: Cards, seat: int | None, unknown: int, rng: Random, never: int = 0) -> Cards:
    """Deal other hands anew, of the unknown cards; those of the mask `never` are in no hand, the rest is the deck.

    Windows have every player asked after many attacks, and each time both decks are dealt anew: this takes as long as
    all the rest of a simple player's decision. So cards are picked one by one here, rather than by `Random.sample`,
    and with what is quickest: `floor` rather than `int`, a table rather than a shift.
    """
    if unknown == cards.deck:
        return cards
    pool, left, random, hands = list(bits(unknown & ~never)), unknown, rng.random, list(cards.hands)
    size = len(pool)
    for number, hand in enumerate(hands):
        if hand and number != seat:
            drawn: list[int] = []
            for _ in hand:
                place = floor(random() * size)
                card = pool[place]
                size -= 1
                pool[place] = pool[size]  # the last of the pool takes the place of each card that is drawn
                drawn.append(card)
                left ^= _MASKS[card]
            drawn.sort()
            hands[number] = tuple(drawn)
    return Cards(tuple(hands), left, cards.sets, cards.pictured)


_MASKS = tuple(1 << card for card in range(256))
"""Each card of a deck as a mask."""


def _capitals(rules: LotrRules, state: LotrState, seat: int | None, rng: Random) -> LotrState:
    """Draw the capitals of others anew, each in a territory that could be one."""
    return replace(
        state,
        capitals=tuple(
            capital
            if other == seat or not state.held[other]
            else _pick(rng, bits(capital_choices(rules, state, other)))
            for other, capital in enumerate(state.capitals)
        ),
    )


def _pick(rng: Random, some: Sequence[int]) -> int:
    return some[rng.randrange(len(some))]


def _armies(state: LotrState, known: int, rng: Random) -> LotrState:
    """Put units in territories that are not seen: one at least where there are some, as many more as others have.

    How many their owners have is not known either.
    """
    for task in state.agenda:
        if isinstance(task, Rolling | MovingIn):
            known |= 1 << task.source | 1 << task.target
    there = [count - 1 for space, count in enumerate(state.armies) if count and known >> space & 1]
    more = sum(there) / len(there) if there else 1.0
    return replace(
        state,
        armies=tuple(
            count if not count or known >> space & 1 else 1 + _few(rng, more)
            for space, count in enumerate(state.armies)
        ),
    )


def _few(rng: Random, mean: float) -> int:
    """Return a number that is `mean` on average, small ones being likeliest; never more than `MOST`."""
    count = 0
    while count < MOST and rng.random() * (1 + mean) < mean:
        count += 1
    return count
