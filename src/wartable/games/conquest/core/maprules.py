"""The numbers that belong to a map and not to its picture: bonuses, the deck, missions (`wartable-map-rules/1`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeAlias, cast, get_args

import msgspec
import yaml

from wartable.board.companions import Companion
from wartable.board.errors import BoardError, unreadable
from wartable.board.fileformat import read_yaml
from wartable.board.findings import did_you_mean
from wartable.board.library import OwnMap, own_map
from wartable.board.model import Board
from wartable.engine.errors import BadData
from wartable.engine.fields import converted

MAP_RULES = "wartable-map-rules/1"
RULES = "rules.yaml"
"""Name of the file with the numbers of a map, beside the board file."""
SYMBOLS = ("infantry", "cavalry", "artillery")
"""What the cards of spaces show."""
SiteEffect: TypeAlias = Literal["barracks", "airfield", "fortress", "arsenal", "listening_post"]
"""What a site may be beside being a site, in games whose sites have special effects."""
SITE_EFFECTS: tuple[SiteEffect, ...] = get_args(SiteEffect)
ANY_REGION = "*"
"""One more region of the player's choice, in a mission."""
_WILD = 2
"""Wild cards where a map says nothing of cards."""


class Mission(msgspec.Struct, frozen=True):
    """A mission: all conditions that are not zero or empty must hold at once.

    `eliminate` is a player number from 1, `regions` may hold "*" for one more region of the player's choice.
    """

    eliminate: int = 0
    spaces: int = 0
    armies: int = 0
    regions: tuple[str, ...] = ()
    text: str = ""


class MapRules(msgspec.Struct, frozen=True):
    """What each region is worth, the symbol on the card of each space, wild cards, and missions if there are any."""

    bonuses: dict[str, int]
    symbols: dict[str, str]
    wild: int
    missions: tuple[Mission, ...] = ()
    sites: dict[str, str] = {}
    """The special effect of each space that has one when it is a site."""


class _Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    symbols: dict[str, tuple[str, ...]]
    wild: int = _WILD


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: str
    board: str
    bonuses: dict[str, int]
    cards: _Deck | None = None
    missions: tuple[Mission, ...] = ()
    sites: dict[str, str] = {}


def border_bonuses(board: Board) -> dict[str, int]:
    """Return a bonus for every region from the map alone: (spaces + 2 x gates) / 4, halves rounded up.

    A gate is a space from which a piece can leave the region. The formula is our own.
    """
    worth: dict[str, int] = {}
    for region in board.regions:
        members = set(board.members(region.id))
        gates = sum(not members.issuperset(board.neighbours(space)) for space in members)
        worth[region.id] = (len(members) + 2 * gates + 2) // 4
    return worth


def symbols_in_turn(board: Board) -> dict[str, str]:
    """Return infantry, cavalry and artillery in turn over the spaces of a board."""
    return {space.id: SYMBOLS[number % len(SYMBOLS)] for number, space in enumerate(board.spaces)}


def proposed_rules(board: Board) -> MapRules:
    """Return numbers for a map that brings none: bonuses by borders, symbols in turn, two wild cards, no missions."""
    return MapRules(border_bonuses(board), symbols_in_turn(board), _WILD)


def read_map_rules(path: Traversable, board: Board) -> MapRules:
    """Read the rules file of a board; raises `BoardError` naming every field that is wrong."""
    try:
        file: _File = converted(cast("object", read_yaml(path.read_text(encoding="utf-8"))), _File, path.name)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BoardError(f"{path.name}: {unreadable(error)}") from error
    except BadData as error:
        raise BoardError(str(error)) from error
    faults = [f"{path.name}: {where}: {fault}" for where, fault in _faults(file, board)]
    if faults:
        raise BoardError("\n".join(faults))
    cards = file.cards
    return MapRules(
        bonuses={region.id: file.bonuses[region.id] for region in board.regions},
        symbols=_by_space(cards.symbols) if cards else symbols_in_turn(board),
        wild=cards.wild if cards else _WILD,
        missions=file.missions,
        sites=file.sites,
    )


def _by_space(symbols: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {space: symbol for symbol, spaces in symbols.items() for space in spaces}


def _faults(file: _File, board: Board) -> Iterator[tuple[str, str]]:
    """Yield field and what is wrong with it."""
    if file.schema != MAP_RULES:
        yield "schema", f'is "{file.schema}" but this version reads "{MAP_RULES}"'
    if file.board != board.key:
        yield "board", f'is "{file.board}" but the board beside it is "{board.key}"'
    yield from _faults_of_bonuses(file.bonuses, board)
    if file.cards is not None:
        yield from _faults_of_cards(file.cards, board)
    for number, mission in enumerate(file.missions):
        yield from _faults_of_mission(f"missions[{number}]", mission, board)
    yield from _faults_of_sites(file.sites, board)


def _faults_of_bonuses(bonuses: dict[str, int], board: Board) -> Iterator[tuple[str, str]]:
    regions = [region.id for region in board.regions]
    for region, worth in bonuses.items():
        if region not in regions:
            yield f"bonuses.{region}", f"there is no such region; {did_you_mean(region, regions)}"
        if worth < 0:
            yield f"bonuses.{region}", f"is {worth}; a bonus is 0 or more"
    for region in regions:
        if region not in bonuses:
            yield f"bonuses.{region}", "is missing; 0 means that it is worth nothing"


def _faults_of_cards(cards: _Deck, board: Board) -> Iterator[tuple[str, str]]:
    spaces = [space.id for space in board.spaces]
    times = Counter(space for listed in cards.symbols.values() for space in listed)
    for symbol in cards.symbols:
        if symbol not in SYMBOLS:
            yield f"cards.symbols.{symbol}", f"there is no such symbol; {did_you_mean(symbol, SYMBOLS)}"
    for space in times:
        if space not in spaces:
            yield "cards.symbols", f'there is no space "{space}"; {did_you_mean(space, spaces)}'
    for space in spaces:
        if times[space] != 1:
            yield "cards.symbols", f"{space} is on {times[space]} cards; every space is on one"
    if not 0 <= cards.wild <= len(spaces):
        yield "cards.wild", f"is {cards.wild}; it should be from 0 to {len(spaces)}"


def _faults_of_sites(sites: dict[str, str], board: Board) -> Iterator[tuple[str, str]]:
    spaces = [space.id for space in board.spaces]
    for space, effect in sites.items():
        if space not in spaces:
            yield f"sites.{space}", f"there is no such space; {did_you_mean(space, spaces)}"
        if effect not in SITE_EFFECTS:
            yield f"sites.{space}", f'there is no effect "{effect}"; {did_you_mean(effect, SITE_EFFECTS)}'


def _faults_of_mission(where: str, mission: Mission, board: Board) -> Iterator[tuple[str, str]]:
    regions = [region.id for region in board.regions]
    for region in mission.regions:
        if region not in (*regions, ANY_REGION):
            yield f"{where}.regions", f'there is no region "{region}"; {did_you_mean(region, regions)}'
    if len(mission.regions) > len(regions):
        yield f"{where}.regions", f"asks for {len(mission.regions)} regions; there are {len(regions)}"
    if min(mission.eliminate, mission.spaces, mission.armies) < 0:
        yield where, "numbers are 0 or more"
    if mission.spaces > len(board.spaces):
        yield f"{where}.spaces", f"asks for {mission.spaces} spaces; there are {len(board.spaces)}"


def with_rules(board: Board, rules: MapRules) -> OwnMap:
    """Put a board and its numbers together; raises `BoardError` where it cannot be played on."""
    return own_map(board, {RulesFile.key: rules})


def is_for_armies(own: OwnMap) -> bool:
    """Whether games of this family are played on a map: not on one of Diplomacy that nobody gave numbers."""
    return RulesFile.key in own.companions


def map_rules(own: OwnMap) -> MapRules:
    """Return the numbers of a map; raises `KeyError` for one that `is_for_armies` is not true of."""
    return cast("MapRules", own.companions[RulesFile.key])


class RulesFile(Companion):
    """The file `rules.yaml` beside a board."""

    key, name, schema = "conquest", RULES, MAP_RULES

    def read(self, path: Traversable, board: Board) -> MapRules:
        """Return the numbers of a file; raises `BoardError`."""
        return read_map_rules(path, board)

    def proposed(self, board: Board) -> MapRules | None:
        """Return numbers for a board that brings none; None for one of Diplomacy."""
        seas, centres = (
            any(space.kind == "sea" for space in board.spaces),
            any(one.kind == "centre" for one in board.sites),
        )
        return None if seas or centres else proposed_rules(board)

    def facts(self, content: object) -> object:
        """Return all numbers; maps without sites keep the digest that they had before there were any."""
        numbers = msgspec.to_builtins(content)
        return numbers if numbers["sites"] else {key: value for key, value in numbers.items() if key != "sites"}

    def data(self, content: object, board: Board) -> dict[str, Any]:
        """Return rules as the plain data of their file."""
        rules = cast("MapRules", content)
        symbols = {symbol: [space for space, one in rules.symbols.items() if one == symbol] for symbol in SYMBOLS}
        return {
            "schema": MAP_RULES,
            "board": board.key,
            "bonuses": rules.bonuses,
            "cards": {"symbols": {symbol: spaces for symbol, spaces in symbols.items() if spaces}, "wild": rules.wild},
            "missions": [msgspec.to_builtins(mission) for mission in rules.missions],
        } | ({"sites": rules.sites} if rules.sites else {})


RULES_FILE = RulesFile()
