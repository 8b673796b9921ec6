"""Names of places and powers as people write them: codes, full names, other names, short beginnings, coasts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import takewhile

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.words import folded, listed
from wartable.games.adjudication.map import KINDS
from wartable.games.adjudication.orders import Location, Power, Province, Unit, UnitKind, province_of
from wartable.games.diplomacy.variant import Variant

_ARROWS = re.compile(r"-{1,9}>|={1,9}>|[→⇒➔➜>‐‑‒–—−]")  # noqa: RUF001 - the dashes people paste
_DROPPED = re.compile(r"[.'’`*]")  # noqa: RUF001 - the apostrophe people paste
_TOKEN = re.compile(r"[^\W_]+|[-/()=]")
_SHORTEST = 3
"""Fewest letters of a beginning that may stand for a whole name."""

_CANDIDATES = 5
"""Near names looked at for one that begins with the same letter."""

COASTS = {
    word: mark
    for mark, letter, side in (("NC", "n", "north"), ("SC", "s", "south"), ("EC", "e", "east"), ("WC", "w", "west"))
    for word in (letter, f"{letter}c", f"{letter}cs", side, f"{side}coast", f"{side} coast")
}
"""Coasts as people write them, and their marks."""


def tokens_of(text: str) -> list[str]:
    """Cut a text into words in small letters without accents, and the signs `- / ( ) =`; an arrow is a `-`."""
    return _TOKEN.findall(_DROPPED.sub("", _ARROWS.sub(" - ", folded(text))))


class Names:
    """The names of one variant, compiled once; made by `names_of`."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.places: dict[str, Province] = dict(_spellings(variant))
        self.longest = max((key.count(" ") for key in self.places), default=0) + 1
        self.powers: dict[str, Power] = dict(_nations(variant))
        self._longest_power = max((key.count(" ") for key in self.powers), default=0) + 1
        self.locations: dict[str, Location] = {place: place for place in _locations(variant)}
        self.kinds: dict[str, UnitKind] = dict(_kinds(variant))
        """Letters and words for kinds of unit that only some maps have."""
        self.ends: dict[str, dict[str, Location]] = {
            kind: {place: place for place in self.locations if self.holds(kind, place)} for kind in variant.map.kinds
        }
        self.units: dict[str, dict[str, Unit]] = {
            kind: {place: Unit(kind, place) for place in self.ends[kind]} for kind in variant.map.kinds
        }

    def holds(self, kind: str, place: Location) -> bool:
        """Whether a kind of unit may stand somewhere: on land, or where ships may be."""
        facts, known = self.variant.provinces[province_of(place)], self.variant.map.kinds.get(kind)
        return facts.kind not in ({"inland", "impassable"} if known and known.afloat else {"sea", "impassable"})

    def meant(self, text: str) -> tuple[Province, ...]:
        """Return all places that a few letters may stand for: those whose name or other name begins so."""
        return tuple(dict.fromkeys(code for name, code in self.places.items() if name.startswith(text)))

    def place(self, tokens: Sequence[str], at: int, stops: frozenset[str], kind: str = "") -> tuple[Location, int]:
        """Read a place, with its coast if one follows; return it and where the next token is.

        Raises `BadNotation` with the nearest names; `stops` are words that cannot belong to a shortened name. Of the
        places that letters may stand for, those count where a unit of the `kind` can be.
        """
        found = self._known(tokens, at)
        if (cut := self._cut(tokens, at, stops)) and (found is None or cut[1] > found[1]):
            found = cut
        province, end = found or self._shortened(tokens, at, stops, kind)
        return self._with_coast(tokens, province, self._whole(tokens, province, end))

    def starts_place(self, tokens: Sequence[str], at: int) -> bool:
        """Return whether a full name or code begins here."""
        return self.place_end(tokens, at) is not None

    def place_end(self, tokens: Sequence[str], at: int) -> int | None:
        """Return where the token after a full name or code is that begins here; None where none does."""
        found = self._known(tokens, at)
        return found and found[1]

    def _known(self, tokens: Sequence[str], at: int) -> tuple[Province, int] | None:
        """Find the longest known name at a place in the text; hyphens inside it may be there or not."""
        best: tuple[Province, int] | None = None
        key = ""
        for end, word in enumerate(tokens[at : at + 2 * self.longest], at + 1):
            if word == "-" and key:
                continue
            key = f"{key} {word}" if key else word
            if province := self.places.get(key):
                best = province, end
        return best

    def _cut(self, tokens: Sequence[str], at: int, stops: frozenset[str]) -> tuple[Province, int] | None:
        """Find the one place of several words that are all cut short here: `eng channel`, `ion sea`, `w med`."""
        words: list[str] = []
        found: tuple[Province, int] | None = None
        for end, word in enumerate(tokens[at : at + self.longest], at + 1):
            if not word.isalpha() or (word in stops and not (words and word == "of")):
                break
            words.append(word)
            if len(words) > 1:
                fits = {code for name, code in self.places.items() if _begin(name.split(" "), words)}
                found = (fits.pop(), end) if len(fits) == 1 else found
        return found

    def _whole(self, tokens: Sequence[str], province: Province, end: int) -> int:
        """Return where a name ends that was read up to a token: `NWG Sea` says in full what `NWG` says."""
        last = tokens_of(self.variant.provinces[province].name)[-1:]
        said_more = last == list(tokens[end : end + 1]) and last != list(tokens[end - 1 : end])
        return end + said_more

    def _shortened(self, tokens: Sequence[str], at: int, stops: frozenset[str], kind: str) -> tuple[Province, int]:
        ends: list[tuple[str, int]] = []
        text = ""
        for end, word in enumerate(tokens[at : at + 2 * self.longest], at + 1):
            if text and word == "-":
                continue
            if text and (word in stops or not word.isalnum()):
                break
            text = f"{text} {word}" if text else word
            ends.append((text, end))
        for text, end in reversed(ends):
            if meant := self._beginning(text, kind):
                return meant, end
        raise self.unknown(_first_words(tokens[at:], stops))

    def _beginning(self, text: str, kind: str) -> Province | None:
        """Find the one place whose name begins so; raises `BadNotation` where several do."""
        if len(text) < _SHORTEST:
            return None
        meant = self.meant(text)
        if kind and len(meant) > 1:
            meant = tuple(code for code in meant if self.holds(kind, code)) or meant
        if len(meant) > 1:
            names = sorted(self.variant.provinces[code].name for code in meant)
            message = f'"{text.title()}" could be {" or ".join(names[:6])}. Write more of it.'
            raise BadNotation(Reason(code="notation.ambiguous_place", message=message, fix=tuple(names)))
        return next(iter(meant), None)

    def unknown(self, text: str) -> BadNotation:
        """Return the error for a place the map does not have, with the name that was probably meant."""
        if not text.strip("-/()= "):
            return BadNotation(Reason(code="notation.no_place", message="A place is missing there."))
        near = get_close_matches(text, self.places, _CANDIDATES)
        near.sort(key=lambda key: key[0] != text[0])
        name = self.variant.provinces[self.places[near[0]]].name if near else ""
        message = f'I know no "{text.title()}".' + (f" Did you mean {name}?" if name else "")
        return BadNotation(Reason(code="notation.unknown_place", message=message, fix=(name,) if name else ()))

    def _with_coast(self, tokens: Sequence[str], province: Province, at: int) -> tuple[Location, int]:
        """Take the coast after a place: `/nc`, `(nc)`, `nc`, `north coast`; after a sign also one it does not have.

        What a coast that does not exist means is for the rulings to say (4.B.6), not for the reader.
        """
        sign = tokens[at] if at < len(tokens) else ""
        opened = sign in {"/", "("}
        start = at + opened
        for end in (start + 2, start + 1):
            mark = COASTS.get(" ".join(tokens[start:end])) if end <= len(tokens) else None
            if mark and (opened or (mark in self.variant.provinces[province].coasts and len(tokens[start]) > 1)):
                closed = sign == "(" and end < len(tokens) and tokens[end] == ")"
                return f"{province}/{mark}", end + closed
        if opened:
            raise self._no_coast(province, " ".join(tokens[start : start + 1]).upper())
        return province, at

    def _no_coast(self, province: Province, mark: str) -> BadNotation:
        facts = self.variant.provinces[province]
        has = f"Its coasts are {listed(facts.coasts)}." if facts.coasts else "Leave the coast out."
        message = f"{facts.name} has no coast {mark}. {has}"
        return BadNotation(Reason(code="notation.no_coast", message=message, fix=facts.coasts))

    def power(self, tokens: Sequence[str], at: int) -> tuple[Power, int] | None:
        """Read the name of a power or its adjective, if one stands here; return it and where the next token is."""
        for end in range(at + self._longest_power, at, -1):
            if end <= len(tokens) and (power := self.powers.get(" ".join(tokens[at:end]))):
                return power, end
        return None

    def shortened_power(self, text: str) -> Power | None:
        """Return the one power whose name or adjective begins with these letters: `Ger`, `Aus`."""
        if len(text) < _SHORTEST:
            return None
        meant = {power for name, power in self.powers.items() if name.startswith(text)}
        return meant.pop() if len(meant) == 1 else None


def _begin(names: Sequence[str], words: Sequence[str]) -> bool:
    """Whether every word is the beginning of its name."""
    return len(names) == len(words) and all(map(str.startswith, names, words))


def _first_words(tokens: Sequence[str], stops: frozenset[str]) -> str:
    """Return the words up to the first that means something else: what was meant for a name."""
    words = [*takewhile(lambda word: word.isalnum() and word not in stops, tokens)]
    return " ".join(words or tokens[:1])


def _spellings(variant: Variant) -> Iterator[tuple[str, Province]]:
    """Yield every name of every place, the least certain first, so that codes and full names win over other names."""
    for code, facts in variant.provinces.items():
        for name in facts.aliases:
            yield from ((key, code) for key in _keys(name))
    for code, facts in variant.provinces.items():
        yield from ((key, code) for key in _keys(facts.name))
    for code in variant.provinces:
        yield from ((key, code) for key in _keys(code))


def _keys(name: str) -> Iterator[str]:
    words = [word for word in tokens_of(name) if word.isalnum()]
    if len(words) > 1 and words[0] == "the":
        yield " ".join(words[1:])
    if words:
        yield "".join(words)
        yield " ".join(words)


def _nations(variant: Variant) -> Iterator[tuple[str, Power]]:
    """Yield every name of every power, first with the s of `England's`, of which the apostrophe is dropped."""
    for power, facts in variant.powers.items():
        for name in (power, facts.name, facts.adjective, *facts.aliases):
            yield from ((f"{key}s", power) for key in _keys(name))
    for power, name in variant.map.powers.items():
        if power not in variant.powers:
            yield from ((key, power) for key in (*_keys(power), *_keys(name)))
    for power, facts in variant.powers.items():
        for name in (power, facts.name, facts.adjective, *facts.aliases):
            yield from ((key, power) for key in _keys(name))


def _kinds(variant: Variant) -> Iterator[tuple[str, UnitKind]]:
    """Yield what kinds of unit beside armies and fleets are called: letters, and the name."""
    for letter, facts in variant.map.kinds.items():
        if letter not in KINDS:
            yield letter.lower(), letter
            yield from ((key, letter) for key in _keys(facts.name))


def _locations(variant: Variant) -> Iterator[Location]:
    for code, facts in variant.provinces.items():
        yield code
        yield from (f"{code}/{coast}" for coast in facts.coasts)


def names_of(variant: Variant) -> Names:
    """Return the names of a variant, compiled at the first call and kept with it."""
    known = vars(variant)
    names: Names | None = known.get("names")
    if names is None:
        names = known["names"] = Names(variant)
    return names
