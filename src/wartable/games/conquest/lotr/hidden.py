"""What a seat cannot know, drawn anew: hands, decks, cards kept aside, goals, capitals, and units it does not see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.games.conquest.core.goals import NO_MISSION
from wartable.games.conquest.core.hidden import TRIES, mask_of
from wartable.games.conquest.core.state import Cards
from wartable.games.conquest.core.tasks import MovingIn, Rolling
from wartable.games.conquest.lotr.opening import capital_choices, goal_pool
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.visible import seen


def redrawn(rules: LotrRules, state: LotrState, seat: int | None, rng: Random) -> LotrState:
    """Return a state that looks the same to a seat (None: a spectator)."""
    if any(state.aside):
        state = _aside(rules, state, seat, rng)
    cards, adventure = _redealt(state.cards, seat, rng), _redealt(state.adventure, seat, rng, rules.events_mask)
    if cards is not state.cards or adventure is not state.adventure:
        state = replace(state, cards=cards, adventure=adventure)
    if state.missions and state.victory is None:
        state = _goals(rules, state, seat, rng)
    if state.capitals and state.victory is None:
        state = _capitals(rules, state, seat, rng)
    unknown = rules.board.everything & ~seen(rules, state, seat)
    return _armies(state, unknown, rng) if unknown else state


def _goals(rules: LotrRules, state: LotrState, seat: int | None, rng: Random) -> LotrState:
    """Deal other goals, none that its owner has reached; two alike only where there are fewer than players."""
    pool = goal_pool(rules, state.seats)
    own = NO_MISSION if seat is None else state.missions[seat]
    unknown = [other for other, goal in enumerate(state.missions) if goal != NO_MISSION and other != seat]
    others = [goal for goal in pool if goal != own]
    for _ in range(TRIES):
        enough = len(pool) >= state.seats
        drawn = rng.sample(others, len(unknown)) if enough else [_pick(rng, pool) for _ in unknown]
        dealt = dict(zip(unknown, drawn, strict=True))
        if not any(
            state.held[other] and rules.missions[goal].progress(rules, state, other) >= 1.0
            for other, goal in dealt.items()
        ):
            return replace(state, missions=tuple(dealt.get(each, goal) for each, goal in enumerate(state.missions)))
    return state


def _aside(rules: LotrRules, state: LotrState, seat: int | None, rng: Random) -> LotrState:
    """Draw what others keep aside from the deck: a territory that its holder does not own, or it would be shown."""
    deck, aside = state.cards.deck, list(state.aside)
    for other, kept in enumerate(state.aside):
        if other == seat or not kept:
            continue
        choice = [card for card in bits(deck | mask_of(kept)) if card < len(rules.board.ids)]
        fit = [card for card in choice if not state.held[other] >> card & 1]
        drawn = tuple(sorted(rng.sample(fit, len(kept)))) if len(fit) >= len(kept) else kept
        deck = (deck | mask_of(kept)) & ~mask_of(drawn)
        aside[other] = drawn
    return replace(state, aside=tuple(aside), cards=replace(state.cards, deck=deck))


def _redealt(cards: Cards, seat: int | None, rng: Random, never: int = 0) -> Cards:
    """Deal other hands anew, of themselves and the deck; the cards of the mask `never` are in no hand.

    Windows have every player asked after many attacks, and each time both decks are dealt anew: this takes as long as
    all the rest of a simple player's decision. So cards are picked one by one here, rather than by `Random.sample`.
    """
    unknown, left, hands = cards.deck, cards.deck, list(cards.hands)
    for number, hand in enumerate(hands):
        if number != seat:
            for card in hand:
                unknown |= 1 << card
    if unknown == left:
        return cards
    pool, left, random = list(bits(unknown & ~never)), unknown, rng.random
    size = len(pool)
    for number, hand in enumerate(hands):
        if number != seat and hand:
            drawn: list[int] = []
            for _ in hand:
                place = int(random() * size)
                size -= 1
                card = pool[place]
                pool[place] = pool[size]
                drawn.append(card)
                left ^= 1 << card
            drawn.sort()
            hands[number] = tuple(drawn)
    return Cards(tuple(hands), left, cards.sets, cards.pictured)


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


def _armies(state: LotrState, unknown: int, rng: Random) -> LotrState:
    """Spread the units of each owner anew over its territories that are not seen, one at least in each."""
    for task in state.agenda:
        if isinstance(task, Rolling | MovingIn):
            unknown &= ~(1 << task.source | 1 << task.target)
    armies = list(state.armies)
    neutral = ((1 << len(armies)) - 1) & ~sum(state.held)
    for held in (*state.held, neutral):
        spaces = [space for space in bits(held & unknown) if armies[space]]
        spare = sum(armies[space] for space in spaces) - len(spaces)
        for space in spaces:
            armies[space] = 1
        for _ in range(spare):
            armies[_pick(rng, spaces)] += 1
    return replace(state, armies=tuple(armies))
