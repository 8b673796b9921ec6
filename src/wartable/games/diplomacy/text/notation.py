"""Orders read from text in nearly any style people use; `str(order)` writes the canonical one.

Read are codes, full and shortened names, `-`, `->`, `to` and `moves to`, coasts as `/NC`, `(nc)` or `north coast`,
words or letters for the orders, nationality words, and units without their letter where the position tells it.
"""

from __future__ import annotations

from collections.abc import Sequence

from wartable.engine.errors import BadNotation, Reason
from wartable.games.adjudication import orders
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.text.names import Names, names_of, tokens_of
from wartable.games.diplomacy.text.parser import Parser
from wartable.games.diplomacy.text.strictness import check_style, is_strict
from wartable.games.diplomacy.variant import Variant

LONGEST = 300
"""Most characters one order may have."""
_MOST_KEPT = 20_000
_LONGEST_ALONE = 4


class Notation:
    """The reader of one variant, which remembers what it has read; made by `notation_of`."""

    def __init__(self, variant: Variant) -> None:
        self.names: Names = names_of(variant)
        self._known: dict[str, orders.AnyOrder] = {}

    def read(self, text: str, position: Position | None = None, rulings: Rulings | None = None) -> orders.AnyOrder:
        """Read one order; raises `BadNotation` saying what is wrong with it.

        The position tells the letter of a unit written without one, and makes a move of a dislodged unit its retreat.
        Rulings may ask for more than that a text makes sense (4.C, 4.E.2).
        """
        if rulings is not None and is_strict(rulings):
            order = self._strictly(text, position, rulings)
            if rulings.poor_orders == "strict":
                return order
        else:
            order = self._readily(text, position)
        if position is not None and position.dislodged and type(order) is orders.Move:
            return _as_retreat(order, position)
        return order

    def read_all(self, texts: Sequence[str]) -> list[orders.AnyOrder]:
        """Read several orders that need no position and no rulings to be understood; raises as `read` does."""
        known = self._known
        try:
            return [known[text] for text in texts]
        except KeyError:
            return [self._readily(text, None) for text in texts]

    def _readily(self, text: str, position: Position | None) -> orders.AnyOrder:
        """Read any text that makes sense, from memory if it was read before."""
        known = self._known.get(text)
        if known is not None:
            return known
        order = self._fast(text.split())
        return self._keep(text, order) if order else self._slow(text, position)

    def _keep(self, text: str, order: orders.AnyOrder) -> orders.AnyOrder:
        if len(self._known) >= _MOST_KEPT:
            self._known.clear()
        self._known[text] = order
        return order

    def _strictly(self, text: str, position: Position | None, rulings: Rulings) -> orders.AnyOrder:
        parser = self._parser(text, position)
        order = parser.order()
        check_style(self.names.variant, text, order, parser, position, rulings)
        return order

    def _slow(self, text: str, position: Position | None) -> orders.AnyOrder:
        parser = self._parser(text, position)
        order = parser.order()
        return order if parser.guessed else self._keep(text, order)

    def _parser(self, text: str, position: Position | None) -> Parser:
        if len(text) > LONGEST:
            message = f"An order has at most {LONGEST} characters; this one has {len(text)}."
            raise BadNotation(Reason(code="notation.too_long", message=message))
        tokens = tokens_of(text)
        if not tokens:
            raise BadNotation(
                Reason(code="notation.empty", message="There is no order there. Write one as A PAR - BUR.")
            )
        return Parser(self.names, tokens, position)

    def _fast(self, words: list[str]) -> orders.AnyOrder | None:
        """Read the canonical form by looking its words up; None where it is not exactly that."""
        try:
            if len(words) > _LONGEST_ALONE:
                return self._fast_of_two(words)
            return self._fast_alone(words)
        except KeyError:
            return None

    def _fast_alone(self, words: list[str]) -> orders.AnyOrder | None:
        units, places = self.names.units, self.names.ends
        match words:
            case [kind, at, "-", to]:
                return orders.Move(units[kind][at], places[kind][to])
            case [kind, at, "H"]:
                return orders.Hold(units[kind][at])
            case [kind, at, "R", to]:
                return orders.Retreat(units[kind][at], places[kind][to])
            case ["B", kind, at] | [kind, at, "B"]:
                return orders.Build(units[kind][at])
            case ["D", kind, at] | [kind, at, "D"]:
                return orders.Disband(units[kind][at])
            case _:
                return None

    def _fast_of_two(self, words: list[str]) -> orders.AnyOrder | None:
        units, places = self.names.units, self.names.ends
        match words:
            case [kind, at, "S", kind2, at2, "-", to]:
                return orders.SupportMove(units[kind][at], units[kind2][at2], places[kind2][to])
            case [kind, at, "S", kind2, at2]:
                return orders.SupportHold(units[kind][at], units[kind2][at2])
            case [kind, at, "C", kind2, at2, "-", to]:
                return orders.Convoy(units[kind][at], units[kind2][at2], places[kind2][to])
            case [kind, at, "-", to, "VIA"]:
                return orders.Move(units[kind][at], places[kind][to], via=True)
            case _:
                return None


def _as_retreat(order: orders.Move, position: Position) -> orders.AnyOrder:
    """Read a move of a dislodged unit as its retreat: nothing else moves in a retreat phase."""
    unit = order.unit
    if position.phase.kind == "retreats" and any(one.unit.province == unit.province for one in position.dislodged):
        return orders.Retreat(unit, order.to)
    return order


def notation_of(variant: Variant) -> Notation:
    """Return the reader of a variant, made at the first call and kept with it."""
    known = vars(variant)
    notation: Notation | None = known.get("notation")
    if notation is None:
        notation = known["notation"] = Notation(variant)
    return notation


def read_order(
    variant: Variant, text: str, position: Position | None = None, rulings: Rulings | None = None
) -> orders.AnyOrder:
    """Read one order of a variant; raises `BadNotation` saying what is wrong and what was probably meant."""
    return notation_of(variant).read(text, position, rulings)
