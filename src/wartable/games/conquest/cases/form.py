"""The form of case files, `conquest-cases/1`, as data; what a position or a step may say further is a game's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from wartable.engine.errors import BadData
from wartable.engine.fields import converted

SCHEMA = "conquest-cases/1"
Holding: TypeAlias = tuple[int | Literal["neutral"] | None, int]
"""Who has a territory, and with how many units: a seat, the neutral army, or nobody."""


class Seated(msgspec.Struct, frozen=True):
    """A seat, and its side and colour where a game has them."""

    seat: int
    side: str = ""
    colour: str = ""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One case: options, a position, what is done, what holds then. `seats` may be their number alone."""

    id: str
    game: str
    before: dict[str, Any]
    seats: tuple[Seated, ...] | int
    preset: str = ""
    options: dict[str, Any] = {}
    steps: tuple[dict[str, Any], ...] = ()
    expect: dict[str, Any] = {}
    theme: str = ""
    rules: tuple[str, ...] = ()
    words: str = ""
    note: str = ""
    settles: tuple[str, ...] = ()
    source: str = ""

    @property
    def seated(self) -> tuple[Seated, ...]:
        """The seats in order."""
        return tuple(map(Seated, range(self.seats))) if isinstance(self.seats, int) else self.seats


class _File(msgspec.Struct, frozen=True):
    schema: str
    cases: list[msgspec.Raw]
    conventions: msgspec.Raw = msgspec.Raw(b"null")
    counts: msgspec.Raw = msgspec.Raw(b"null")


class _Named(msgspec.Struct, frozen=True):
    id: str


class ThisTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the seat on turn has already done in it."""

    conquered: bool = False
    leader_site: bool = False


class Before(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position; games add fields of their own."""

    new_game: bool = False
    """The game begins here: nothing is dealt or placed."""
    territories: dict[str, Holding] = {}
    rest: Holding | Literal["empty"] | None = None
    """What holds of every territory that is not named."""
    turn: int = 0
    """The seat on turn."""
    step: str = "attack"
    to_place: int = 0
    this_turn: ThisTurn = ThisTurn()
    units_left: dict[int, int] = {}
    """Units still to be placed in the set-up, by seat."""
    territory_cards: dict[int, tuple[str, ...]] = {}
    """Hands; a card is the id of its territory, or `wild_1`, `wild_2`."""
    sets_traded: dict[int, int] = {}
    """Sets traded in the game so far, by seat."""


T = TypeVar("T")


def read_case_file(path: Path) -> Iterator[Case | BadData]:
    """Yield every case of a file, or why one cannot be read.

    Raises `BadData` where the file as a whole is none of this schema, and `OSError` where there is none.
    """
    try:
        whole = msgspec.json.decode(path.read_bytes(), type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"{path.name}: {error}. A file of cases is an object with `schema` and the list `cases`."
        raise BadData(message) from error
    if whole.schema != SCHEMA:
        raise BadData(f"{path.name}: the schema is {whole.schema!r}, and {SCHEMA!r} is what can be read.")
    if not whole.cases:
        raise BadData(f"{path.name}: the list `cases` is empty.")
    for number, raw in enumerate(whole.cases, 1):
        yield _read(f"{path.name}, case {number}", raw)


def _read(place: str, raw: msgspec.Raw) -> Case | BadData:
    plain: Any = msgspec.json.decode(raw)
    with suppress(msgspec.ValidationError):
        place = f"{place} ({msgspec.convert(plain, _Named).id})"
    try:
        return converted(plain, Case, place)
    except BadData as error:
        return error
