"""The facts that cases of every conquest game may state, as far as the game has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import BadData
from wartable.engine.values import Seat
from wartable.games.conquest.cases.form import Holding
from wartable.games.conquest.cases.reader import Fact, Reader, check_seat
from wartable.games.conquest.cases.steps import due
from wartable.games.conquest.cases.table import Table
from wartable.games.conquest.core.events import Eliminated, TurnBegan
from wartable.games.conquest.core.state import Cards
from wartable.games.conquest.core.ways import fortify_targets, targets

AnyTable: TypeAlias = Table[Any, Any]
AnyReader: TypeAlias = Reader[Any, Any, Any]
Vary: TypeAlias = Mapping[str, Callable[[AnyTable, int], Any]]
"""Positions that differ from that of a table only in what a seat has, by the kind of it; None: it has nothing such.

A pair of positions, where they differ from each other so, and the table's has nothing of the kind yet.
"""


class AskedFact(msgspec.Struct, frozen=True):
    """Whose answer is due, and about what."""

    seats: tuple[int, ...] | None = None
    kind: str | None = None
    about: str | None = None
    step: str | None = None


class HandCount(msgspec.Struct, frozen=True):
    """Cards in a hand, by deck."""

    territory: int | None = None
    adventure: int | None = None


def differing(name: str, expected: object, found: object) -> Iterator[str]:
    """Yield in words that two values differ, if they do; tuples are compared as lists."""
    if plain(expected) != plain(found):
        yield f"{name}: expected {said(expected)}, found {said(found)}"


def plain(value: object) -> object:
    """Return a value as JSON has it: without tuples, with texts as keys."""
    return msgspec.json.decode(msgspec.json.encode(value))


def said(value: object) -> str:
    """Say a value as it stands in a file."""
    return msgspec.json.encode(value).decode()


def as_set(names: Sequence[Any]) -> list[Any]:
    """Return a list in an order that does not matter."""
    return sorted(names, key=str)


def by_key(name: str, expected: Mapping[Any, Any], found: Callable[[Any], Any]) -> Iterator[str]:
    """Yield what differs for each key that is stated."""
    for key, value in expected.items():
        yield from differing(f"{name} {key}", value, found(key))


def sets_by_key(
    name: str, expected: Mapping[Any, Sequence[Any]], found: Callable[[Any], Sequence[Any]]
) -> Iterator[str]:
    """Yield what differs for each key, where the order does not matter."""
    for key, value in expected.items():
        yield from differing(f"{name} {key}", as_set(value), as_set(found(key)))


def _territories(table: AnyTable, expected: dict[str, Holding]) -> Iterator[str]:
    yield from by_key("territories", expected, table.held)


def _to_place(table: AnyTable, expected: int) -> Iterator[str]:
    yield from differing("to_place", expected, table.state.to_place)


def _ended(table: AnyTable, expected: bool) -> Iterator[str]:  # noqa: FBT001 - a stated fact
    yield from differing("ended", expected, table.game.outcome(table.state) is not None)


def _winner(table: AnyTable, expected: tuple[int, ...]) -> Iterator[str]:
    outcome = table.game.outcome(table.state)
    yield from differing("winner", as_set(expected), as_set(outcome.winners if outcome else ()))


def _reason(table: AnyTable, expected: str) -> Iterator[str]:
    outcome = table.game.outcome(table.state)
    yield from differing("reason", expected, outcome.reason if outcome else None)


def _eliminated(table: AnyTable, expected: tuple[int, ...]) -> Iterator[str]:
    told = {event.seat for event in table.events if isinstance(event, Eliminated)}
    yield from differing("eliminated", as_set(expected), as_set([*told]))


def _attackable(table: AnyTable, expected: dict[str, tuple[str, ...]]) -> Iterator[str]:
    yield from sets_by_key("attackable", expected, partial(_gone_to, table, targets))


def _reachable(table: AnyTable, expected: dict[str, tuple[str, ...]]) -> Iterator[str]:
    yield from sets_by_key("reachable", expected, partial(_gone_to, table, fortify_targets))


def _gone_to(table: AnyTable, ways: Callable[[Any, Any, int, int], int], source: str) -> tuple[str, ...]:
    space = table.space(source)
    owner = table.state.owner(space)
    if owner < 0:
        raise BadData(f"expect: nobody holds {source}, so nobody goes from there")
    return table.ids(ways(table.rules, table.state, owner, space))


def _view(
    table: AnyTable, expected: dict[int, dict[str, tuple[int | Literal["neutral"] | None, int | None]]]
) -> Iterator[str]:
    for seat, places in expected.items():
        view: Any = table.game.view(table.state, Seat(seat))

        def seen(name: str, view: Any = view) -> list[object]:  # noqa: ANN401
            space = table.space(name)
            units = view.armies[space]
            owner = view.owners[space]
            return [("neutral" if units else None) if owner < 0 else owner, units if units >= 0 else None]

        yield from by_key(f"view of seat {seat}:", places, seen)


def _setup_units(table: AnyTable, expected: dict[int, int]) -> Iterator[str]:
    yield from by_key("units_left", expected, lambda seat: table.state.pools[seat] if table.state.pools else 0)


def _asked(reader: AnyReader, table: AnyTable, expected: AskedFact) -> Iterator[str]:
    asked = table.game.asked(table.state)
    if asked is None:
        yield f"asked: expected {said(expected)}, and {due(table)}"
        return
    if expected.seats is not None:
        yield from differing("asked seats", as_set(expected.seats), as_set([*asked.seats]))
    if expected.kind is not None:
        yield from differing("asked kind", expected.kind, asked.kind)
    if expected.about is not None:
        yield from differing("asked about", expected.about, asked.about)
    if expected.step is not None:
        found = reader.step(table)
        if not reader.passed_over(table, expected.step):
            yield from differing("asked step", expected.step, found)


def _hands(reader: AnyReader, table: AnyTable, expected: dict[int, tuple[str, ...]]) -> Iterator[str]:
    def hand(seat: int) -> list[str]:
        return [reader.card_name(table, card) for card in table.state.cards.hands[seat]]

    yield from sets_by_key("territory_cards", expected, hand)


def _hand_counts(table: AnyTable, expected: dict[int, HandCount]) -> Iterator[str]:
    for seat, counts in expected.items():
        if counts.territory is not None:
            yield from differing(f"hand_counts {seat} territory", counts.territory, len(table.state.cards.hands[seat]))


def _income(reader: AnyReader, table: AnyTable, expected: dict[int, dict[str, int]]) -> Iterator[str]:
    for seat, lines in expected.items():
        found = income_lines(table, seat)
        yield from by_key(f"income {seat}", lines, found.get)


def income_lines(table: AnyTable, seat: int) -> dict[str, int]:
    """Return what a seat was told to get when its turn began, by what it is for."""
    told = [event for event in table.events if isinstance(event, TurnBegan) and event.seat == seat]
    return {"total": told[-1].income if told else table.rules.income(table.state, seat)}


def _hidden(vary: Vary, table: AnyTable, expected: dict[int, tuple[str, ...]]) -> Iterator[str]:
    for seat, facts in expected.items():
        for fact in facts:
            kind, _, owner = fact.partition(".")
            if kind not in vary or not owner.isdecimal():
                raise BadData(f"expect: hidden {fact!r} is none of {', '.join(f'{one}.SEAT' for one in vary)}")
            check_seat(int(owner), table.state.seats, f"expect: hidden {fact}")
            other = vary[kind](table, int(owner))
            if other is None:
                raise BadData(f"expect: hidden {fact} cannot be told: there is nothing to change")
            both: Any = other
            pair: tuple[Any, ...] = both if isinstance(other, tuple) else (table.state, both)
            shown = [_shown(table, state, seat) for state in pair]
            if shown[0] != shown[1]:
                yield f"hidden: seat {seat} is shown {fact}"


def _shown(table: AnyTable, state: Any, seat: int) -> tuple[object, ...]:  # noqa: ANN401 - of the game
    """Return everything that a seat is shown of a position and asked in it."""
    game, who = table.game, Seat(seat)
    offers = game.legal(state, who).structure() if who in game.to_act(state) else ()
    return game.view(state, who), game.asked(state), game.to_act(state), offers, game.outcome(state)


def other_hand(table: AnyTable, seat: int) -> Any:  # noqa: ANN401 - the state of the table
    """Return the position in which a seat has as many other territory cards; None where it has none."""
    if not table.state.cards.hands or not table.state.cards.hands[seat]:
        return None
    return replace(table.state, cards=with_other_hand(table.state.cards, table.rules.cards.size, seat))


def with_other_hand(cards: Cards, size: int, seat: int) -> Cards:
    """Return cards of which a seat holds as many others, those first that are in the deck."""
    own = cards.hands[seat]
    free = tuple(card for card in range(size) if cards.deck >> card & 1)[: len(own)]
    hands = tuple(free if each == seat else hand for each, hand in enumerate(cards.hands))
    return replace(cards, hands=hands, deck=cards.deck ^ sum(1 << card for card in (*free, *own)))


def facts_for(reader: AnyReader, vary: Vary) -> Mapping[str, Fact]:
    """Return the facts of the family for one game's reader; `vary` is what can be hidden."""
    ways = dict[str, tuple[str, ...]]
    return {
        "territories": Fact(dict[str, Holding], _territories),
        "to_place": Fact(int, _to_place),
        "units_left": Fact(dict[int, int], _setup_units),
        "asked": Fact(AskedFact, partial(_asked, reader)),
        "income": Fact(dict[int, dict[str, int]], partial(_income, reader)),
        "ended": Fact(bool, _ended),
        "winner": Fact(tuple[int, ...], _winner),
        "reason": Fact(str, _reason),
        "eliminated": Fact(tuple[int, ...], _eliminated),
        "attackable": Fact(ways, _attackable),
        "reachable": Fact(ways, _reachable),
        "territory_cards": Fact(dict[int, tuple[str, ...]], partial(_hands, reader)),
        "hand_counts": Fact(dict[int, HandCount], _hand_counts),
        "view": Fact(dict[int, dict[str, tuple[int | Literal["neutral"] | None, int | None]]], _view),
        "hidden": Fact(dict[int, tuple[str, ...]], partial(_hidden, vary)),
    }
