"""Orders as people write them: the canonical form, that of the printed rules, and that of the judge (machiavelli 4).

Places are named by id, name or a short form of the board; kinds by letter or word. Keywords may be letters, words or
signs: `A pavia - como`, `A Pavia A Como`, `army pavia -> como`; `G pavia C A`, `G pavia = A`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal, cast, get_args

from wartable.engine.errors import BadNotation, Reason
from wartable.games.machiavelli import orders
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import AUTONOMOUS, KIND_NAMES, Kind, Place, Power, UnitClass

_KINDS: Mapping[str, Kind] = {key: kind for kind, name in KIND_NAMES.items() for key in (kind.lower(), name)}
_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("h", "hold", "holds"), "H"),
    **dict.fromkeys(("b", "besiege", "besieges"), "B"),
    **dict.fromkeys(("l", "lift", "lifts"), "L"),
    **dict.fromkeys(("s", "support", "supports"), "S"),
    **dict.fromkeys(("t", "transport", "transports"), "T"),
    **dict.fromkeys(("c", "=", "convert", "converts"), "C"),
    **dict.fromkeys(("-", "->", "→", "to", "advance", "advances"), "-"),
    **dict.fromkeys(("d", "disband", "disbands"), "D"),
}
_TOKEN = re.compile(r"->|→|=|\(|\)|\[[^\]]*\]|[^\s()=\[\]]+")
_EXPENSE = re.compile(r"E\s*(\d+)\s*:?\s*(\d+)\s*([A-P])\s+(.+)", re.IGNORECASE)
_PAY = re.compile(r"PAY\s+(\d+)\s+TO\s+(.+)", re.IGNORECASE)
_BORROW = re.compile(r"BORROW\s+(\d+)\s+FOR\s+([12])", re.IGNORECASE)
_CHIT = re.compile(r"GIVE\s+CHIT\s+(.+?)\s+TO\s+(.+)", re.IGNORECASE)
_PROVINCE = re.compile(r"GIVE\s+PROVINCE\s+(.+?)\s+TO\s+(.+)", re.IGNORECASE)
_ADJUST = re.compile(r"(BUILD|DISBAND|MAINTAIN)\s+(.+)", re.IGNORECASE)
FORM = "A pavia - como"


class Reader:
    """Reads what is written for one game; all methods raise `BadNotation` with what would be right."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.places: dict[str, Place] = {}
        for place, facts in rules.board.provinces.items():
            for name in (*facts.aliases, facts.name, place):
                self.places[_plain(name)] = place
        self.letters: dict[str, UnitClass] = {letter.lower(): one for letter, one in rules.letters.items()}
        self.kinds: dict[str, Kind] = {**_KINDS, **dict.fromkeys(self.letters, "A")}
        self.powers: dict[str, Power] = {_plain(AUTONOMOUS): AUTONOMOUS}
        for power, start in rules.scenario.powers.items():
            self.powers[_plain(power)] = self.powers[_plain(start.name)] = power

    def place(self, text: str) -> Place:
        """Return the place that a text names."""
        found = self.places.get(_plain(text))
        if found is None:
            raise _bad(f"There is no place {text!r} on this board.")
        return found

    def at(self, text: str) -> str:
        """Return a place with its coast: `provence/nc`."""
        name, _, coast = text.replace("(", "/").replace(")", "").partition("/")
        place = self.place(name)
        coasts = self.rules.board.provinces[place].coasts
        if coast and coast.strip().lower() not in coasts:
            raise _bad(f"{self.rules.place(place)} has no coast {coast!r}.")
        return f"{place}/{coast.strip().lower()}" if coast else place

    def power(self, text: str) -> Power:
        """Return the power that a text names."""
        found = self.powers.get(_plain(text))
        if found is None:
            raise _bad(f"There is no power {text!r}; there are {', '.join(self.rules.scenario.powers)}.")
        return found

    def unit(self, text: str) -> tuple[orders.UnitName, UnitClass]:
        """Return a unit, and its class where one is written: `A milan [elite_mercenaries]`."""
        tokens = _Tokens(self, text)
        found = tokens.unit()
        tokens.end()
        return found, tokens.unit_class

    def owned(self, text: str) -> tuple[Power, orders.UnitName, UnitClass]:
        """Return a unit with whose it is: `milan A pavia`."""
        owner, _, rest = text.strip().partition(" ")
        return self.power(owner), *self.unit(rest)

    def order(self, text: str) -> orders.CampaignOrder:
        """Return an order of a campaign."""
        return _Tokens(self, text).order()

    def retreat(self, text: str) -> orders.Retreat:
        """Return a retreat: `A pavia - como`, `A pavia C G`, `A pavia D`."""
        tokens = _Tokens(self, text)
        unit, word = tokens.unit(), tokens.word()
        if word == "-":
            return orders.Retreat(unit, self.at(tokens.rest()))
        if word == "C" and tokens.rest().upper() == "G":
            return orders.Retreat(unit, orders.CITY)
        if word == "D":
            return orders.Retreat(unit)
        raise _bad(f"{text!r} is no retreat. Write `A pavia - como`, `A pavia C G` or `A pavia D`.")

    def expense(self, text: str) -> orders.Expense:
        """Return an expense: `E1: 12 J milan G mantua`, `E2: 9 C ferrara`."""
        match = _EXPENSE.fullmatch(text.strip())
        if match is None:
            raise _bad(f"{text!r} is no expense. Write `E1: 12 J milan G mantua` or `E2: 9 C ferrara`.")
        number, ducats, letter = int(match[1]), int(match[2]), cast("orders.Letter", match[3].upper())
        if letter in "ABCDNP":
            return orders.Expense(number, ducats, letter, place=self.place(match[4]))
        if letter in "EO":
            return orders.Expense(number, ducats, letter, victim=self.power(match[4]))
        owner, unit, _ = self.owned(match[4])
        return orders.Expense(number, ducats, letter, unit=orders.Target(owner, unit.kind, unit.place))

    def banking(self, text: str) -> orders.Banking:
        """Return a payment, a loan or a gift: `PAY 5 TO milan`, `BORROW 7 FOR 1`, `GIVE CHIT florence TO milan`."""
        line = text.strip()
        if match := _PAY.fullmatch(line):
            to = orders.BANK if _plain(match[2]) == orders.BANK else self.power(match[2])
            return orders.Pay(int(match[1]), to)
        if match := _BORROW.fullmatch(line):
            return orders.Borrow(int(match[1]), cast("Literal[1, 2]", int(match[2])))
        if match := _CHIT.fullmatch(line):
            return orders.GiveChit(self.power(match[1]), self.power(match[2]))
        if match := _PROVINCE.fullmatch(line):
            return orders.GiveProvince(self.place(match[1]), self.power(match[2]))
        raise _bad(f"{text!r} is no payment. Write `PAY 5 TO milan`, `PAY 5 TO BANK` or `BORROW 7 FOR 1`.")

    def adjustment(self, text: str) -> orders.Adjustment:
        """Return a build, a disbanding or upkeep: `BUILD A milan`, `DISBAND A pavia`, `MAINTAIN G milan`."""
        match = _ADJUST.fullmatch(text.strip())
        if match is None:
            raise _bad(f"{text!r} is no adjustment. Write `BUILD A milan`, `DISBAND A milan` or `MAINTAIN A milan`.")
        word, rest = match[1].upper(), match[2]
        first, _, after = rest.partition(" ")
        unit_class: UnitClass = "regular"
        if first in get_args(UnitClass):
            unit_class, rest = cast("UnitClass", first), after
        unit, written = self.unit(rest)
        if word == "BUILD":
            return orders.Build(unit, unit_class if unit_class != "regular" else written)
        return orders.Dismiss(unit) if word == "DISBAND" else orders.Maintain(unit)


class _Tokens:
    """The words of one order, taken from the front."""

    def __init__(self, reader: Reader, text: str) -> None:
        self.reader = reader
        self.text = text.strip()
        self.left = _TOKEN.findall(self.text)
        self.unit_class: UnitClass = "regular"

    def order(self) -> orders.CampaignOrder:
        unit = self.unit()
        # In the printed style a single `A` between two places is an advance.
        word = "-" if self.left[:1] in (["A"], ["a"]) else ""
        if word:
            del self.left[0]
        word = word or self.word()
        reader = _TAILS.get(word)
        if reader is None:
            raise _bad(f"{self.text!r} is no order. Write it as `{FORM}`, `A pavia H` or `A milan S A pavia H`.")
        found = reader(self, unit)
        self.end()
        return found

    def unit(self) -> orders.UnitName:
        kind = self.reader.kinds.get(self.left[0].lower()) if self.left else None
        if kind is None:
            raise _bad(f"{self.text!r} names no unit first. Write it as `{FORM}`.")
        self.unit_class = self.reader.letters.get(self.left.pop(0).lower(), "regular")
        place, _, coast = self.at().partition("/")
        if self.left and self.left[0].startswith("["):
            written = _plain(self.left.pop(0).strip("[]"))
            if written not in get_args(UnitClass):
                raise _bad(f"There are no units of class {written!r}; there are {', '.join(get_args(UnitClass))}.")
            self.unit_class = cast("UnitClass", written)
        return orders.UnitName(kind, place, coast)

    def at(self) -> str:
        """Take the longest name of a place off the front, with its coast: `provence/nc`, `provence (nc)`."""
        words = next((n for n, word in enumerate(self.left) if word.lower() in _WORDS or word == "("), len(self.left))
        for count in range(words, 0, -1):
            text = " ".join(self.left[:count])
            if _plain(text.partition("/")[0]) in self.reader.places:
                del self.left[:count]
                return self.reader.at(text + self._coast(text))
        raise _bad(f"There is no place {' '.join(self.left[:1]) or '(nothing)'!r} on this board, in {self.text!r}.")

    def _coast(self, place: str) -> str:
        """Take a coast in brackets off the front, and return it as `/nc`; nothing where the brackets hold a power."""
        coasts = self.reader.rules.board.provinces[self.reader.place(place.partition("/")[0])].coasts
        if self.left[:1] == ["("] and len(self.left) > 2 and self.left[1].lower() in coasts:
            coast = self.left[1].lower()
            del self.left[:3]
            return f"/{coast}"
        return ""

    def word(self) -> str:
        return _WORDS.get(self.left.pop(0).lower(), "") if self.left else ""

    def rest(self) -> str:
        found = " ".join(self.left)
        self.left.clear()
        return found

    def end(self) -> None:
        if self.left:
            raise _bad(f"I cannot read {' '.join(self.left)!r} at the end of {self.text!r}.")

    def advance(self, unit: orders.UnitName) -> orders.CampaignOrder:
        way = [self.at()]
        while self.left and _WORDS.get(self.left[0].lower()) == "-":
            del self.left[0]
            way.append(self.at())
        return orders.Advance(unit, way[-1], tuple(way[:-1]))

    def support(self, unit: orders.UnitName) -> orders.CampaignOrder:
        if not self.left or self.left[0].lower() not in self.reader.kinds or len(self.left) == 1:
            place, power = self.at(), self.rest().strip("() ")
            return orders.SupportPower(unit, place, self.reader.power(power) if power else "")
        of, word = self.unit(), self.word()
        if word == "-":
            return orders.Support(unit, of, self.at())
        if word == "C":
            return orders.Support(unit, of, into=cast("Literal['A', 'F']", self.kind()))
        return orders.Support(unit, of)

    def transport(self, unit: orders.UnitName) -> orders.CampaignOrder:
        of = self.unit()
        if self.word() != "-":
            raise _bad(f"{self.text!r} does not say where the army goes. Write `F ionian_sea T A bari - durazzo`.")
        return orders.Transport(unit, of, self.at())

    def convert(self, unit: orders.UnitName) -> orders.CampaignOrder:
        if len(self.left) > 1:
            return self.transport(unit)
        if self.left == ["0"]:
            self.left.clear()
            return orders.Disband(unit)
        return orders.Convert(unit, cast("Kind", self.kind()))

    def kind(self) -> str:
        text = self.left.pop(0) if self.left else ""
        kind, _, _ = text.partition("/")
        if kind.lower() not in _KINDS:
            raise _bad(f"{self.text!r} does not say what the unit becomes: A, F or G.")
        return _KINDS[kind.lower()]


_TAILS: Mapping[str, Callable[[_Tokens, orders.UnitName], orders.CampaignOrder]] = {
    "H": lambda _, unit: orders.Hold(unit),
    "B": lambda _, unit: orders.Besiege(unit),
    "L": lambda _, unit: orders.Lift(unit),
    "D": lambda _, unit: orders.Disband(unit),
    "-": _Tokens.advance,
    "S": _Tokens.support,
    "T": _Tokens.transport,
    "C": _Tokens.convert,
}


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def _bad(message: str) -> BadNotation:
    return BadNotation(Reason(code="notation.form", message=message))
