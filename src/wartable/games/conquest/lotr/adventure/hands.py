"""Adventure cards in hands: which number a card has there, where it goes when it is played, and what all can know."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.actions import PlayCard
from wartable.games.conquest.lotr.data import Power
from wartable.games.conquest.lotr.state import LotrRoundState, LotrState, hand_mask

if TYPE_CHECKING:
    from wartable.games.conquest.lotr.rules import LotrRules  # which the options are compiled into


def powers_in(rules: LotrRules, state: LotrState, seat: int) -> tuple[Power, ...]:
    """Return each power of a hand once."""
    return _powers_of(rules, state.adventure.hands[seat]) if state.adventure.hands else ()


@lru_cache(maxsize=4096)
def _powers_of(rules: LotrRules, hand: tuple[int, ...]) -> tuple[Power, ...]:
    """Return each power of a hand once; hands seldom change, and every window asks for them."""
    powers = (power for card in hand if isinstance(power := rules.deck[card], Power))
    return tuple({power.id: power for power in powers}.values())


def moments_in(rules: LotrRules, state: LotrState, seat: int) -> frozenset[str]:
    """Return the moments at which the powers of a hand are played."""
    return _moments_of(rules, state.adventure.hands[seat]) if state.adventure.hands else _NEVER


@lru_cache(maxsize=4096)
def _moments_of(rules: LotrRules, hand: tuple[int, ...]) -> frozenset[str]:
    return frozenset(power.moment for power in _powers_of(rules, hand))


_NEVER: frozenset[str] = frozenset()


def number_of(rules: LotrRules, state: LotrState, seat: int, key: str) -> int | None:
    """Return the number of a card of a hand by its id; None where it is not there."""
    hand = state.adventure.hands[seat] if state.adventure.hands else ()
    return next((card for card in hand if rules.deck[card].id == key), None)


def laid_down(rules: LotrRules, state: LotrState, seat: int, action: PlayCard, tell: Tell) -> LotrState:
    """Put a power that is played in front of its seat."""
    card = number_of(rules, state, seat, action.card)
    if card is None:
        raise AssertionError(action)
    if tell is not None:
        tell.append(e.PowerPlayed(seat, action.card, action.source, action.target, action.count))
    shown = tuple((*cards, card) if other == seat else cards for other, cards in enumerate(state.shown))
    return replace(state, adventure=state.adventure.passed((card,), seat), shown=shown)


def site_earns(rules: LotrRules, state: LotrState, seat: int) -> bool:
    """Whether leaders of a seat have earned an adventure card in its turn (`lotr-risk T35`, `lotr-risk T82`)."""
    if rules.options.mission_or_card == "either" and state.missions_shown:
        return False
    present = rules.options.site_visit == "present"
    return bool(state.leaders & state.held[seat] & rules.sites) if present else state.site


def unseen(state: LotrState) -> int:
    """Return the cards that nobody has seen the last of, as a mask: in a hand or in the deck, nobody knows which."""
    found = state.adventure.deck
    for hand in state.adventure.hands:
        found |= hand_mask(hand)
    return found


def barred(state: LotrState, seat: int) -> bool:
    """Whether a seat plays nothing more in this turn or round: it has drawn an adventure card (`lotr-risk L39`)."""
    if state.drew and seat == state.seat:
        return True
    return isinstance(state, LotrRoundState) and bool(state.affairs.drew >> seat & 1)


def changed_units(state: LotrState, space: int, count: int) -> LotrState:
    """Return the state with more units in a territory, or fewer."""
    armies = state.armies
    return replace(state, armies=(*armies[:space], armies[space] + count, *armies[space + 1 :]))


def reinforced(
    rules: LotrRules, state: LotrState, seat: int, key: str, space: int, count: int, tell: Tell
) -> LotrState:
    """Bring units of a card to a territory, or take some away, and tell of it."""
    if not count:
        return state
    if tell is not None:
        tell.append(e.RewardPlaced(seat, key, rules.id(space), count))
    return changed_units(state, space, count)
