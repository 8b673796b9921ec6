"""Saved games of the `diplomacy` package (JSON, or one game to a line): read into positions and orders, and written.

A phase there is the state before it, the orders given in it and what became of them, each by unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import BadData, WartableError
from wartable.games.adjudication.orders import AnyOrder, Build, Disband, Location, Move, Power, Province, Waive
from wartable.games.adjudication.results import Dislodged, Judged, Result
from wartable.games.diplomacy.phases.calendar import phase_code, read_phase
from wartable.games.diplomacy.phases.due import build_sites, net
from wartable.games.diplomacy.play.mapoptions import has_map, map_of
from wartable.games.diplomacy.position import Phase, Position
from wartable.games.diplomacy.text.names import names_of, tokens_of
from wartable.games.diplomacy.text.setting import Setting
from wartable.games.diplomacy.variant import Variant

OVER = "COMPLETED"
"""Name of the last phase of a game that is over."""
_WORDS: Mapping[Result, tuple[str, ...]] = {
    "bounces": ("bounce",),
    "no_path": ("no convoy",),
    "cut": ("cut",),
    "unmatched": ("void",),
    "illegal": ("void",),
    "rejected": ("void",),
    "disrupted": ("no convoy",),
    "attacked": ("bounce",),
    "destroyed": ("disband",),
    "disbanded": ("disband",),
}
"""Our results in the words of these files; what went as ordered has none."""


class PlayedPhase(msgspec.Struct, frozen=True):
    """A phase as played: the position before it, the orders given, and what became of them (missing when read)."""

    position: Position
    orders: Mapping[Power, Sequence[AnyOrder]] = {}
    judged: tuple[Judged, ...] = ()


class SavedGame(msgspec.Struct, frozen=True):
    """A whole game: its phases in order; in the last one, orders may still be missing."""

    id: str
    variant: Variant
    phases: tuple[PlayedPhase, ...]
    rules: tuple[str, ...] = ()
    over: bool = False


class _State(msgspec.Struct):
    name: str
    units: dict[str, list[str]]
    centers: dict[str, list[str]] = {}
    retreats: dict[str, dict[str, list[str]]] = {}


class _Phase(msgspec.Struct):
    name: str
    state: _State
    orders: dict[str, list[str] | None] | None = None


class _Game(msgspec.Struct):
    phases: list[_Phase]
    id: str = ""
    map: str = "standard"
    rules: list[str] = []


def read_saved_games(data: bytes, variants: Mapping[str, Variant] | None = None) -> Iterator[SavedGame]:
    """Read one game, or one from each line; `variants` are maps of yours by name.

    Raises `BadData` naming the line, and the phase where one makes no sense.
    """
    for number, line in enumerate(data.splitlines() if data.strip().count(b"\n{") else [data], 1):
        if line.strip():
            yield _game(line, number, variants or {})


def last_position(variant: Variant, data: bytes) -> Position:
    """Return where a saved game of a variant has come to; raises `BadData`."""
    for game in read_saved_games(data, {variant.key: variant}):
        if game.variant.key == variant.key and game.phases:
            return game.phases[-1].position
    message = f"This is no saved game of {variant.title} with a phase in it."
    raise BadData(message)


def _game(line: bytes, number: int, variants: Mapping[str, Variant]) -> SavedGame:
    try:
        read = msgspec.json.decode(line, type=_Game)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"line {number}: this is no saved game: {error}"
        raise BadData(message) from error
    variant = _variant(read.map, variants)
    phases: list[PlayedPhase] = []
    for phase in read.phases:
        before = phases[-1].position.phase if phases else variant.first_phase
        try:
            phases.append(_played(variant, phase, before))
        except WartableError as error:
            message = f"line {number}, phase {phase.name}: {error}"
            raise BadData(message) from error
    over = bool(read.phases) and read.phases[-1].name == OVER
    return SavedGame(read.id, variant, tuple(phases), tuple(read.rules), over)


def _variant(name: str, variants: Mapping[str, Variant]) -> Variant:
    if name in variants:
        return variants[name]
    if has_map(name):
        return map_of(name)
    message = f"The game is played on a map called {name!r}, which is not here; import it first."
    raise BadData(message)


def _played(variant: Variant, phase: _Phase, before: Phase) -> PlayedPhase:
    setting = Setting(variant)
    when = before if phase.name == OVER else read_phase(variant, phase.name)
    lost = tuple(
        Dislodged(setting.power(name), setting.unit(unit.lstrip("*")), "", tuple(_locations(variant, places)))
        for name, units in phase.state.retreats.items()
        for unit, places in units.items()
    )
    owners = setting.owners(phase.state.centers)
    position = Position(when, setting.units(phase.state.units), owners, lost)
    return PlayedPhase(position, _orders(setting, phase.orders or {}, position))


def _locations(variant: Variant, places: Sequence[str]) -> Iterator[Location]:
    for place in places:
        yield names_of(variant).place(tokens_of(place), 0, frozenset())[0]


def _orders(setting: Setting, texts: Mapping[str, list[str] | None], position: Position) -> dict[Power, list[AnyOrder]]:
    return {
        setting.power(name): [setting.order(text, position) for text in given]
        for name, given in texts.items()
        if given is not None
    }


def write_saved_game(game: SavedGame) -> bytes:
    """Return a game as one line of JSON with a line end."""
    names = [_phase_json(game, index) for index in range(len(game.phases))]
    written = {"id": game.id, "map": game.variant.key, "rules": list(game.rules), "phases": names}
    return msgspec.json.encode(written) + b"\n"


def _phase_json(game: SavedGame, index: int) -> dict[str, Any]:
    played, variant = game.phases[index], game.variant
    last = index + 1 == len(game.phases)
    name = OVER if game.over and last else phase_code(played.position.phase)
    state = {"timestamp": index, "zobrist_hash": "", "note": "", "name": name, **_state_json(variant, played.position)}
    return {
        "name": name,
        "state": {**state, "game_id": game.id, "map": variant.key, "rules": list(game.rules)},
        "orders": {power.upper(): [_order_text(order) for order in given] for power, given in played.orders.items()},
        "results": _results(played.judged),
        "messages": [],
    }


def _state_json(variant: Variant, position: Position) -> dict[str, Any]:
    powers = dict.fromkeys((*variant.powers, *position.units))
    lost = {power: [one for one in position.dislodged if one.power == power] for power in powers}
    return {
        "units": {
            power.upper(): [*map(str, position.units.get(power, ())), *(f"*{one.unit}" for one in lost[power])]
            for power in powers
        },
        "retreats": {power.upper(): {str(one.unit): list(one.retreats) for one in lost[power]} for power in powers},
        "centers": {power.upper(): list(position.centres(power)) for power in powers},
        "homes": {power.upper(): list(variant.powers[power].home) for power in variant.powers},
        "influence": {power.upper(): _influence(position, power) for power in powers},
        "civil_disorder": {power.upper(): 0 for power in powers},
        "builds": {power.upper(): _builds(variant, position, power) for power in powers},
    }


def _influence(position: Position, power: Power) -> list[Province]:
    """Return the provinces a power holds; the files also count those it left last, which no position knows."""
    standing = (unit.province for unit in position.units.get(power, ()))
    return list(dict.fromkeys((*position.centres(power), *standing)))


def _builds(variant: Variant, position: Position, power: Power) -> dict[str, Any]:
    if position.phase.kind != "adjustments":
        return {"count": 0, "homes": []}
    owed = net(variant, position, power)
    homes = list(build_sites(variant, position, power)) if owed > 0 else []
    return {"count": min(owed, len(homes)) if owed > 0 else owed, "homes": homes}


def _order_text(order: AnyOrder) -> str:
    """Return an order as these files write it: builds and removals with the letter at the end, no path in moves."""
    if isinstance(order, Build | Disband):
        return f"{order.unit} {'B' if isinstance(order, Build) else 'D'}"
    return str(replace(order, path=()) if isinstance(order, Move) else order)


def _results(judged: Sequence[Judged]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in judged:
        if not isinstance(one.order, Waive):
            words = [*_WORDS.get(one.result, ()), *(["dislodged"] if one.dislodged else [])]
            found.setdefault(str(one.order.unit), []).extend(words)
    return found
