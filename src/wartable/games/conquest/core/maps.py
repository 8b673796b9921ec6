"""What games are played on: the classic board in its editions, or a map of the user with its own numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import ceil

from msgspec.structs import replace

from wartable.board import Board, BoardError, load_board, load_map
from wartable.board.folders import MARK
from wartable.board.library import own_keys
from wartable.engine.errors import BadOptions, Reason
from wartable.games.conquest.core.data import (
    BoardTables,
    BonusTable,
    MissionTable,
    Provenance,
    StartingArmies,
    printed_tables,
)
from wartable.games.conquest.core.goals import HoldRegions, HoldSpaces
from wartable.games.conquest.core.maprules import (
    ANY_REGION,
    RULES,
    SYMBOLS,
    MapRules,
    Mission,
    border_bonuses,
    is_for_armies,
    map_rules,
)

CLASSIC = "classic"
EDITIONS = {CLASSIC: "Classic, 83 borders", "anniversary_1999": "Anniversary 1999", "world_2008": "World 2008"}
"""The printed boards."""
_CLASSIC_SPACES = 42
_OWN = Provenance("stated", "the map's own")


def board_choices() -> Mapping[str, str]:
    """Return every board that can be played on now with its title: the printed ones, then the user's by id."""
    found = dict(EDITIONS)
    for key in own_keys():
        try:
            own = load_map(key)
        except BoardError:
            continue  # `wartable check` says what is wrong with it; the others can be played on
        if is_for_armies(own):
            found[own.id] = own.board.title
    return found


def is_own(name: str) -> bool:
    """Whether an option `board` names a map of the user."""
    return name not in EDITIONS


def settled(name: str) -> str:
    """Return the name of a board bound to what it is now; raises `BadOptions` where there is none such."""
    if not is_own(name):
        return name
    try:
        own = load_map(name)
    except BoardError as error:
        text = str(error).rstrip(".")
        begins = text if text.startswith(f"{RULES}: ") else f"{text[0].upper()}{text[1:]}"  # a file keeps its name
        raise _no_board(f"{begins}.") from error
    if not is_for_armies(own):
        raise _no_board(f"{own.board.title} is a board of Diplomacy; choose another.")
    return own.id


def _no_board(message: str) -> BadOptions:
    return BadOptions(Reason(code="option.board", message=message, rule="risk D7"))


def drawing_key(name: str) -> str:
    """Return the key of the board of an option, `classic@world_2008` for an edition."""
    return name if is_own(name) or name == CLASSIC else f"{CLASSIC}{MARK}{name}"


def board_of(name: str) -> Board:
    """Return the board of an option; raises `BoardError` where there is none such."""
    return load_board(drawing_key(name))


def tables_of(name: str) -> BoardTables:
    """Return the rule tables for a board: those of the package, with what an own map says in their place."""
    return _own_tables(load_map(name).id) if is_own(name) else printed_tables()


@lru_cache(maxsize=128)
def _own_tables(name: str) -> BoardTables:
    own, data = load_map(name), printed_tables()
    rules, spaces = map_rules(own), len(own.board.spaces)
    nothing = dict.fromkeys(rules.bonuses, 0)
    bonuses = {"standard": rules.bonuses, "none": nothing, "border_weighted": border_bonuses(own.board)}
    symbols = {one: tuple(space for space, each in rules.symbols.items() if each == one) for one in SYMBOLS}
    missions = own_missions(rules, spaces)
    return replace(
        data,
        starting_armies=StartingArmies(
            _OWN, {seats: ceil(each * spaces / _CLASSIC_SPACES) for seats, each in data.starting_armies.each.items()}
        ),
        bonuses={key: BonusTable(_OWN, regions) for key, regions in bonuses.items()},
        cards=replace(data.cards, symbols=symbols, wild=rules.wild),
        missions={
            "european_14": missions,
            "lotr_notes": replace(missions, spaces=data.missions["lotr_notes"].spaces),
        },
    )


def own_missions(rules: MapRules, spaces: int) -> MissionTable:
    """Return the missions of a map that ask for one thing: regions, a number of spaces, or a player's end.

    What an elimination turns into is said with it, or is the share of the map that 24 territories of 42 are.
    """
    regions: list[HoldRegions] = []
    counts: list[HoldSpaces] = []
    targets = 0
    fallback = HoldSpaces("m00", ceil(24 * spaces / _CLASSIC_SPACES), 1)
    for mission in rules.missions:
        if mission.eliminate and not mission.regions:
            targets = max(targets, mission.eliminate)
            fallback = _spaces_of(mission, "m00") if mission.spaces else fallback
        elif mission.regions and not mission.eliminate and not mission.spaces:
            regions.append(_regions_of(mission, f"m{len(regions) + 1:02d}"))
        elif mission.spaces and not mission.eliminate and not mission.regions:
            counts.append(_spaces_of(mission, f"s{len(counts) + 1:02d}"))
    return MissionTable(_OWN, tuple(regions), tuple(counts), targets, fallback)


def _spaces_of(mission: Mission, key: str) -> HoldSpaces:
    return HoldSpaces(key, mission.spaces, max(1, mission.armies))


def _regions_of(mission: Mission, key: str) -> HoldRegions:
    named = tuple(region for region in mission.regions if region != ANY_REGION)
    return HoldRegions(key, named, mission.regions.count(ANY_REGION))
