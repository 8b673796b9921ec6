"""What a seat may know of a conquest game, as data."""

from __future__ import annotations

from typing import Any

import msgspec

from wartable.board.maprules import SYMBOLS
from wartable.games.conquest import deck, goals
from wartable.games.conquest.machine import PhaseRow
from wartable.games.conquest.maps import drawing_key
from wartable.games.conquest.phases import PHASES, Shown
from wartable.games.conquest.rules import RiskRules, Rules
from wartable.games.conquest.state import ConquestState, RiskState


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


class RiskView(ConquestView, frozen=True, tag="risk"):
    """Everything a seat may know of a game of Classic Risk."""

    phase: Shown
    cards: CardsView
    goal: GoalView


def view_of(rules: RiskRules, state: RiskState, seat: int | None) -> RiskView:
    """Return what a seat (None: a spectator) may know."""
    return RiskView(
        **public(rules, state, PHASES[state.phase]),
        cards=_cards(rules, state, seat),
        goal=_goal(rules, state, seat),
    )


def public(rules: Rules, state: ConquestState, row: PhaseRow) -> dict[str, Any]:
    """Return the fields of a `ConquestView`, which are the same for everybody."""
    return {
        "board": drawing_key(state.options.board),
        "edition": state.options.board,
        "turn": state.turn,
        "seat": state.seat,
        "phase": row.shown,
        "owners": state.owners,
        "armies": state.armies,
        "to_place": in_hand(state),
        "placed": state.placed,
        "territories": tuple(mask.bit_count() for mask in state.held),
        "totals": state.army_totals(),
        "income": incomes(rules, state),
        "alive": state.alive,
        "order": state.order,
        "regions": _regions(rules, state),
        "occupy": _occupy(rules, state),
    }


def in_hand(state: ConquestState) -> int:
    """Return the armies that the seat still has to place, in the set-up or in its turn."""
    return state.pools[state.seat] if state.pools and state.phase in ("claim", "setup") else state.to_place


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
    return OccupyView(rules.id(entry.source), rules.id(entry.target), entry.least, state.armies[entry.source] - 1)


def _cards(rules: RiskRules, state: RiskState, seat: int | None) -> CardsView:
    cards = state.cards
    if not cards.hands:
        return CardsView(on=False)
    own = () if seat is None else cards.hands[seat]
    return CardsView(
        on=True,
        hand=tuple(
            CardView(deck.card_id(rules, card), deck.space_of(rules, card), deck.symbol(rules, card)) for card in own
        ),
        counts=tuple(len(hand) for hand in cards.hands),
        next_set=_next_set(rules, state),
        must_trade=deck.must_trade(rules, state),
        deck=cards.deck.bit_count(),
        seized=rules.seize_cards,
    )


def _next_set(rules: RiskRules, state: RiskState) -> int | tuple[int, ...]:
    if rules.options.cards == "escalating":
        return deck.worth(rules, (), state.cards.sets)
    kinds = [*((symbol,) * deck.SET for symbol in SYMBOLS), SYMBOLS]
    if rules.options.cards == "italian":
        kinds.append((SYMBOLS[0], SYMBOLS[0], deck.WILD))
    return tuple(deck.worth(rules, kind, 0) for kind in kinds)


def _goal(rules: RiskRules, state: RiskState, seat: int | None) -> GoalView:
    over = state.victory is not None
    secret = rules.options.goal == "missions" and not over
    return GoalView(
        kind=rules.options.goal,
        text=goals.goal_text(rules, state.seats),
        mission=None if seat is None else _mission(rules, state, seat),
        target=_target(rules, state, seat),
        missions=tuple(_mission(rules, state, one) for one in range(state.seats)) if over and state.missions else (),
        progress=tuple(
            None if secret and other != seat else round(goals.progress(rules, state, other), 4)
            for other in range(state.seats)
        ),
    )


def _mission(rules: RiskRules, state: RiskState, seat: int) -> str | None:
    """Return a seat's mission as a sentence, if it has one."""
    if not state.missions or state.missions[seat] == goals.NO_MISSION:
        return None
    text = goals.mission_text(rules, state, seat, state.missions[seat])
    return f"{text[0].upper()}{text[1:]}."


def _target(rules: RiskRules, state: RiskState, seat: int | None) -> int | None:
    """Return the seat that the own mission says to eliminate, if it still does."""
    if seat is None or not state.missions or state.missions[seat] == goals.NO_MISSION:
        return None
    target = goals.target_seat(rules, state.missions[seat])
    return None if target is None or goals.falls_back(state, seat, target) else target
