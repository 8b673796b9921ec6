"""Facts of cases of Lord of the Rings Risk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.errors import BadData
from wartable.games.conquest.cases.facts import (
    HandCount,
    as_set,
    by_key,
    differing,
    facts_for,
    other_hand,
    sets_by_key,
    with_other_hand,
)
from wartable.games.conquest.cases.reader import Fact
from wartable.games.conquest.core.events import TurnBegan
from wartable.games.conquest.core.goals import HoldRegions, HoldSpaces, mission_of
from wartable.games.conquest.core.ways import free_spaces
from wartable.games.conquest.lotr.cases.position import GoalLine, Lasting, LotrReader, LotrTable, OwedLine
from wartable.games.conquest.lotr.cases.standing import same_without
from wartable.games.conquest.lotr.data import Happening
from wartable.games.conquest.lotr.goals import EliminateColour
from wartable.games.conquest.lotr.income import income_of, points_of, stars_of
from wartable.games.conquest.lotr.movement import BRIDGE, reach, voyage
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.simultaneous.cases import FACTS as ROUND_FACTS
from wartable.games.conquest.simultaneous.cases import HIDDEN

Lists = dict[int, tuple[str, ...]]


class SetUpFact(msgspec.Struct, frozen=True):
    """What the set-up has dealt and left; numbers by seat."""

    dealt: dict[int | Literal["neutral"], int] = {}
    dealt_kinds: dict[int, dict[str, int]] = {}
    open: int | None = None
    units_left: dict[int, int] = {}
    neutral_units: int | None = None
    owned: dict[int, int] = {}
    empty: int | None = None


class Decks(msgspec.Struct, frozen=True):
    """Cards left in the decks."""

    territory: int | None = None
    adventure: int | None = None


def _leaders(table: LotrTable, expected: Lists) -> Iterator[str]:
    state = table.state

    def stand(seat: int) -> list[str]:
        spaces = bits(state.leaders & state.held[seat])
        return [table.rules.id(space) for space in spaces for _ in range(state.pieces[0][space])]

    yield from sets_by_key("leaders", expected, stand)


def _names(table: LotrTable, cards: Sequence[int]) -> list[str]:
    return [table.rules.deck[card].id for card in cards]


def _adventure(table: LotrTable, expected: Lists) -> Iterator[str]:
    def hand(seat: int) -> list[str]:
        return _names(table, table.state.adventure.hands[seat])

    yield from sets_by_key("adventure_cards", expected, hand)


def _shown(table: LotrTable, expected: Lists) -> Iterator[str]:
    def front(seat: int) -> list[str]:
        return _names(table, table.state.shown[seat])

    yield from sets_by_key("shown", expected, front)


def _discards(table: LotrTable, expected: tuple[str, ...]) -> Iterator[str]:
    state = table.state
    kept = {card for cards in (*state.adventure.hands, *state.shown) for card in cards}
    gone = [card for card in range(len(table.rules.deck)) if not state.adventure.deck >> card & 1 and card not in kept]
    yield from differing("adventure_discard", as_set(expected), as_set(_names(table, gone)))


def _ring(table: LotrTable, expected: str | None) -> Iterator[str]:
    path, ring = table.rules.path, table.state.ring
    found = table.rules.id(path[ring]) if ring >= 0 and path else table.case.before.get("ring")  # nothing moves it
    yield from differing("ring", expected, found)


def _income(table: LotrTable, expected: dict[int, dict[str, int]]) -> Iterator[str]:
    for seat, lines in expected.items():
        found = income_of(table.rules, table.state.held[seat])
        told = [one.income for one in table.events if isinstance(one, TurnBegan) and one.seat == seat]
        parts = {**found._asdict(), "total": found.total}
        yield from by_key(f"income {seat}", lines, parts.get)
        if told and "total" in lines:
            yield from differing(f"income {seat} told", lines["total"], told[-1])


def _reason(table: LotrTable, expected: str) -> Iterator[str]:
    yield from differing("reason", expected, table.state.ended_by)


def _scores(table: LotrTable, expected: dict[int, int]) -> Iterator[str]:
    yield from by_key("scores", expected, lambda seat: points_of(table.rules, table.state, seat).total)


def _score_lines(table: LotrTable, expected: dict[int, dict[str, int]]) -> Iterator[str]:
    for seat, lines in expected.items():
        points = points_of(table.rules, table.state, seat)
        yield from by_key(f"score_lines {seat}", lines, {**points._asdict(), "total": points.total}.get)


def _stars(table: LotrTable, expected: dict[int, int]) -> Iterator[str]:
    yield from by_key("stars", expected, lambda seat: stars_of(table.rules, table.state, seat))


def _owner(table: LotrTable, name: str) -> tuple[int, int]:
    space = table.space(name)
    owner = table.state.owner(space)
    if owner < 0:
        raise BadData(f"expect: nobody holds {name}, so nobody goes from there")
    return owner, space


def _attackable(table: LotrTable, expected: dict[str, tuple[str, ...]]) -> Iterator[str]:
    def targets(name: str) -> tuple[str, ...]:
        seat, space = _owner(table, name)
        ways = table.rules.ways(table.state, seat)[space]
        return table.ids(ways & ~table.rules.friends(table.state, seat) & ~free_spaces(table.state))

    yield from sets_by_key("attackable", expected, targets)


def _reachable(table: LotrTable, expected: dict[str, tuple[str, ...]]) -> Iterator[str]:
    def ends(name: str) -> tuple[str, ...]:
        return table.ids(reach(table.rules, table.state, *_owner(table, name)))

    yield from sets_by_key("reachable", expected, ends)


def _sea(table: LotrTable, expected: dict[str, tuple[str, ...]]) -> Iterator[str]:
    def ports(name: str) -> tuple[str, ...]:
        return table.ids(voyage(table.rules, table.state, *_owner(table, name)))

    yield from sets_by_key("sea_reach", expected, ports)


def _in_force(table: LotrTable, expected: tuple[Lasting, ...]) -> Iterator[str]:
    wanted = [replace(one, territories=as_set(one.territories), bridge=as_set(one.bridge)) for one in expected]
    found: list[Lasting] = []
    for one in table.state.in_force:
        spaces = as_set(table.ids(one.spaces))
        bridge = one.card == BRIDGE
        found.append(Lasting(one.card, one.by, () if bridge else tuple(spaces), tuple(spaces) if bridge else ()))
    yield from differing("in_force", as_set(wanted), as_set(found))


def _owed(table: LotrTable, expected: dict[int, tuple[OwedLine, ...]]) -> Iterator[str]:
    def found(seat: int) -> list[OwedLine]:
        return [OwedLine(one.card, one.units) for one in table.state.owed if one.seat == seat]

    yield from sets_by_key("owed", expected, found)


def _goals(table: LotrTable, expected: dict[int, GoalLine]) -> Iterator[str]:
    yield from by_key("goals", expected, lambda seat: goal_line(table, seat))


def goal_line(table: LotrTable, seat: int) -> GoalLine | None:
    """Return the goal that a seat has now, after what has become of it."""
    goal = mission_of(table.rules, table.state, seat)
    if isinstance(goal, EliminateColour) and goal.lost(table.state, seat):
        goal = goal.otherwise
    match goal:
        case HoldSpaces():
            return GoalLine("territorial", goal.count, goal.armies)
        case HoldRegions():
            return GoalLine("regions", regions=goal.hold)
        case EliminateColour():
            return GoalLine("eliminate", colour=goal.colour)
        case _:
            return None


def _setup(table: LotrTable, expected: SetUpFact) -> Iterator[str]:
    state, rules = table.state, table.rules
    shares = state.dealt or state.held
    neutral = [n for n, units in enumerate(state.armies) if units and state.owner(n) < 0]

    def dealt(who: int | Literal["neutral"]) -> int:
        return len(neutral) if who == "neutral" else shares[who].bit_count()

    def owned(seat: int) -> int:
        return state.held[seat].bit_count()

    def left(seat: int) -> int:
        return state.pools[seat] if state.pools else 0

    yield from by_key("setup dealt", expected.dealt, dealt)
    for seat, kinds in expected.dealt_kinds.items():
        found = [rules.alignment[space] for space in bits(shares[seat])]
        yield from by_key(f"setup dealt_kinds {seat}", kinds, found.count)
    taken = sum(state.dealt)
    counted = {
        "open": (free_spaces(state) & ~taken).bit_count(),
        "empty": free_spaces(state).bit_count(),
        "neutral_units": sum(state.armies[space] for space in neutral),
    }
    for name, found_now in counted.items():
        stated = getattr(expected, name)
        if stated is not None:
            yield from differing(f"setup {name}", stated, found_now)
    yield from by_key("setup owned", expected.owned, owned)
    yield from by_key("setup units_left", expected.units_left, left)


def _hand_counts(table: LotrTable, expected: dict[int, HandCount]) -> Iterator[str]:
    for seat, counts in expected.items():
        if counts.territory is not None:
            yield from differing(f"hand_counts {seat} territory", counts.territory, len(table.state.cards.hands[seat]))
        if counts.adventure is not None:
            found = len(table.state.adventure.hands[seat])
            yield from differing(f"hand_counts {seat} adventure", counts.adventure, found)


def _decks(table: LotrTable, expected: Decks) -> Iterator[str]:
    found = {"territory": table.state.cards.deck, "adventure": table.state.adventure.deck}
    for name, deck in found.items():
        stated = getattr(expected, name)
        if stated is not None:
            yield from differing(f"decks {name}", stated, deck.bit_count())


def _events_in_hands(table: LotrTable, expected: int) -> Iterator[str]:
    held = [card for hand in table.state.adventure.hands for card in hand]
    yield from differing(
        "events_in_hands", expected, sum(isinstance(table.rules.deck[card], Happening) for card in held)
    )


def _path(table: LotrTable, expected: tuple[str, ...]) -> Iterator[str]:
    yield from differing("path", expected, [table.rules.id(space) for space in table.rules.path])


def _path_dice(table: LotrTable, expected: tuple[str, ...]) -> Iterator[str]:
    path = table.rules.path
    yield from differing("path_dice", expected, [table.rules.id(path[step]) for step in bits(table.rules.path_dice)])


def _other_adventure(table: LotrTable, seat: int) -> LotrState | None:
    state: LotrState = table.state
    if not state.adventure.hands[seat]:
        return None
    return replace(state, adventure=with_other_hand(state.adventure, len(table.rules.deck), seat))


def _other_aside(table: LotrTable, seat: int) -> LotrState | None:
    """Return the position in which a seat has put other cards aside."""
    state: LotrState = table.state
    own = state.aside[seat] if state.aside else ()
    if not own:
        return None
    land = len(table.rules.board.ids)
    free = [n for n in range(land) if state.cards.deck >> n & 1 and not state.held[seat] >> n & 1][: len(own)]
    swapped = sum(1 << card for card in (*own, *free))
    aside = tuple(tuple(free) if other == seat else kept for other, kept in enumerate(state.aside))
    return replace(state, aside=aside, cards=replace(state.cards, deck=state.cards.deck ^ swapped))


def _other_goal(table: LotrTable, seat: int) -> LotrState | None:
    state: LotrState = table.state
    others = [number for number in range(len(table.rules.missions)) if number not in state.missions]
    if not state.missions or not others:
        return None
    return replace(state, missions=tuple(others[0] if s == seat else own for s, own in enumerate(state.missions)))


def _other_capital(table: LotrTable, seat: int) -> LotrState | None:
    state: LotrState = table.state
    others = bits(state.held[seat] & ~sum(1 << space for space in state.capitals if space >= 0))
    if not state.capitals or not others:
        return None
    return replace(state, capitals=tuple(others[0] if s == seat else own for s, own in enumerate(state.capitals)))


def _aside(reader: LotrReader, table: LotrTable, expected: Lists) -> Iterator[str]:
    def kept(seat: int) -> list[str]:
        cards = table.state.aside[seat] if table.state.aside else ()
        return [reader.card_name(table, card) for card in cards]

    yield from sets_by_key("aside", expected, kept)


def facts_of(reader: LotrReader) -> Mapping[str, Fact]:
    """Return the facts of the game's cases."""
    ways = dict[str, tuple[str, ...]]
    vary: dict[str, Any] = {
        "aside": _other_aside,
        "capitals": _other_capital,
        "goals": _other_goal,
        "territory_cards": other_hand,
        "adventure_cards": _other_adventure,
        "standing": same_without(reader),
        **HIDDEN,
    }
    return {
        **facts_for(reader, vary),
        **ROUND_FACTS,
        "leaders": Fact(Lists, _leaders),
        "adventure_cards": Fact(Lists, _adventure),
        "shown": Fact(Lists, _shown),
        "aside": Fact(Lists, partial(_aside, reader)),
        "adventure_discard": Fact(tuple[str, ...], _discards),
        "ring": Fact(str | None, _ring),
        "income": Fact(dict[int, dict[str, int]], _income),
        "reason": Fact(str, _reason),
        "scores": Fact(dict[int, int], _scores),
        "score_lines": Fact(dict[int, dict[str, int]], _score_lines),
        "stars": Fact(dict[int, int], _stars),
        "attackable": Fact(ways, _attackable),
        "reachable": Fact(ways, _reachable),
        "sea_reach": Fact(ways, _sea),
        "in_force": Fact(tuple[Lasting, ...], _in_force),
        "owed": Fact(dict[int, tuple[OwedLine, ...]], _owed),
        "goals": Fact(dict[int, GoalLine], _goals),
        "setup": Fact(SetUpFact, _setup),
        "hand_counts": Fact(dict[int, HandCount], _hand_counts),
        "decks": Fact(Decks, _decks),
        "events_in_hands": Fact(int, _events_in_hands),
        "path": Fact(tuple[str, ...], _path),
        "path_dice": Fact(tuple[str, ...], _path_dice),
    }
