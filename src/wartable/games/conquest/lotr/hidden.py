"""What a seat cannot know, drawn anew: hands, decks, cards kept aside, goals, capitals, and units it does not see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.games.conquest.core.goals import NO_MISSION
from wartable.games.conquest.core.hidden import TRIES, mask_of, redealt
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
    state = replace(state, cards=redealt(state.cards, seat, rng))
    if state.missions and state.victory is None:
        state = _goals(rules, state, seat, rng)
    if any(state.adventure.hands):
        state = replace(state, adventure=_adventure(rules, state.adventure, seat, rng))
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


def _adventure(rules: LotrRules, cards: Cards, seat: int | None, rng: Random) -> Cards:
    """Deal other hands anew, of themselves and the deck; events are in no hand."""
    others = [card for number, hand in enumerate(cards.hands) if number != seat for card in hand]
    pool = [*others, *bits(cards.deck & ~rules.events_mask)]
    pile = rng.sample(pool, len(others))
    deck = (cards.deck | mask_of(others)) & ~mask_of(pile)
    hands: list[tuple[int, ...]] = []
    for number, hand in enumerate(cards.hands):
        if number == seat:
            hands.append(hand)
        else:
            hands.append(tuple(sorted(pile[: len(hand)])))
            pile = pile[len(hand) :]
    return replace(cards, hands=tuple(hands), deck=deck)


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
