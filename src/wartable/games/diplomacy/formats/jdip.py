"""Variant packages of jDip, a zip or folder with `variants.xml` and adjacency files, read into variants."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree as ET
from xml.parsers.expat import ExpatError, ParserCreate

from wartable.engine.errors import BadData
from wartable.games.adjudication.map import Terrain as ProvinceKind
from wartable.games.adjudication.orders import Location, Power, Province, province_of
from wartable.games.diplomacy.formats.draft import Draft, DraftPower, Imported, finish, slug
from wartable.games.diplomacy.variant import ProvinceFacts

_LARGEST = 8_000_000
"""Most bytes one file of a package may hold unpacked."""
_FLEET_SIDES = {"xc": "", "nc": "NC", "sc": "SC", "ec": "EC", "wc": "WC"}
_BUILDS_ANYWHERE = {"VALUE_BUILDS_ANY_OWNED", "VALUE_BUILDS_ANY_IF_HOME_OWNED"}
_USUAL = {"VALUE_BUILDS_HOME_ONLY", "VALUE_WINGS_DISABLED", "VALUE_PATHS_EXPLICIT", "VALUE_PATHS_EITHER"}
_REF = re.compile(r"(?P<place>.+?)[-/(](?P<coast>[nsewx]c|mv)\)?")


class Package:
    """The files of a package by name: those of a zip, or of a folder."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._zip = None if path.is_dir() else _zip(path)
        names = (str(file.relative_to(path)) for file in path.rglob("*")) if self._zip is None else self._zip.namelist()
        self.names = sorted(name.replace("\\", "/") for name in names)

    def index(self) -> str:
        """Return the name of the file that lists the variants."""
        for name in self.names:
            if PurePosixPath(name).name == "variants.xml":
                return name
        message = f"{self._path.name} is no variant package: it holds no variants.xml."
        raise BadData(message)

    def root(self, name: str, tag: str) -> ET.Element:
        """Read one XML file, whose outermost element must have a tag; raises `BadData`."""
        if name not in self.names:
            message = f"{self._path.name} names {name or 'an adjacency file'} but does not hold it."
            raise BadData(message)
        data = self._data(name)
        try:
            _check_entities(data, name)
            root = ET.fromstring(data)  # noqa: S314 - entities, the danger in it, were refused above
        except (ET.ParseError, ExpatError) as error:
            message = f"{name}: {error}"
            raise BadData(message) from error
        if root.tag != tag:
            message = f"{name}: expected {tag}, found {root.tag}."
            raise BadData(message)
        return root

    def _data(self, name: str) -> bytes:
        size = (self._path / name).stat().st_size if self._zip is None else self._zip.getinfo(name).file_size
        if size > _LARGEST:
            message = f"{name} is too large: {size} bytes, at most {_LARGEST}."
            raise BadData(message)
        return (self._path / name).read_bytes() if self._zip is None else self._zip.read(name)


def _check_entities(data: bytes, name: str) -> None:
    """Refuse a file with entities of its own, in whatever encoding it declares them."""

    def refuse(*_: object) -> None:
        message = f"{name} declares entities of its own, which are not read."
        raise BadData(message)

    parser = ParserCreate()
    parser.EntityDeclHandler = refuse
    parser.Parse(data, True)  # noqa: FBT003 - all of it


def _zip(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except OSError as error:
        message = f"{path.name} cannot be read: {error.strerror}."
        raise BadData(message) from error
    except zipfile.BadZipFile as error:
        message = f"{path.name} cannot be opened as a zip: {error}."
        raise BadData(message) from error


def read_package(path: Path) -> dict[str, Imported]:
    """Return the variants of a package by their names; raises `BadData` naming the file that is wrong."""
    package = Package(path)
    index = package.index()
    found: dict[str, Imported] = {}
    for variant in package.root(index, "VARIANTS").iter("VARIANT"):
        uri = next((element.get("adjacencyURI", "") for element in variant.iter("MAP")), "")
        # Only the name counts: what it uses lies beside it.
        beside = str(PurePosixPath(index).with_name(PurePosixPath(uri).name)) if PurePosixPath(uri).name else ""
        provinces = package.root(beside, "PROVINCES")
        name = variant.get("name", "")
        try:
            found[name] = _variant(name, variant, provinces, path.name)
        except ValueError as error:
            message = f"{path.name}, variant {name}: {error}"
            raise BadData(message) from error
    return found


def _variant(name: str, variant: ET.Element, provinces: ET.Element, source: str) -> Imported:
    draft, codes = Draft(), _codes(provinces)
    for border in provinces.iter("BORDER"):
        what = border.get("description") or border.get("id", "")
        draft.notes.append(f"left out: border rule {what!r}")
    closed = frozenset(_code(province) for province in provinces.iter("PROVINCE") if _is_impassable(province))
    for province in provinces.iter("PROVINCE"):
        _province(draft, codes, closed, province)
    powers = _powers(draft, variant)
    for centre in variant.iter("SUPPLYCENTER"):
        _centre(draft, powers, codes, centre)
    for unit in variant.iter("INITIALSTATE"):
        _unit(draft, powers, codes, unit)
    _rules(draft, variant)
    return finish(draft, name, name, f"Imported from the variant package {source}.")


def _code(province: ET.Element) -> Province:
    return province.get("shortname", "").upper()


def _is_impassable(province: ET.Element) -> bool:
    """Whether a package says that nobody enters a province, whatever borders it lists."""
    return province.get("isImpassable", "false").strip().casefold() == "true"


def _codes(provinces: ET.Element) -> dict[str, Province]:
    """Return the code of every short, full and other name of a province, in small letters."""
    found: dict[str, Province] = {}
    for province in provinces.iter("PROVINCE"):
        code = _code(province)
        names = [province.get("shortname", ""), province.get("fullname", "")]
        names += [other.get("name", "") for other in province.iter("UNIQUENAME")]
        for name in names:
            found.setdefault(name.casefold(), code)
    return found


def _province(draft: Draft, codes: dict[str, Province], closed: frozenset[Province], province: ET.Element) -> None:
    """Read one province: `mv` lists where armies go, the coasts where fleets go; an army's own name marks an island.

    No border leads into or out of a closed province.
    """
    code = _code(province)
    sides = [(side.get("type", "mv"), side.get("refs", "").split()) for side in province.iter("ADJACENCY")]
    coasts = tuple(_FLEET_SIDES[kind] for kind, _ in sides if _FLEET_SIDES.get(kind))
    aliases = tuple(other.get("name", "") for other in province.iter("UNIQUENAME"))
    name = province.get("fullname", code)
    if code in closed:
        draft.provinces[code] = ProvinceFacts(name, "impassable", aliases=aliases)
        return
    draft.provinces[code] = ProvinceFacts(name, _kind(code, sides), coasts=coasts, aliases=aliases)
    if province.get("isConvoyableCoast") == "true":
        draft.notes.append(f"fleets in {name} convoy there, not here")
    for kind, refs in sides:
        here = code if kind in {"mv", "xc"} else f"{code}/{_FLEET_SIDES.get(kind, '')}"
        pairs = draft.borders["A" if kind == "mv" else "F"]
        for ref in refs:
            there = _location(codes, ref)
            if province_of(there) not in closed:
                pairs.add((here, there.partition("/")[0] if kind == "mv" else there))


def _kind(code: Province, sides: list[tuple[str, list[str]]]) -> ProvinceKind:
    land = [refs for kind, refs in sides if kind == "mv"]
    if not land:
        return "sea"
    if len(sides) > len(land):
        return "coastal"
    alone = all(ref.upper() == code for refs in land for ref in refs)
    return "impassable" if alone else "inland"


def _location(codes: dict[str, Province], ref: str) -> Location:
    """Read `stp-sc` or `stp/sc` or `nwy`, by any of its names; raises `BadData` for a place there is not."""
    found = _REF.fullmatch(ref.casefold())
    name, coast = (found["place"], found["coast"].upper()) if found else (ref.casefold(), "")
    if name not in codes:
        message = f"a border leads to {ref!r}, which is no province."
        raise BadData(message)
    return f"{codes[name]}/{coast}" if coast and coast in _FLEET_SIDES.values() else codes[name]


def _powers(draft: Draft, variant: ET.Element) -> dict[str, Power]:
    """Read the powers; return the id of every name they have, in small letters."""
    found: dict[str, Power] = {}
    for power in variant.iter("POWER"):
        name = power.get("name", "")
        key = slug(name).replace("-", "_")
        draft.powers[key] = DraftPower(name, power.get("adjective", "") or name)
        others = re.split(r"[,;]", power.get("altnames", ""))
        found |= {other.strip().casefold(): key for other in (name, *others) if other.strip()}
        if power.get("active") == "false":
            draft.notes.append(f"{name} is nobody's there; every power can be played here")
    return found


def _centre(draft: Draft, powers: dict[str, Power], codes: dict[str, Province], centre: ET.Element) -> None:
    code = _location(codes, centre.get("province", ""))
    draft.neutral[code] = None
    home, owner = (centre.get(key, "none").casefold() for key in ("homepower", "owner"))
    if home in powers:
        draft.powers[powers[home]].home.append(code)
    if owner not in {home, "none"}:
        draft.notes.append(f"{code} is owned by {owner} at the start there, by its home power or nobody here")


def _unit(draft: Draft, powers: dict[str, Power], codes: dict[str, Province], unit: ET.Element) -> None:
    power = unit.get("power", "").casefold()
    if power not in powers:
        message = f"a unit belongs to {power!r}, which is no power."
        raise BadData(message)
    place, coast = _location(codes, unit.get("province", "")), unit.get("unitcoast", "").upper()
    kind = unit.get("unit", "").upper()[:1]
    if kind not in {"A", "F"}:
        draft.notes.append(f"left out: a {unit.get('unit')} in {place}")
        return
    at = f"{place}/{coast}" if coast in {"NC", "SC", "EC", "WC"} and kind == "F" else place
    draft.powers[powers[power]].units[place] = f"{kind} {at}"


def _rules(draft: Draft, variant: ET.Element) -> None:
    for turn in variant.iter("STARTINGTIME"):
        year = re.search(r"\d+", turn.get("turn", ""))
        draft.first_year = int(year[0]) if year else draft.first_year
        if "spring" not in turn.get("turn", "spring").casefold():
            draft.notes.append(f"the game begins in {turn.get('turn')} there, and in Spring here")
    for centres in variant.iter("WINNING_SUPPLY_CENTERS"):
        draft.victory = int(centres.get("value", "0"))
    for option in variant.iter("RULEOPTION"):
        if option.get("value") in _BUILDS_ANYWHERE:
            draft.builds = "owned"
        elif option.get("value") not in _USUAL:
            draft.notes.append(f"left out: rule {option.get('name')} = {option.get('value')}")
