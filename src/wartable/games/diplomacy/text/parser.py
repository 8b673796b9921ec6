"""The parser of one order: a small descent over its words, with the position at hand for what people leave out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wartable.engine.errors import BadNotation, Reason
from wartable.games.diplomacy.orders import (
    AnyOrder,
    Build,
    Convert,
    Convoy,
    Disband,
    Hold,
    Location,
    Move,
    Power,
    Province,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    Waive,
    coast_of,
    province_of,
)
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.text.names import COASTS, Names

KINDS: dict[str, UnitKind] = {"a": "A", "army": "A", "armies": "A", "f": "F", "fleet": "F", "fleets": "F", "navy": "F"}
_TO = frozenset(["-", "to", "into"])
_MOVE = _TO | frozenset(
    ["move", "moves", "moving", "m", "go", "goes", "going", "attack", "attacks", "attacking", "enters", "advances"]
)
_HOLD = frozenset(["h", "hold", "holds", "holding", "stand", "stands", "stay", "stays"])
_SUPPORT = frozenset(["s", "support", "supports", "supporting", "sup", "supp"])
_CONVOY = frozenset(["c", "conv", "convs", "convoy", "convoys", "convoying", "transport", "transports", "carries"])
_RETREAT = frozenset(["r", "retreat", "retreats", "retreating", "ret"])
_DISBAND = frozenset(["d", "disband", "disbands", "disbanded", "disbanding", "remove", "removes", "removed", "dis"])
_BUILD = frozenset(["b", "build", "builds", "built", "building"])
_WAIVE = frozenset(["waive", "waives", "waived", "pass"])
_CONVERT = frozenset(["=", "convert", "converts", "converting", "becomes", "become"])
_OFF = frozenset(["otb", "off"])
"""Where a unit retreats to that is disbanded: off the board."""
_VIA = frozenset(["via", "by"])
_FILLERS = frozenset(["in", "at", "the", "from", "of", "an", "on"])
VERBS = frozenset[str]().union(_MOVE, _HOLD, _SUPPORT, _CONVOY, _RETREAT, _DISBAND, _CONVERT, _VIA)
"""Words that say behind a unit what it does."""
_WORDS = (VERBS, _BUILD, _WAIVE, _FILLERS)
_SHORT = 4
"""Most letters of a shortened name that may stand for another place than the first that comes to mind."""
STOPS = frozenset[str]().union(*_WORDS, KINDS)
"""Words that mean something in an order, so that they end a shortened name."""


class Parser:
    """Reads one order from its words; `position` tells what people leave out, and may be missing."""

    def __init__(self, names: Names, tokens: Sequence[str], position: Position | None) -> None:
        self._names = names
        self._tokens = plain_brackets(tokens)
        self._position = position
        self._at = 0
        self._began = 0
        self._nation_between: Power | None = None
        self._passed: list[Location] = []
        self.guessed = False
        """Whether a letter was left out, so that the same words may mean another order in another position."""
        self.build_guessed = False
        """Whether the letter of a build was left out."""
        self.helped: tuple[Unit, Power | None] | None = None
        """The unit supported or convoyed, and the power it is said to be of."""

    def order(self) -> AnyOrder:
        """Read the whole text; raises `BadNotation` saying which part makes no sense."""
        order = self._order()
        rest = self._tokens[self._at :]
        if any(word.isalnum() for word in rest):
            raise _bad("trailing", f'I understood "{order}", but not what follows it: "{" ".join(rest)}".')
        return order

    def _order(self) -> AnyOrder:
        if self._word() in _WAIVE:
            self._at += 1
            return Waive()
        for words, read in ((_BUILD, self._build), (_DISBAND, self._disband), (_RETREAT, self._leading_retreat)):
            if self._word() in words and len(self._tokens) > self._at + 1:
                self._at += 1
                return read()
        unit = self._unit()
        return self._verb(unit)

    def _build(self) -> AnyOrder:
        kind, place = self._kind_and_place()
        return Build(Unit(kind or self._built_kind(place), place))

    def _disband(self) -> AnyOrder:
        return Disband(self._unit())

    def _leading_retreat(self) -> AnyOrder:
        return self._retreat(self._unit())

    def _verb(self, unit: Unit) -> AnyOrder:
        word = self._word()
        if word in _VIA and (via := self._via()):
            return self._move(unit, via=via)
        if word == "con" and unit.kind == "F" and self._unit_follows():
            self._at += 1
            return self._convoy(unit)
        if word in _MOVE:
            return self._move(unit)
        for words, read in (
            (_HOLD, Hold),
            (_SUPPORT, self._support),
            (_CONVOY, self._convoy),
            (_CONVERT, self._convert),
            (_RETREAT, self._retreat),
            (_DISBAND, Disband),
            (_BUILD, Build),
        ):
            if word in words:
                self._at += 1
                return read(unit)
        if word and self._names.starts_place(self._tokens, self._at):
            return self._move(unit)
        raise self._no_verb(unit, word)

    def _move(self, unit: Unit, *, via: bool = False) -> Move:
        places = [self._target(unit)]
        while self._word() in _TO:
            places.append(self._target())
        via = self._via() or via
        path = tuple(province_of(place) for place in (*places[:-1], *self._passed))
        over_sea = unit.kind == "A" and any(self._names.variant.provinces[place].kind == "sea" for place in path)
        return Move(unit, places[-1], via or over_sea, path)

    def _via(self) -> bool:
        """Take `via`, `via convoy`, `by convoy` or a path of fleets after `via`."""
        if self._word() not in _VIA:
            return False
        self._at += 1
        while self._word() in _CONVOY or (self._word() and self._names.starts_place(self._tokens, self._at)):
            if self._word() in _CONVOY:
                self._at += 1
            else:
                self._passed.append(self._place())
        return True

    def _support(self, unit: Unit) -> AnyOrder:
        helped = self._other_unit()
        if self._word() in _HOLD:
            self._at += 1
            return SupportHold(unit, helped)
        if self._word() in _MOVE:
            to = self._target(helped)
            self._via()
            return SupportMove(unit, helped, to)
        return SupportHold(unit, helped)

    def _convoy(self, unit: Unit) -> AnyOrder:
        carried = self._other_unit("A")
        to = self._target()
        while self._word() in _TO:
            to = self._target()
        self._via()
        return Convoy(unit, carried, to)

    def _convert(self, unit: Unit) -> AnyOrder:
        while self._word() in _TO or self._word() in _FILLERS:
            self._at += 1
        if self._kind() == unit.kind:
            raise _bad("same_kind", f"{unit} is of that kind already: it converts to the other one.")
        while self._word() in {"/", "("}:
            self._at += 1
        coast = COASTS.get(self._word(), "")
        self._at += bool(coast)
        return Convert(unit, coast)

    def _retreat(self, unit: Unit) -> AnyOrder:
        while self._word() in _MOVE:
            self._at += 1
        if self._word() in _OFF:
            self._at = len(self._tokens)
            return Disband(unit)
        return Retreat(unit, self._target(unit))

    def _unit_follows(self) -> bool:
        """Whether the next word but one begins a unit, so that `con` is no place to go to."""
        return self._word(1) in KINDS or (bool(self._word(1)) and self._names.starts_place(self._tokens, self._at + 1))

    def _target(self, unit: Unit | None = None) -> Location:
        """Read where something goes, over any words for going.

        Letters that stand for a place out of the unit's reach mean the one in reach that begins with them, if only one
        does: `Liv` from Moscow is Livonia, `Tyr` the Tyrrhenian Sea for a fleet.
        """
        while self._word() in _MOVE:
            self._at += 1
        self._skip(_FILLERS)
        begin = self._at
        place = self._place()
        if unit is None or coast_of(place) or self._word() in _VIA or self._reaches(unit, place):
            return place
        near = [code for code in self._also(begin) if self._reaches(unit, code)]
        return near[0] if len(near) == 1 else place

    def _also(self, begin: int) -> tuple[Province, ...]:
        """Return the places that a shortened name read from a token on may stand for."""
        text = "".join(word for word in self._tokens[begin : self._at] if word.isalnum())
        return self._names.meant(text) if len(text) <= _SHORT else ()

    def _reaches(self, unit: Unit, place: Location) -> bool:
        """Whether a step of its own could bring a unit to a place, whatever coast."""
        variant = self._names.variant
        ways = variant.armies.get(unit.province, ()) if unit.kind == "A" else _sailed(variant.fleets, unit.at)
        return any(province_of(way) == place for way in ways)

    def _unit(self) -> Unit:
        kind, place = self._kind_and_place()
        if kind is None:
            return Unit(self._kind_at(place), place)
        return Unit(kind, self._standing(kind, place))

    def _standing(self, kind: UnitKind, place: Location) -> Location:
        """Return where a unit is, of the places that letters may stand for: where one could be, or is."""
        fits = self._names.holds(kind, place)
        if coast_of(place) or (fits and (self._position is None or self._there(place) is not None)):
            return place
        others = [code for code in self._also(self._began) if self._names.holds(kind, code)]
        if self._position is not None:
            standing = [there for code in others if (there := self._there(code)) is not None and there.kind == kind]
            self.guessed = True
            return standing[0].at if len(standing) == 1 else place
        return others[0] if len(others) == 1 and not fits else place

    def _other_unit(self, usual: UnitKind | None = None) -> Unit:
        nation = self._nation()
        kind, place = self._kind_and_place()
        unit = Unit(kind, self._standing(kind, place)) if kind else Unit(self._kind_at(place, usual), place)
        self.helped = unit, nation or self._nation_between
        return unit

    def _kind_and_place(self) -> tuple[UnitKind | None, Location]:
        """Read `A PAR`, `the French army in Paris` or only `Paris`; the nationality is passed over (4.C.5, 4.C.6)."""
        self._nation()
        kind = self._kind()
        self._nation_between = self._nation()
        self._began = self._at
        return kind, self._place()

    def _kind(self) -> UnitKind | None:
        """Take `A`, `fleet`, or `a fleet`, if one stands here."""
        if self._word() == "a" and self._word(1) in KINDS:
            self._at += 1
        kind = KINDS.get(self._word())
        self._at += kind is not None
        return kind

    def _nation(self) -> Power | None:
        """Take a power's name where a unit or place follows; many places are called like powers."""
        self._skip(_FILLERS)
        found = self._names.power(self._tokens, self._at)
        if found is None:
            return None
        power, after = found
        follows = self._tokens[after] if after < len(self._tokens) else ""
        here_too = self._names.starts_place(self._tokens, self._at)
        if follows in KINDS or (follows and not here_too and self._names.starts_place(self._tokens, after)):
            self._at = after
            return power
        return None

    def _place(self) -> Location:
        place, self._at = self._names.place(self._tokens, self._at, STOPS)
        return place

    def _kind_at(self, place: Location, usual: UnitKind | None = None) -> UnitKind:
        """Tell the letter of a unit written without one: that of the unit there, else what can stand there (4.C.1)."""
        self.guessed = True
        if (there := self._there(province_of(place))) is not None:
            return there.kind
        if usual is not None:
            return usual
        facts = self._names.variant.provinces[province_of(place)]
        if facts.kind == "sea" or coast_of(place):
            return "F"
        if facts.kind == "inland" or self._position is not None:
            return "A"
        raise _bad("no_kind", f"Say whether the unit in {facts.name} is an army (A) or a fleet (F).")

    def _there(self, province: Province) -> Unit | None:
        """Find the unit in a province: in retreats the dislodged one, else the one that stands."""
        if self._position is None:
            return None
        lost = (one.unit for one in self._position.dislodged)
        standing = (unit for units in self._position.units.values() for unit in units)
        return next((unit for unit in (*lost, *standing) if unit.province == province), None)

    def _built_kind(self, place: Location) -> UnitKind:
        """Tell what a build without a letter means: an army inland, a fleet where a coast is named (4.C.3)."""
        self.build_guessed = True
        facts = self._names.variant.provinces[province_of(place)]
        if facts.kind == "inland":
            return "A"
        if coast_of(place):
            return "F"
        raise _bad("no_kind", f"Say whether to build an army (A) or a fleet (F) in {facts.name}.")

    def _no_verb(self, unit: Unit, word: str) -> BadNotation:
        if not word:
            return _bad("no_order", f"Say what {unit} does, such as {unit} H to hold.")
        return _bad(
            "unknown_order", f'I know no order "{word}". Write - to move, H to hold, S to support, C to convoy.'
        )

    def _skip(self, words: frozenset[str]) -> None:
        while self._word() in words and not self._names.starts_place(self._tokens, self._at):
            self._at += 1

    def _word(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else ""


def verb_of(text: str) -> str:
    """Return the word for building or removing that a text begins with; it counts for units named after it, too."""
    first, _, _ = text.partition(" ")
    return first if first.casefold() in _BUILD | _DISBAND else ""


def plain_brackets(tokens: Sequence[str]) -> list[str]:
    """Return the words of an order without brackets that hold no coast: `(via convoy)`, `(C)`, `(hold)`.

    `(s)` before a unit is a support, not a south coast.
    """
    found: list[str] = []
    for at, word in enumerate(tokens):
        found.append(word)
        if word != ")" or "(" not in found:
            continue
        opened = len(found) - 1 - found[::-1].index("(")
        inside, follows = found[opened + 1 : -1], tokens[at + 1 : at + 2]
        is_support = inside == ["s"] and bool(follows) and follows[0].isalnum()
        if " ".join(inside) not in COASTS or is_support:
            found[opened:] = inside
    return found


def _sailed(fleets: Mapping[Location, frozenset[Location]], at: Location) -> Iterator[Location]:
    """Yield where a fleet may go from a location, or from any coast of it where none is written."""
    for here, ways in fleets.items():
        if here == at or (province_of(here) == at):
            yield from ways


def _bad(code: str, message: str) -> BadNotation:
    return BadNotation(Reason(code=f"notation.{code}", message=message))
