"""`.map` files of the `diplomacy` package and of DPjudge, which share one language, read into variants."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from wartable.engine.errors import BadData
from wartable.games.adjudication.orders import Location, Province, province_of
from wartable.games.diplomacy.formats.draft import Draft, DraftPower, Imported, finish
from wartable.games.diplomacy.formats.terrain import Terrain, lay_out

_LAND = frozenset({"LAND", "COAST", "WATER", "PORT", "SHUT"})
_NEUTRAL = frozenset({"UNOWNED", "NEUTRAL"})
_SHOWN = 60
"""Letters shown of a line that makes no sense."""
_DEPTH = 8
"""Most files that may use one another."""
_POWER = re.compile(r"(?P<name>[^\s(]+)\s*(?:\((?P<own>[^):]*)(?::[^)]*)?\))?\s*(?P<centres>.*)")
_UNIT = re.compile(r"[AF]\s+\S+")


def read_map(path: Path) -> Imported:
    """Read a `.map` file and those it uses from the same folder; raises `BadData` naming file and line."""
    reader = _Reader()
    reader.file(path, ())
    return finish(reader.finished(), path.stem, path.stem.replace("_", " ").title(), f"Imported from {path.name}.")


class _Reader:
    """What has been read so far; every later line may change it."""

    def __init__(self) -> None:
        self._draft = Draft()
        self._names: dict[Province, tuple[str, tuple[str, ...]]] = {}
        self._terrain: dict[Location, Terrain] = {}
        self._parts: dict[Province, set[Location]] = {}
        """A province and its coasts, under its name."""
        self._beside: dict[Location, set[Location]] = {}
        """Under each name the places that have bordered on it."""
        self._power: DraftPower | None = None
        self._skipping = False

    def file(self, path: Path, users: tuple[Path, ...]) -> None:
        """Read one file into what is there."""
        if path in users or len(users) > _DEPTH:
            message = f"{path.name} uses itself over {', '.join(user.name for user in users)}."
            raise BadData(message)
        try:
            text = path.read_text("utf-8", errors="replace")
        except OSError as error:
            by = f", used by {users[-1].name}," if users else ""
            message = f"{path.name}{by} cannot be read: {error.strerror}."
            raise BadData(message) from error
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.strip()
            if line and not line.startswith("#"):
                try:
                    self._line(line, path, users)
                except BadData as error:
                    message = f"{path.name}, line {number}: {error}"
                    raise BadData(message) from error
                except (ValueError, IndexError) as error:
                    message = (
                        f"{path.name}, line {number}: {line[:_SHOWN]!r} is no line of such a map, or is cut short."
                    )
                    raise BadData(message) from error

    def finished(self) -> Draft:
        """Return the draft with its provinces and borders."""
        lay_out(self._draft, self._names, self._terrain)
        return self._draft

    def _line(self, line: str, path: Path, users: tuple[Path, ...]) -> None:
        word, *others = line.split(maxsplit=1)
        head, rest = word.upper(), "".join(others)
        if self._skipping or head == "DIRECTIVES":
            self._skip(head, line)
        elif head in {"USE", "USES", "MAP"}:
            self._use(rest, path, users)
        elif "=" in line:
            self._name(line)
        elif head in _LAND or head in {"AMEND", "DROP"}:
            self._place(head, rest.split())
        else:
            self._political(head, rest, line)

    def _skip(self, head: str, line: str) -> None:
        """Pass over directives for single rule variants, up to their END."""
        if not self._skipping:
            self._draft.notes.append(f"left out: {line}, for games by other rules")
        self._skipping = head != "END"

    def _use(self, rest: str, path: Path, users: tuple[Path, ...]) -> None:
        for name in rest.split():
            beside = path.with_name(name if Path(name).suffix else f"{name}.map")
            self.file(beside, (*users, path))

    def _name(self, line: str) -> None:
        """Read `placeName = abbreviation alias...`; names of coasts follow from their place."""
        name, _, rest = line.partition("=")
        code, *aliases = rest.split()
        if "/" not in code:
            known = tuple(alias.rstrip("?").replace("+", " ") for alias in aliases if not re.search(r"[/(]", alias))
            self._names[code.upper()] = name.strip(), known

    def _place(self, head: str, words: list[str]) -> None:
        code, upper = words[0], words[0].upper()
        if head == "DROP":
            for word in words:
                self._drop(word.upper())
            return
        abuts = [word for word in words[1:] if word.upper() != "ABUTS"]
        if head == "AMEND":
            self._amend(upper, abuts)
            return
        self._terrain[upper] = Terrain(head, tuple(abuts), no_fleets=code.islower())
        self._parts.setdefault(province_of(upper), set()).add(upper)
        self._border(upper, abuts)

    def _amend(self, code: Location, abuts: list[str]) -> None:
        if code not in self._terrain:
            message = f"{code} is amended before it is there"
            raise BadData(message)
        gone = {word[1:].upper() for word in abuts if word.startswith("-")}
        new = [word for word in abuts if not word.startswith("-")]
        replaced = gone | {word.upper() for word in new}
        kept = [word for word in self._terrain[code].abuts if word.upper() not in replaced]
        self._terrain[code] = msgspec.structs.replace(self._terrain[code], abuts=(*kept, *new))
        self._border(code, new)

    def _border(self, place: Location, abuts: Iterable[str]) -> None:
        for word in abuts:
            self._beside.setdefault(word.upper(), set()).add(place)

    def _drop(self, code: Location) -> None:
        dropped = {code, *(self._parts.pop(code, set()) & self._terrain.keys())}
        self._names.pop(code, None)
        self._draft.neutral.pop(code, None)
        for place in dropped:
            self._terrain.pop(place, None)
        around = {place for gone in dropped for place in self._beside.pop(gone, ())}
        for place in around & self._terrain.keys():
            abuts = tuple(word for word in self._terrain[place].abuts if word.upper() not in dropped)
            self._terrain[place] = msgspec.structs.replace(self._terrain[place], abuts=abuts)

    def _political(self, head: str, rest: str, line: str) -> None:
        words = rest.replace(",", " ").split()
        if head in _NEUTRAL or (head == "CENTERS" and self._power is None):
            self._power = None
            self._neutral(words)
        elif head == "VICTORY":
            self._draft.victory = int(words[0])
        elif head == "BEGIN":
            self._begin(words)
        elif head in {"RULE", "RULES"}:
            self._rules(words)
        elif head == "UNPLAYED":
            self._unplayed([word.upper() for word in words])
        elif head in {"OWNS", "CENTERS", "INHABITS", "HOME", "HOMES", "UNITS"} and self._power is not None:
            self._of_power(self._power, head, words)
        elif head in {"DUMMY", "DUMMIES"}:
            self._draft.notes.append(f"left out: {line}; every power can be played")
        elif _UNIT.fullmatch(line) and self._power is not None:
            self._unit(self._power, " ".join(line.upper().split()))
        else:
            self._powers(line)

    def _unit(self, power: DraftPower, unit: str) -> None:
        place = province_of(unit.split()[1])
        before = power.units.get(place, unit)
        if before != unit:
            self._draft.notes.append(f"{power.name}: {unit} takes the place of {before}, as a later line goes first")
        power.units[place] = unit

    def _neutral(self, words: list[str]) -> None:
        for word in words:
            if word.startswith("-"):
                self._draft.neutral.pop(word[1:].upper(), None)
            else:
                self._draft.neutral[word.upper()] = None

    def _begin(self, words: list[str]) -> None:
        season, year = words[0].upper(), int(words[1])
        self._draft.first_year = year
        if season != "SPRING":
            self._draft.notes.append(f"the game begins in {season.title()} there, and in Spring here")

    def _rules(self, words: list[str]) -> None:
        for word in words:
            if word.upper() == "BUILD_ANY":
                self._draft.builds = "owned"
            else:
                self._draft.notes.append(f"left out: rule {word}")

    def _unplayed(self, words: list[str]) -> None:
        if not words:
            gone = [key for key, power in self._draft.powers.items() if power is self._power]
        elif "EXCEPT" in words:
            kept = {word.casefold() for word in words[words.index("EXCEPT") + 1 :]}
            gone = [key for key in self._draft.powers if key not in kept]
        elif "ALL" in words:
            gone = list(self._draft.powers)
        else:
            gone = [word.casefold() for word in words]
        for key in gone:
            self._draft.powers.pop(key, None)

    def _of_power(self, power: DraftPower, head: str, words: list[str]) -> None:
        """Read what belongs to the power named last: homes, units forgotten, centres it owns without building there."""
        if head == "UNITS":
            power.units.clear()
        elif head in {"HOME", "HOMES"}:
            power.home = [word.upper() for word in words]
        elif head == "INHABITS":
            power.home += [word.upper() for word in words]
        else:
            strange = [word.upper() for word in words if word.upper() not in power.home]
            for word in strange:
                self._draft.neutral[word] = None
            if strange:
                self._draft.notes.append(f"{power.name} begins without {', '.join(strange)}, which it owns there")

    def _powers(self, line: str) -> None:
        """Read `powerName (ownWord:abbrev) center...`, and make the power the current one."""
        found = _POWER.fullmatch(line)
        if found is None:
            message = f"{line!r} is no line of a map"
            raise BadData(message)
        key = found["name"].strip("_").replace("+", "").casefold()
        name = key.replace("_", " ").title()
        adjective = (found["own"] or name).replace("+", " ").strip().title() or name
        power = self._draft.powers.setdefault(key, DraftPower(name, adjective))
        for word in found["centres"].split():
            if word.startswith("-"):
                power.home = [home for home in power.home if home != word[1:].upper()]
                self._draft.neutral[word[1:].upper()] = None
            else:
                power.home.append(word.upper())
        self._power = power
