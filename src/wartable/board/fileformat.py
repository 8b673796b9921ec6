"""The board file (`wartable-board/1`) as typed data, read part by part so that a fault names its place."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar, cast

import msgspec
import yaml

from wartable.board.errors import unreadable
from wartable.board.findings import Finding, did_you_mean
from wartable.board.landmarks import Compass, Cover, Inscription, Lettering, Pair, Step
from wartable.board.model import BORDER_KINDS, BorderKind, Canvas, DecorationKind, ObstacleKind, SpaceKind, Style
from wartable.board.topology import Line, Point
from wartable.engine.errors import BadData
from wartable.engine.fields import explained

if TYPE_CHECKING:
    from collections.abc import Hashable
    from pathlib import Path

    from yaml import SafeLoader
else:
    try:
        from yaml import CSafeLoader as SafeLoader  # by libyaml: a hundred times as quick
    except ImportError:
        from yaml import SafeLoader

SCHEMA = "wartable-board/1"
_DEEPEST = 100
"""Levels of nesting that are read."""
_TOO_DEEP = f"it is nested more than {_DEEPEST} levels deep"
T = TypeVar("T")
H = TypeVar("H", "HeadPart | None", "PartFile | None")


class SpacePart(msgspec.Struct, frozen=True):
    """One entry of `spaces`; `short` is the name, `label` a place under the token unless given."""

    name: str
    token: Point
    region: str = ""
    label: Point | None = None
    short: str | None = None
    also: tuple[str, ...] = ()
    kind: SpaceKind = "land"
    coasts: dict[str, Point] = {}
    cover: Cover | None = None


class RegionPart(msgspec.Struct, frozen=True):
    """One entry of `regions`."""

    name: str
    plate: Point
    tint: str = ""
    deep: str = ""
    title: Lettering | None = None


class LanePart(msgspec.Struct, frozen=True):
    """One entry of `lanes`: how a lane is drawn; a lane without one is a straight line between tokens."""

    between: Pair
    lines: tuple[Line, ...]
    wraps: bool = False


class SitePart(msgspec.Struct, frozen=True):
    """One entry of `sites`."""

    name: str
    space: str
    kind: str
    at: Point


class ObstaclePart(msgspec.Struct, frozen=True):
    """One entry of `obstacles`."""

    name: str
    kind: ObstacleKind


class DecorationPart(msgspec.Struct, frozen=True):
    """One entry of `decorations`."""

    name: str
    kind: DecorationKind
    shape: Line
    region: str = ""


class RangePart(msgspec.Struct, frozen=True):
    """One entry of `ranges`."""

    name: str
    touches: tuple[str, ...] = ()
    along: tuple[Pair, ...] = ()
    parts: tuple[Pair, ...] = ()
    lines: tuple[Line, ...] = ()


class RiverPart(msgspec.Struct, frozen=True):
    """One entry of `rivers`."""

    name: str
    along: tuple[Pair, ...]


class BridgePart(msgspec.Struct, frozen=True):
    """One entry of `bridges`."""

    between: Pair
    at: Point
    angle: float = 0.0


class PortPart(msgspec.Struct, frozen=True):
    """One entry of `ports`, by the space it belongs to."""

    at: Point


class TrailPart(msgspec.Struct, frozen=True):
    """One entry of `paths`."""

    name: str
    steps: tuple[Step, ...]


class AddedBorder(msgspec.Struct, frozen=True):
    """A border that only an edition has."""

    between: Pair
    kind: BorderKind = "land"


class EditionPart(msgspec.Struct, frozen=True):
    """One entry of `editions`."""

    title: str
    remove: tuple[Pair, ...] = ()
    add: tuple[AddedBorder, ...] = ()
    other_names: bool = False


class HeadPart(msgspec.Struct, frozen=True):
    """The fields of the file that are not lists of things."""

    schema: str
    key: str
    title: str
    provenance: str
    canvas: Canvas
    style: Style = "atlas"
    counts: dict[str, int] = {}
    outlines: str | None = None
    compass: Compass | None = None


class PartSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of another board a board is: all spaces of some regions, and single ones."""

    of: str
    regions: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()


class PartFile(msgspec.Struct, frozen=True):
    """A board file that takes a part of another board; only what is given here differs from the whole."""

    schema: str
    key: str
    title: str
    provenance: str
    part: PartSpec
    canvas: Canvas | None = None
    counts: dict[str, int] = {}
    compass: Compass | None = None


class BoardFile(msgspec.Struct):
    """A board file whose parts have the right form; references are not checked yet."""

    head: HeadPart
    spaces: dict[str, SpacePart]
    regions: dict[str, RegionPart]
    borders: dict[BorderKind, dict[str, tuple[str, ...]]]
    lanes: tuple[LanePart, ...]
    sites: dict[str, SitePart]
    editions: dict[str, EditionPart]
    obstacles: dict[str, ObstaclePart]
    decorations: dict[str, DecorationPart]
    ranges: dict[str, RangePart] = {}
    rivers: dict[str, RiverPart] = {}
    bridges: tuple[BridgePart, ...] = ()
    ports: dict[str, PortPart] = {}
    paths: dict[str, TrailPart] = {}
    inscriptions: tuple[Inscription, ...] = ()


_LISTS = frozenset(field.name for field in msgspec.structs.fields(BoardFile)) - {"head"}
"""The fields of the file that are lists of things."""


class _Loader(SafeLoader):
    """YAML that refuses a key given twice, which plain YAML would silently drop."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Hashable, Any]:
    seen: set[str] = set()
    for key, _ in node.value:
        if not isinstance(key, yaml.ScalarNode):
            problem = "a key has to be a word or a number"
            raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
        if key.value in seen:
            problem = f'the key "{key.value}" is given twice; each may be given once'
            raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
        seen.add(key.value)
    return loader.construct_mapping(node, deep=True)


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def read_yaml(text: str) -> Any:  # noqa: ANN401  (YAML can hold anything)
    """Parse YAML; raises `yaml.YAMLError`, with line and column where it can, also for a key given twice.

    What is nested deeper than any file of ours is refused, as libyaml would run out of stack and end the program; so
    are aliases, by which a short text may stand for one without end.
    """
    _refuse_excess(text)
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506  (a safe loader)
    except (ValueError, OverflowError) as error:  # a number of thousands of digits, a 99th of January
        message = f"it has a value that cannot be read: {error}"
        raise yaml.YAMLError(message) from error


def read_yaml_file(file: Path) -> Any:  # noqa: ANN401  (YAML can hold anything)
    """Return what a YAML file holds. Raises `BadData` for what is none, or `OSError`."""
    try:
        return read_yaml(file.read_text("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadData(f"{file.name} is not YAML: {unreadable(error)}") from error


def packaged(file: str, kind: type[T]) -> T:
    """Return what a YAML file of the package holds, `data/scoring.yaml`; raises `BadData` naming file and field."""
    text = resources.files("wartable").joinpath(file).read_text("utf-8")
    try:
        return msgspec.convert(read_yaml(text), kind)
    except msgspec.ValidationError as error:
        raise BadData(f"{file}: {error}") from error


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether something read is a list."""
    return isinstance(value, list)


def is_map(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether something read is a mapping."""
    return isinstance(value, dict)


def _refuse_excess(text: str) -> None:
    """Look through the events first: they come one by one, whatever is nested in what."""
    depth = 0
    try:
        for event in yaml.parse(text, Loader=SafeLoader):
            if isinstance(event, yaml.AliasEvent):
                message = f"it uses an alias (*{event.anchor}); write out what it stands for"
                raise yaml.YAMLError(message)
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEPEST:
                raise yaml.YAMLError(_TOO_DEEP)
    except yaml.MarkedYAMLError as error:
        # libyaml reads brackets ahead of the events, and since PyYAML 6.0.4 ends at 1000 of them in its own words.
        if "nesting depth" in (error.problem or ""):
            raise yaml.YAMLError(_TOO_DEEP) from error
        raise


class FileReader:
    """Turns the parsed YAML into a `BoardFile`, noting every fault on the way."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.findings: list[Finding] = []

    def error(self, where: str, message: str) -> None:
        """Note a fault at a field path inside the file; an empty one is the file itself."""
        self.findings.append(Finding("error", f"{self._name}: {where}" if where else self._name, message))

    def part(self, value: object, kind: type[T], where: str) -> T | None:
        """Convert one part; None, with findings, when it does not have the right form."""
        fields = {field.encode_name for field in msgspec.structs.fields(cast("type[msgspec.Struct]", kind))}
        if not is_map(value):
            self.error(where, f"should be a mapping with the fields {', '.join(sorted(fields))}")
            return None
        for field in value:
            if field not in fields:
                place = f"{where}.{field}" if where else field
                self.error(place, f"there is no such field here; {did_you_mean(field, fields)}")
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            known = {field: inner for field, inner in value.items() if field in fields}
            self.error(where, explained(error, known, kind).replace("`$.", f"`{where}." if where else "`"))
            return None

    def parts(self, data: dict[str, Any], field: str, kind: type[T]) -> dict[str, T]:
        """Convert a mapping of named parts, keeping those that have the right form."""
        value: object = data.get(field, {})
        if not is_map(value):
            self.error(field, "should be a mapping from id to its description")
            return {}
        made = {str(key): self.part(part, kind, f"{field}.{key}") for key, part in value.items()}
        return {key: part for key, part in made.items() if part is not None}

    def items(self, data: dict[str, Any], field: str, kind: type[T]) -> tuple[T, ...]:
        """Convert a list of parts, keeping those that have the right form."""
        value: object = data.get(field, [])
        if not is_list(value):
            self.error(field, "should be a list")
            return ()
        made = [self.part(part, kind, f"{field}[{i}]") for i, part in enumerate(value)]
        return tuple(part for part in made if part is not None)

    def _borders(self, data: dict[str, Any]) -> dict[BorderKind, dict[str, tuple[str, ...]]]:
        result: dict[BorderKind, dict[str, tuple[str, ...]]] = {}
        value: object = data.get("borders", {})
        for kind, lists in (value if is_map(value) else {}).items():
            if kind not in BORDER_KINDS:
                self.error(f"borders.{kind}", f"no such kind of border; {did_you_mean(kind, BORDER_KINDS)}")
                continue
            try:
                result[kind] = msgspec.convert(lists, dict[str, tuple[str, ...]])
            except msgspec.ValidationError as error:
                self.error(f"borders.{kind}", f"should map each space to the list of its neighbours: {error}")
        return result

    def read(self, data: object) -> BoardFile | PartFile | None:
        """Return the whole file, or None when even its head is wrong."""
        if not is_map(data):
            self.error("", f"should be a mapping that begins with `schema: {SCHEMA}`")
            return None
        whole = data
        if "part" in whole:
            return self._known(self.part(whole, PartFile, ""))
        head = self.part({k: v for k, v in whole.items() if k not in _LISTS}, HeadPart, "")
        if self._known(head) is None or head is None:
            return None
        return BoardFile(
            head=head,
            spaces=self.parts(whole, "spaces", SpacePart),
            regions=self.parts(whole, "regions", RegionPart),
            borders=self._borders(whole),
            lanes=self.items(whole, "lanes", LanePart),
            sites=self.parts(whole, "sites", SitePart),
            editions=self.parts(whole, "editions", EditionPart),
            obstacles=self.parts(whole, "obstacles", ObstaclePart),
            decorations=self.parts(whole, "decorations", DecorationPart),
            ranges=self.parts(whole, "ranges", RangePart),
            rivers=self.parts(whole, "rivers", RiverPart),
            bridges=self.items(whole, "bridges", BridgePart),
            ports=self.parts(whole, "ports", PortPart),
            paths=self.parts(whole, "paths", TrailPart),
            inscriptions=self.items(whole, "inscriptions", Inscription),
        )

    def _known(self, head: H) -> H:
        """Return a head as it is, noting a schema that is not ours."""
        if head is not None and head.schema != SCHEMA:
            self.error("schema", f'is "{head.schema}" but this version reads "{SCHEMA}"')
        return head
