"""What a seat may know of a conquest game, as data."""

from __future__ import annotations

from typing import Any

import msgspec

from wartable.games.conquest.core.maps import drawing_key
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import Claims, SetUpPlacing


class RegionView(msgspec.Struct, frozen=True):
    """A continent, its bonus, and the seat that holds all of it (-1: nobody)."""

    id: str
    bonus: int
    holder: int


class OccupyView(msgspec.Struct, frozen=True):
    """A conquered territory and how many armies may move in."""

    source: str
    target: str
    least: int
    most: int


class CardView(msgspec.Struct, frozen=True):
    """A card in one's own hand; wild cards picture no space."""

    id: str
    space: str | None
    symbol: str


class CardsView(msgspec.Struct, frozen=True):
    """Cards: the own hand, everybody's number of cards, what the next set brings.

    `next_set` is one number where sets grow, or the armies for infantry, cavalry, artillery and one of each, and by the
    Italian rule for two alike with a wild card. `seized`: whoever takes somebody's last space gets their cards.
    """

    on: bool
    hand: tuple[CardView, ...] = ()
    counts: tuple[int, ...] = ()
    next_set: int | tuple[int, ...] = 0
    must_trade: bool = False
    deck: int = 0
    seized: bool = True


class GoalView(msgspec.Struct, frozen=True):
    """What wins: in words, the own mission, and how far each seat is from 0 to 1 (None: secret).

    Words name a seat as `seat 2`, for the rules know no players' names; `target` is the seat the own mission names.
    `missions` are everybody's, by seat, once the game is over and nothing is secret any more; empty before.
    """

    kind: str
    text: str
    mission: str | None
    progress: tuple[float | None, ...]
    target: int | None = None
    missions: tuple[str | None, ...] = ()


class ConquestView(msgspec.Struct, frozen=True):
    """The board and what everybody sees on it in every game; lists of spaces follow the order of the board."""

    board: str
    edition: str
    turn: int
    seat: int
    phase: str
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    to_place: int
    placed: int
    territories: tuple[int, ...]
    totals: tuple[int, ...]
    income: tuple[int, ...]
    alive: tuple[bool, ...]
    order: tuple[int, ...]
    regions: tuple[RegionView, ...]
    occupy: OccupyView | None


def public(rules: Rules, state: ConquestState, shown: str) -> dict[str, Any]:
    """Return the fields of a `ConquestView`, the same for everybody; `shown` is the phase as people see it."""
    return {
        "board": drawing_key(state.options.map_name),
        "edition": state.options.map_name,
        "turn": state.turn,
        "seat": state.seat,
        "phase": shown,
        "owners": state.owners,
        "armies": state.armies,
        "to_place": in_hand(state, state.seat),
        "placed": state.placed,
        "territories": tuple(mask.bit_count() for mask in state.held),
        "totals": state.army_totals(),
        "income": incomes(rules, state),
        "alive": state.alive,
        "order": state.order,
        "regions": _regions(rules, state),
        "occupy": _occupy(rules, state),
    }


def in_hand(state: ConquestState, seat: int) -> int:
    """Return the armies that a seat still has to place, in the set-up or in its turn."""
    first = state.pools and state.agenda and isinstance(state.agenda[0], Claims | SetUpPlacing)
    return state.pools[seat] if first else state.to_place


def incomes(rules: Rules, state: ConquestState) -> tuple[int, ...]:
    """Return the armies each seat would get now; none for those who hold nothing."""
    return tuple(rules.income(state, seat) if mask else 0 for seat, mask in enumerate(state.held))


def _regions(rules: Rules, state: ConquestState) -> tuple[RegionView, ...]:
    return tuple(
        RegionView(key, armies, next((seat for seat, held in enumerate(state.held) if held & mask == mask), -1))
        for key, (mask, armies) in zip(rules.board.region_ids, rules.bonuses, strict=True)
    )


def _occupy(rules: Rules, state: ConquestState) -> OccupyView | None:
    entry = state.entry
    if entry is None:
        return None
    return OccupyView(rules.id(entry.source), rules.id(entry.target), entry.least, entry.most)
