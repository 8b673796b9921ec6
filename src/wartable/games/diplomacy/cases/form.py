"""The form of case files (`diplomacy-cases/1`, `diplomacy-fuzz/1`, `diplomacy-games/1`), as data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from wartable.engine.errors import BadData
from wartable.engine.fields import UnknownField, check_fields, refused_field
from wartable.engine.words import hint, nearest
from wartable.games.diplomacy.rulings import PRESETS, Rulings

Texts: TypeAlias = dict[str, list[str]]
"""Unit or order texts by power."""


REMARKS = frozenset(("comment", "notes", "sources", "engines", "issues", "backup", "rule", "winner_centers"))
"""Fields of cases and games that only people read: nothing is checked by them."""
_MISSPELT = 0.75
"""A head may say anything of where its file comes from; so much like a field that counts it is that field misspelt."""


class DislodgedFact(msgspec.Struct, frozen=True):
    """What is stated of a dislodged unit: `ENGLAND F NTH`, where its attacker came from, where it may go."""

    unit: str = ""
    by: str = ""
    retreats: list[str] | None = None


DislodgedFacts: TypeAlias = dict[str, DislodgedFact] | list[str]
"""By province, or only the provinces."""


class RetreatPart(msgspec.Struct, frozen=True):
    """The retreat phase that follows a movement case."""

    orders: Texts
    result: dict[str, str] | list[str] | None = None
    after: Texts | None = None
    destroyed: list[str] | None = None


class Alternative(msgspec.Struct, frozen=True):
    """What differs under other rule options; only what is stated is compared."""

    options: dict[str, str]
    after: Texts | None = None
    result: dict[str, str] | list[str] | None = None
    dislodged: DislodgedFacts | None = None
    not_dislodged: list[str] | None = None
    retreats: dict[str, list[str]] | None = None
    automatic: list[str] | None = None


class Case(msgspec.Struct, frozen=True):
    """One position with orders, and everything that is stated of its outcome."""

    units: Texts
    id: str = ""
    name: str = ""
    phase: str = "movement"
    map: str = ""
    options: dict[str, str] = {}
    power: str = ""
    centers: Texts = {}
    net: int | None = None
    orders: Texts = {}
    result: dict[str, str] | list[str] | None = None
    after: Texts | None = None
    dislodged: DislodgedFacts | None = None
    destroyed: list[str] | None = None
    automatic: list[str] | None = None
    distances: dict[str, int] | None = None
    retreat: RetreatPart | None = None
    alternatives: list[Alternative] = []


class GamePhase(msgspec.Struct, frozen=True):
    """A recorded phase: the state before it, dislodged units with a star, and the orders given."""

    phase: str
    units: Texts
    centers: Texts | None = None
    retreats: dict[str, dict[str, list[str]]] | None = None
    net: dict[str, int] | None = None
    orders: Texts | None = None


class RecordedGame(msgspec.Struct, frozen=True):
    """A recorded game: its phases, each being the expected result of the one before."""

    phases: list[GamePhase]
    game: str | int = ""
    map: str = ""
    options: dict[str, str] | None = None


class Head(msgspec.Struct, frozen=True):
    """What the head of a file says: the map, and rule options for all that is in it."""

    map: str = "standard"
    rules: str = ""
    defaults: dict[str, str] = {}
    options: dict[str, str] | None = None

    def rulebook(self, otherwise: Rulings) -> Rulings:
        """Return the rulings of the rulebook that is named, else these; raises `BadData` for one that is none."""
        if self.rules and self.rules not in PRESETS:
            message = f"There is no rulebook {self.rules!r}. {hint(self.rules, PRESETS)}"
            raise BadData(message)
        return PRESETS[self.rules] if self.rules else otherwise


class CaseFile(msgspec.Struct, frozen=True):
    """All entries of a file, each with the head it stands under."""

    cases: tuple[tuple[Head, Case], ...] = ()
    games: tuple[tuple[Head, RecordedGame], ...] = ()


_GAMES = ("real_games", "games")
_LISTS = ("cases", "extra", "fuzz", *_GAMES)


def read_case_file(path: Path) -> CaseFile:
    """Read a file of any of the schemas, JSON or JSON lines; raises `BadData` naming the line or entry at fault."""
    entries = list(_entries(path))
    cases: list[tuple[Head, Case]] = []
    games: list[tuple[Head, RecordedGame]] = []
    for place, head, entry in entries:
        if "phases" in entry:
            games.append((head, _read(path, place, entry, RecordedGame)))
        else:
            cases.append((head, _named(_read(path, place, entry, Case), place)))
    if not entries:
        message = f"{path.name} holds no cases: expected a list under one of {', '.join(_LISTS)}, or JSON lines."
        raise BadData(message)
    return CaseFile(tuple(cases), tuple(games))


def _named(case: Case, place: str) -> Case:
    return case if case.id else msgspec.structs.replace(case, id=place)


def _entries(path: Path) -> Iterator[tuple[str, Head, dict[str, Any]]]:
    """Yield the place, head and content of each entry."""
    data = path.read_bytes()
    try:
        whole: Any = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        yield from _under_heads(path, "line", list(_lines(path, data)), Head())
        return
    lists: dict[str, Any] = _convert(path, "file", {"": whole} if isinstance(whole, list) else whole, dict[str, Any])
    if "units" in lists or "phases" in lists:
        lists = {"": [lists]}
    head = _head(path, "head", lists)
    for key in ("", *_LISTS):
        if value := lists.get(key):
            yield from _under_heads(path, key or "entry", _listed(path, key, value), _head_for(key, head, lists))


def _head_for(key: str, head: Head, lists: Mapping[str, Any]) -> Head:
    """Return the head for one list of a file that holds several.

    `defaults` speak of cases and `options` of recorded games where a file has both of each.
    """
    mixed = head.defaults and any(lists.get(games) for games in _GAMES)
    return msgspec.structs.replace(head, options=None) if mixed and key not in _GAMES else head


def _listed(path: Path, key: str, value: Any) -> list[Any]:  # noqa: ANN401 - JSON
    """Return the entries under a key: a list, or an object that is a head with a list in it."""
    if not isinstance(value, dict):
        return _convert(path, key, value, list[Any])
    inner = _convert(path, key, value, dict[str, Any])
    inside = next((name for name, part in inner.items() if isinstance(part, list)), "")
    entries = _convert(path, key, inner.pop(inside, []), list[Any])
    return [inner, *entries]


def _lines(path: Path, data: bytes) -> Iterator[Any]:
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip():
            try:
                yield msgspec.json.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                message = f"{path.name}, line {number}: {error}"
                raise BadData(message) from error


def _under_heads(path: Path, key: str, entries: list[Any], head: Head) -> Iterator[tuple[str, Head, dict[str, Any]]]:
    """Go through a list in which an entry without units or phases is a head for those after it."""
    for number, content in enumerate(entries, 1):
        place = f"{key} {number}"
        entry = _convert(path, place, content, dict[str, Any])
        if "units" in entry or "phases" in entry:
            yield place, head, entry
        else:
            head = _head(path, place, entry)


_T = TypeVar("_T")


def _read(path: Path, place: str, entry: dict[str, Any], to: type[_T]) -> _T:
    """Read a case or a game; raises `BadData` for a field that is misspelt or missing."""
    try:
        check_fields({name: value for name, value in entry.items() if name not in REMARKS}, to)
    except UnknownField as error:
        raise BadData(f"{path.name}, {place}: {error}") from error
    return _convert(path, place, entry, to)


def _head(path: Path, place: str, entry: dict[str, Any]) -> Head:
    """Read a head; raises `BadData` for what is a case or a game without what makes it one, or has a misspelt field."""
    known = [*Head.__struct_fields__, *_LISTS]
    for name in (name for name in entry if name and name not in known):
        if name in {"orders", "result", "after", "dislodged", "retreat"}:
            message = f"{path.name}, {place}: units is missing. A case says by power which units are on the board."
            raise BadData(message)
        if nearest(name, [*known, "units", "phases"], _MISSPELT):
            raise BadData(f"{path.name}, {place}: {refused_field(name, [*known, 'units', 'phases'])}")
    return _convert(path, place, entry, Head)


def _convert(path: Path, place: str, entry: Any, to: type[_T]) -> _T:  # noqa: ANN401 - JSON
    try:
        return msgspec.convert(entry, to, strict=False)
    except msgspec.ValidationError as error:
        raise BadData(f"{path.name}, {place}: {_said(error)}") from error


_MISSING = re.compile(r"Object missing required field `(\w+)`(?: - at `\$\.?(.*)`)?$")


def _said(error: msgspec.ValidationError) -> str:
    """Say what is wrong with an entry, a missing field by its name and place."""
    found = _MISSING.match(str(error))
    if found is None:
        return str(error)
    return f"{found[1]} is missing" + (f" in {found[2]}." if found[2] else ".")
