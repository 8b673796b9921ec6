"""Reading Domination maps: the text files `.map` and `.cards` of the Risk program of that name."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from wartable.board.errors import BoardError
from wartable.board.model import Board, Border, Canvas, Region, Space
from wartable.games.conquest.core.maprules import ANY_REGION, MapRules, Mission, proposed_rules, symbols_in_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

Symbol = str
_SYMBOLS: dict[str, Symbol] = {"infantry": "infantry", "cavalry": "cavalry", "cannon": "artillery"}
_APART, _MARGIN, _DROP = 96.0, 80.0, 29.0
"""Canvas pixels: between the nearest tokens, from the outermost to the edge, from a token down to its name."""
_SECTIONS = {".map": ("files", "continents", "countries", "borders"), ".cards": ("cards", "missions")}


class Card(msgspec.Struct, frozen=True):
    """A territory card: its symbol and the id of its space."""

    symbol: Symbol
    space: str


class Imported(msgspec.Struct, frozen=True):
    """A map brought over: the board, what its regions are worth, its deck and missions, and what was noticed."""

    board: Board
    bonuses: dict[str, int]
    cards: tuple[Card, ...] = ()
    wild_cards: int = 0
    missions: tuple[Mission, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def rules(self) -> MapRules:
        """The numbers of the map; a space without a card gets the symbol whose turn it is."""
        symbols = symbols_in_turn(self.board)
        symbols.update((card.space, card.symbol) for card in reversed(self.cards))
        wild = self.wild_cards if self.cards else proposed_rules(self.board).wild
        return MapRules(self.bonuses, symbols, wild, self.missions)


class _Line(msgspec.Struct, frozen=True):
    """One line that says something, with where it stands."""

    file: str
    number: int
    section: str
    text: str

    def words(self, least: int, most: int | None, form: str) -> list[str]:
        """Split the line; raises `BoardError` when it has too few or too many words."""
        words = self.text.split()
        if len(words) < least or (most is not None and len(words) > most):
            self.fail(f'"{self.text}" should be: {form}')
        return words

    def integer(self, word: str, what: str) -> int:
        """Read a whole number; raises `BoardError` naming what it should have been."""
        try:
            return int(word)
        except ValueError:
            raise self.error(f'{what} should be a whole number, not "{word}"') from None

    def pick(self, word: str, ids: list[str], what: str) -> str:
        """Return the id of that number, counted from 1; raises `BoardError` when there is none."""
        number = self.integer(word, f"the number of a {what}")
        if not 1 <= number <= len(ids):
            self.fail(f"there is no {what} {number}; they are numbered 1 to {len(ids)}")
        return ids[number - 1]

    def error(self, message: str) -> BoardError:
        """Return an error that names this line."""
        return BoardError(f"{self.file}, line {self.number}: {message}")

    def fail(self, message: str) -> None:
        """Raise the error of this line."""
        raise self.error(message)


def _lines(path: Path) -> Iterator[_Line]:
    """Yield every line but empty ones and comments, with the section it stands in."""
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        message = f"{path.name} cannot be read: {error.strerror}"
        raise BoardError(message) from error
    section, known = "", _SECTIONS.get(path.suffix, _SECTIONS[".cards"])
    for number, raw in enumerate(text.splitlines(), 1):
        line = _Line(path.name, number, section, raw.strip())
        if line.text.startswith("[") and line.text.endswith("]"):
            section = line.text[1:-1].lower()
            if section not in known:
                line.fail(f"there is no section [{section}] in such a file; there are {', '.join(known)}")
        elif line.text and not line.text.startswith(";"):
            yield line


def _id(name: str, taken: dict[str, object]) -> str:
    """Make an id of a name, lower case with underscores, different from those taken."""
    base = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    base = base if base[:1].isalpha() else f"s_{base}".rstrip("_")
    made, number = base, 2
    while made in taken:
        made, number = f"{base}_{number}", number + 1
    return made


class _Reader:
    """Collects one map line by line."""

    def __init__(self) -> None:
        self.title = ""
        self.cards_file = ""
        self.regions: dict[str, str] = {}
        self.bonuses: dict[str, int] = {}
        self.spaces: dict[str, tuple[str, str, float, float]] = {}
        self.near: dict[str, set[str]] = {}

    def read(self, line: _Line) -> None:
        """Take in one line of a .map file."""
        take = {"continents": self._continent, "countries": self._country, "borders": self._border}
        if line.section in take:
            take[line.section](line)
            return
        key, _, value = line.text.partition(" ")
        if key == "crd" and line.section == "files":
            self.cards_file = value.strip()
        elif key == "name":
            self.title = value.strip()

    def _continent(self, line: _Line) -> None:
        name, bonus, *_ = line.words(2, 3, "name bonus colour")
        region = _id(name, dict(self.regions))
        self.regions[region] = name.replace("_", " ")
        self.bonuses[region] = line.integer(bonus, "the bonus")
        if self.bonuses[region] < 0:
            line.fail(f"the bonus should be 0 or more, not {bonus}")

    def _country(self, line: _Line) -> None:
        number, name, region, x, y = line.words(5, 5, "number name continent x y")
        if line.integer(number, "the number of the country") != len(self.spaces) + 1:
            line.fail(f"country {number} should be number {len(self.spaces) + 1}; they are counted from 1 in order")
        home = line.pick(region, list(self.regions), "continent")
        place = float(line.integer(x, "x")), float(line.integer(y, "y"))
        space = _id(name, dict(self.spaces))
        self.spaces[space] = (name.replace("_", " "), home, *place)
        self.near[space] = set()

    def _border(self, line: _Line) -> None:
        ids = list(self.spaces)
        first, *others = line.words(1, None, "country neighbour neighbour ...")
        space = line.pick(first, ids, "country")
        for word in others:
            other = line.pick(word, ids, "country")
            if other == space:
                line.fail(f"country {first} borders itself")
            self.near[space].add(other)

    def one_way(self) -> list[tuple[str, str]]:
        """Return borders that only one side lists, the listing side first."""
        return sorted((a, b) for a, others in self.near.items() for b in others if a not in self.near[b])

    def board(self, key: str) -> Board:
        """Make the board: tokens where the map had its circles, spread out so that they do not overlap."""
        scale, left, top = self._scale()
        spaces: list[Space] = []
        for space, (name, region, x, y) in self.spaces.items():
            token = (round((x - left) * scale + _MARGIN), round((y - top) * scale + _MARGIN))
            spaces.append(Space(space, name, name, region, token, (token[0], token[1] + _DROP)))
        canvas = Canvas(
            width=int(max(s.token[0] for s in spaces) + _MARGIN),
            height=int(max(s.token[1] for s in spaces) + _MARGIN),
        )
        pairs = {(min(a, b), max(a, b)) for a, others in self.near.items() for b in others}
        return Board(
            key=key,
            title=self.title or key.replace("_", " ").capitalize(),
            provenance="Imported from a Domination map file.",
            style="atlas",
            canvas=canvas,
            spaces=tuple(spaces),
            regions=tuple(Region(r, self.regions[r], self._plate(r, spaces)) for r in self.settled()),
            borders=tuple(sorted(Border(a, b) for a, b in pairs)),
        )

    def settled(self) -> list[str]:
        """Return the ids of the regions that have spaces."""
        homes = {home for _, home, _, _ in self.spaces.values()}
        return [region for region in self.regions if region in homes]

    def _scale(self) -> tuple[float, float, float]:
        points = [(x, y) for _, _, x, y in self.spaces.values()]
        nearest = min((dist(p, q) for p, q in combinations(points, 2)), default=_APART)
        scale = min(max(_APART / max(nearest, 1.0), 1.0), 6.0)
        return scale, min(x for x, _ in points), min(y for _, y in points)

    def _plate(self, region: str, spaces: list[Space]) -> tuple[float, float]:
        """Return a place above the topmost space of the region."""
        x, y = min((space.token for space in spaces if space.region == region), key=lambda point: point[1])
        return (x, y - 0.55 * _MARGIN)


def _cards(path: Path, spaces: list[str], regions: list[str]) -> tuple[list[Card], int, list[Mission]]:
    """Read a .cards file: territory cards, the number of wild cards, missions."""
    cards: list[Card] = []
    missions: list[Mission] = []
    wild = 0
    for line in _lines(path):
        if line.section == "missions":
            missions.append(_mission(line, regions))
        elif line.section == "cards":
            kind, *rest = line.words(1, 2, "Infantry, Cavalry or Cannon and a country, or wildcard")
            if kind.lower() == "wildcard":
                wild += 1
            elif kind.lower() in _SYMBOLS and rest:
                cards.append(Card(_SYMBOLS[kind.lower()], line.pick(rest[0], spaces, "country")))
            else:
                line.fail(f'"{line.text}" should be Infantry, Cavalry or Cannon and a country, or wildcard')
    return cards, wild, missions


def _mission(line: _Line, regions: list[str]) -> Mission:
    words = line.words(6, None, "player countries armies continent continent continent text")
    player, spaces, armies = (line.integer(word, "a number of a mission") for word in words[:3])
    hold = tuple(w if w == ANY_REGION else line.pick(w, regions, "continent") for w in words[3:6] if w != "0")
    return Mission(player, spaces, armies, hold, " ".join(words[6:]))


def read_domination(path: str | Path, cards: str | Path | None = None) -> Imported:
    """Read a Domination map and its cards file: the one given, or the one it names if that lies beside it.

    Raises `BoardError` naming file and line of the first fault.
    """
    source = Path(path)
    if source.suffix != ".map":
        message = f"{source.name} is no Domination map; the name of such a file ends in .map"
        raise BoardError(message)
    reader = _Reader()
    for line in _lines(source):
        reader.read(line)
    if not reader.spaces:
        message = f"{source.name} has no [countries] section with countries in it"
        raise BoardError(message)
    notes = [f"{a} lists {b} as its neighbour but not the other way round; made two-way" for a, b in reader.one_way()]
    settled = reader.settled()
    notes += [f"no country lies in {name}; left out" for key, name in reader.regions.items() if key not in settled]
    bonuses = {region: reader.bonuses[region] for region in settled}
    imported = Imported(reader.board(_id(source.stem, {})), bonuses, notes=tuple(notes))
    if cards is None and not reader.cards_file:
        return _noted(imported, ["it names no cards file; every country gets a card"])
    named = Path(cards) if cards is not None else source.with_name(Path(reader.cards_file).name)
    if cards is None and not named.exists():
        return _noted(imported, [f"the cards file {named.name} is not beside the map; every country gets a card"])
    return _with_cards(imported, *_cards(named, list(reader.spaces), list(reader.regions)))


def _noted(imported: Imported, notes: list[str]) -> Imported:
    return msgspec.structs.replace(imported, notes=(*imported.notes, *notes))


def _with_cards(imported: Imported, cards: list[Card], wild: int, missions: list[Mission]) -> Imported:
    """Add deck and missions; say where they do not fit the map."""
    spaces = [card.space for card in cards]
    notes = [f"{space.name} has no card; it gets one" for space in imported.board.spaces if space.id not in spaces]
    notes += [f"{space} has more than one card; the first counts" for space in set(spaces) if spaces.count(space) > 1]
    there = {*imported.bonuses, ANY_REGION}
    kept = tuple(mission for mission in missions if there.issuperset(mission.regions))
    if len(kept) < len(missions):
        notes.append(f"{len(missions) - len(kept)} missions name continents without countries; left out")
    made = msgspec.structs.replace(imported, cards=tuple(cards), wild_cards=wild, missions=kept)
    return _noted(made, sorted(notes))
