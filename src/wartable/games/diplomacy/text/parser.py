"""The parser of one order: a small descent over its words, with the position at hand for what people leave out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wartable.engine.errors import BadNotation, Reason
from wartable.games.adjudication import orders
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.text import vocabulary as words
from wartable.games.diplomacy.text.names import COASTS, Names

_LONGEST_KIND = 5
"""Most words and hyphens of the name of a kind."""


class Parser:
    """Reads one order from its words; `position` tells what people leave out, and may be missing."""

    def __init__(self, names: Names, tokens: Sequence[str], position: Position | None) -> None:
        self._names = names
        self._tokens = words.plain_brackets(tokens)
        self._position = position
        self._at = 0
        self._began = 0
        self._nation_between: orders.Power | None = None
        self._passed: list[orders.Location] = []
        self.guessed = False
        """Whether a letter was left out, so that the same words may mean another order in another position."""
        self.build_guessed = False
        """Whether the letter of a build was left out."""
        self.helped: tuple[orders.Unit, orders.Power | None] | None = None
        """The unit supported or convoyed, and the power it is said to be of."""

    def order(self) -> orders.AnyOrder:
        """Read the whole text; raises `BadNotation` saying which part makes no sense."""
        order = self._order()
        rest = self._tokens[self._at :]
        if any(word.isalnum() for word in rest):
            raise _bad("trailing", f'I understood "{order}", but not what follows it: "{" ".join(rest)}".')
        return order

    def _order(self) -> orders.AnyOrder:
        self._leading_nation()
        if self._word() in words.WAIVE or (self._word() in words.BUILD and self._word(1) in words.WAIVE):
            return self._waive()
        for those, read in (
            (words.BUILD, self._build),
            (words.DISBAND, self._disband),
            (words.RETREAT, self._leading_retreat),
        ):
            if self._word() in those and len(self._tokens) > self._at + 1:
                self._at += 1
                return read()
        unit = self._unit()
        if not self._word() and self._names.variant.map.kinds[unit.kind].called:
            return orders.Call(unit)
        return self._verb(unit)

    def _leading_nation(self) -> None:
        """Pass over a power that does something: `France builds A PAR`."""
        found = self._names.power(self._tokens, self._at)
        if found is not None and self._word(found[1] - self._at) in words.LEADING:
            self._at = found[1]

    def _waive(self) -> orders.Waive:
        self._at += 1 + (self._word() in words.BUILD)
        while self._word() in words.REST or self._word().isdigit():
            self._at += 1
        return orders.Waive()

    def _build(self) -> orders.AnyOrder:
        kind, place = self._kind_and_place()
        return orders.Build(orders.Unit(kind or self._built_kind(place), place))

    def _disband(self) -> orders.AnyOrder:
        return orders.Disband(self._unit())

    def _leading_retreat(self) -> orders.AnyOrder:
        return self._retreat(self._unit())

    def _verb(self, unit: orders.Unit) -> orders.AnyOrder:
        word = self._word()
        if word in words.VIA and (via := self._via()):
            return self._move(unit, via=via)
        if word == "con" and unit.kind == "F" and self._unit_follows():
            self._at += 1
            return self._convoy(unit)
        if word in words.MOVE | words.OFF:
            return self._nowhere(unit) or self._move(unit)
        for those, read in (
            (words.HOLD, orders.Hold),
            (words.SUPPORT, self._support),
            (words.CONVOY, self._convoy),
            (words.CONVERT, self._convert),
            (words.RETREAT, self._retreat),
            (words.DISBAND, orders.Disband),
            (words.BUILD, orders.Build),
        ):
            if word in those:
                self._at += 1
                return read(unit)
        if word and self._names.starts_place(self._tokens, self._at):
            return self._move(unit)
        raise self._no_verb(unit, word)

    def _nowhere(self, unit: orders.Unit) -> orders.AnyOrder | None:
        """Take what is no place to go to: `- hold`, `to hold`, `- OTB`, `off the board`."""
        at = self._at
        while self._word() in words.MOVE:
            self._at += 1
        word = self._word()
        if word in words.HOLD | words.OFF and not self._names.starts_place(self._tokens, self._at):
            self._at += 1
            while word in words.OFF and self._word() in words.BOARD:
                self._at += 1
            return orders.Hold(unit) if word in words.HOLD else orders.Disband(unit)
        self._at = at
        return None

    def _move(self, unit: orders.Unit, *, via: bool = False) -> orders.Move:
        places = [self._target(unit)]
        while self._word() in words.TO:
            places.append(self._target())
        via = self._via(unit) or via
        path = tuple(orders.province_of(place) for place in (*places[:-1], *self._passed))
        over_sea = unit.kind == "A" and any(self._names.variant.provinces[place].kind == "sea" for place in path)
        return orders.Move(unit, places[-1], via or over_sea, path)

    def _via(self, carried: orders.Unit | None = None) -> bool:
        """Take `via`, `via convoy`, or a path of fleets after it; behind an army's move `(C)`, `convoyed by F NTH`."""
        by_sea = carried is not None and carried.kind == "A" and self._word() in words.CONVOYED
        if self._word() not in words.VIA and not by_sea:
            return False
        self._at += 1
        while word := self._word():
            if self._names.starts_place(self._tokens, self._at):
                self._passed.append(self._place())
            elif word in words.OF_CONVOYS or (word in words.KINDS and self._place_follows()):
                self._at += 1
            else:
                break
        return True

    def _support(self, unit: orders.Unit) -> orders.AnyOrder:
        helped = self._other_unit()
        self._skip(words.FILLERS)
        if self._word() in words.HOLD:
            self._at += 1
            return orders.SupportHold(unit, helped)
        if self._word() in words.MOVE:
            if self._nowhere(helped):
                return orders.SupportHold(unit, helped)
            to = self._target(helped)
            while self._word() in words.TO:
                to = self._target(helped)
            self._via(helped)
            return orders.SupportMove(unit, helped, to)
        return orders.SupportHold(unit, helped)

    def _convoy(self, unit: orders.Unit) -> orders.AnyOrder:
        carried = self._other_unit("A")
        to = self._target()
        while self._word() in words.TO:
            to = self._target()
        self._via(carried)
        return orders.Convoy(unit, carried, to)

    def _convert(self, unit: orders.Unit) -> orders.AnyOrder:
        while self._word() in words.TO or self._word() in words.FILLERS:
            self._at += 1
        if self._kind() == unit.kind:
            raise _bad("same_kind", f"{unit} is of that kind already: it converts to the other one.")
        while self._word() in {"/", "("}:
            self._at += 1
        coast = COASTS.get(self._word(), "")
        self._at += bool(coast)
        return orders.Convert(unit, coast)

    def _retreat(self, unit: orders.Unit) -> orders.AnyOrder:
        return self._nowhere(unit) or orders.Retreat(unit, self._target(unit))

    def _unit_follows(self) -> bool:
        """Whether a unit stands behind the next word, so that `con` is no place to go to."""
        return self._word(1) in words.KINDS or self._place_follows()

    def _place_follows(self) -> bool:
        return bool(self._word(1)) and self._names.starts_place(self._tokens, self._at + 1)

    def _target(self, unit: orders.Unit | None = None) -> orders.Location:
        """Read where something goes, over any words for going.

        Letters that stand for a place out of the unit's reach mean the one in reach that begins with them, if only one
        does: `Liv` from Moscow is Livonia, `Tyr` the Tyrrhenian Sea for a fleet.
        """
        while self._word() in words.MOVE:
            self._at += 1
        self._skip(words.FILLERS)
        begin = self._at
        place = self._place(unit.kind if unit else "")
        if unit is None or orders.coast_of(place) or self._word() in words.VIA or self._reaches(unit, place):
            return place
        near = [code for code in self._also(begin) if self._reaches(unit, code)]
        return near[0] if len(near) == 1 else place

    def _also(self, begin: int) -> tuple[orders.Province, ...]:
        """Return the places that a shortened name read from a token on may stand for."""
        text = "".join(word for word in self._tokens[begin : self._at] if word.isalnum())
        return self._names.meant(text) if len(text) <= words.SHORT else ()

    def _reaches(self, unit: orders.Unit, place: orders.Location) -> bool:
        """Whether a step of its own could bring a unit to a place, whatever coast."""
        variant = self._names.variant
        ways = variant.armies.get(unit.province, ()) if unit.kind != "F" else _sailed(variant.fleets, unit.at)
        return any(orders.province_of(way) == place for way in ways)

    def _unit(self) -> orders.Unit:
        kind, place = self._kind_and_place()
        if kind is None:
            return orders.Unit(self._kind_at(place), place)
        return orders.Unit(kind, self._standing(kind, place))

    def _standing(self, kind: orders.UnitKind, place: orders.Location) -> orders.Location:
        """Return where a unit is, of the places that letters may stand for: where one could be, or is."""
        fits = self._names.holds(kind, place)
        there = self._there(place)
        if orders.coast_of(place) or (fits and (self._position is None or (there is not None and there.kind == kind))):
            return place
        others = [code for code in self._also(self._began) if self._names.holds(kind, code)]
        if self._position is not None:
            standing = [there for code in others if (there := self._there(code)) is not None and there.kind == kind]
            self.guessed = True
            return standing[0].at if len(standing) == 1 else place
        return others[0] if len(others) == 1 and not fits else place

    def _other_unit(self, usual: orders.UnitKind | None = None) -> orders.Unit:
        nation = self._nation()
        kind, place = self._kind_and_place()
        unit = (
            orders.Unit(kind, self._standing(kind, place)) if kind else orders.Unit(self._kind_at(place, usual), place)
        )
        self.helped = unit, nation or self._nation_between
        return unit

    def _kind_and_place(self) -> tuple[orders.UnitKind | None, orders.Location]:
        """Read `A PAR`, `the French army in Paris` or only `Paris`; the nationality is passed over (4.C.5, 4.C.6)."""
        self._nation()
        kind = self._kind()
        self._nation_between = self._nation()
        self._began = self._at
        return kind, self._place(kind or "")

    def _kind(self) -> orders.UnitKind | None:
        """Take `A`, `fleet`, or `a fleet`, if one stands here."""
        if self._word() == "a" and self._word(1) in words.KINDS:
            self._at += 1
        kind = words.KINDS.get(self._word()) or self._special_kind()
        self._at += kind is not None
        return kind

    def _special_kind(self) -> orders.UnitKind | None:
        """Take the letters or the name of a kind that only some maps have, where a place follows."""
        known, text, found = self._names.kinds, "", None
        for ahead in range(_LONGEST_KIND if known else 0):
            word = self._word(ahead)
            text = f"{text} {word}" if text and word != "-" else text or word
            if text in known and word != "-":
                found = known[text], ahead
        if found is None:
            return None
        kind, ahead = found
        follows = self._names.starts_place(self._tokens, self._at + ahead + 1) or self._word(ahead + 1) in words.FILLERS
        if not follows:
            return None
        self._at += ahead
        return kind

    def _nation(self) -> orders.Power | None:
        """Take a power's name where a unit or place follows; many places are called like powers."""
        self._skip(words.FILLERS)
        found = self._names.power(self._tokens, self._at)
        if found is None:
            return self._short_nation()
        power, after = found
        follows = self._tokens[after] if after < len(self._tokens) else ""
        here_too = self._names.starts_place(self._tokens, self._at)
        if follows in words.KINDS or (follows and not here_too and self._names.starts_place(self._tokens, after)):
            self._at = after
            return power
        return None

    def _short_nation(self) -> orders.Power | None:
        """Take the beginning of a power's name before a unit: `Ger A MUN`, `S Eng F LON`."""
        follows = self._word(1) in words.KINDS and len(self._tokens) > self._at + 2
        power = self._names.shortened_power(self._word()) if follows else None
        self._at += power is not None
        return power

    def _place(self, kind: str = "") -> orders.Location:
        place, self._at = self._names.place(self._tokens, self._at, words.STOPS, kind)
        return place

    def _kind_at(self, place: orders.Location, usual: orders.UnitKind | None = None) -> orders.UnitKind:
        """Tell the letter of a unit written without one: that of the unit there, else what can stand there (4.C.1)."""
        self.guessed = True
        if (there := self._there(orders.province_of(place))) is not None:
            return there.kind
        if usual is not None:
            return usual
        facts = self._names.variant.provinces[orders.province_of(place)]
        if facts.kind == "sea" or orders.coast_of(place):
            return "F"
        if facts.kind == "inland" or self._position is not None:
            return "A"
        raise _bad("no_kind", f"Say whether the unit in {facts.name} is an army (A) or a fleet (F).")

    def _there(self, province: orders.Province) -> orders.Unit | None:
        """Find the unit in a province: in retreats the dislodged one, else the one that stands."""
        if self._position is None:
            return None
        lost = (one.unit for one in self._position.dislodged)
        standing = (unit for units in self._position.units.values() for unit in units)
        return next((unit for unit in (*lost, *standing) if unit.province == province), None)

    def _built_kind(self, place: orders.Location) -> orders.UnitKind:
        """Tell what a build without a letter means: an army inland, a fleet where a coast is named (4.C.3)."""
        self.build_guessed = True
        facts = self._names.variant.provinces[orders.province_of(place)]
        if facts.kind == "inland":
            return "A"
        if orders.coast_of(place):
            return "F"
        raise _bad("no_kind", f"Say whether to build an army (A) or a fleet (F) in {facts.name}.")

    def _no_verb(self, unit: orders.Unit, word: str) -> BadNotation:
        if not word:
            return _bad("no_order", f"Say what {unit} does, such as {unit} H to hold.")
        return _bad(
            "unknown_order", f'I know no order "{word}". Write - to move, H to hold, S to support, C to convoy.'
        )

    def _skip(self, those: frozenset[str]) -> None:
        while self._word() in those and not self._names.starts_place(self._tokens, self._at):
            self._at += 1

    def _word(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else ""


def _sailed(
    fleets: Mapping[orders.Location, frozenset[orders.Location]], at: orders.Location
) -> Iterator[orders.Location]:
    """Yield where a fleet may go from a location, or from any coast of it where none is written."""
    for here, ways in fleets.items():
        if here == at or (orders.province_of(here) == at):
            yield from ways


def _bad(code: str, message: str) -> BadNotation:
    return BadNotation(Reason(code=f"notation.{code}", message=message))
