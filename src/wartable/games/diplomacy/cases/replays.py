"""Recorded games played again: each phase from its recorded state, and the whole game from its first position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from wartable.games.adjudication.orders import AnyOrder, Power, Province
from wartable.games.adjudication.results import Dislodged
from wartable.games.diplomacy.adjudicate import judge, start
from wartable.games.diplomacy.cases.facts import set_difference, unit_differences
from wartable.games.diplomacy.cases.form import GamePhase, Head, RecordedGame
from wartable.games.diplomacy.issues import rulings_with
from wartable.games.diplomacy.phases.calendar import phase_code, read_phase
from wartable.games.diplomacy.phases.due import adjustments_due, net
from wartable.games.diplomacy.play.mapoptions import map_of
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import PRESETS, Rulings
from wartable.games.diplomacy.text.setting import Setting, by_power

OVER = "COMPLETED"
"""What the last entry of a game that was won is called in place of a phase."""


def replay_game(head: Head, game: RecordedGame) -> Iterator[str]:
    """Yield what differs, first from state to state, then from scratch.

    Recorded games come from sites that convoy to a neighbour only on VIA, so that is how they are judged where the
    file states no options.
    """
    setting = Setting(map_of(game.map or head.map))
    options = game.options if game.options is not None else head.options
    base = head.rulebook(PRESETS["webdip" if options is None else "2023"])
    rulings = rulings_with(base, options or {})[0]
    yield from _from_state(setting, game.phases, rulings)
    yield from _from_scratch(setting, game.phases, rulings)


def _from_state(setting: Setting, phases: Sequence[GamePhase], rulings: Rulings) -> Iterator[str]:
    owners = dict(start(setting.variant).owners)
    for before, after in pairwise(phases):
        if before.centers is not None:
            owners = setting.owners(before.centers)
        position = _state(setting, before, owners)
        following = judge(setting.variant, position, _orders(setting, before, position), rulings).next
        if not _cut_off(setting, before):
            yield from (f"{before.phase}: {line}" for line in _state_differences(setting, after, following))
        owners = dict(following.owners)


def _from_scratch(setting: Setting, phases: Sequence[GamePhase], rulings: Rulings) -> Iterator[str]:
    position = start(setting.variant)
    for number, entry in enumerate(phases):
        if differences := list(_state_differences(setting, entry, position)):
            yield from (f"from scratch, {entry.phase}: {line}" for line in differences)
            return
        following = phases[number + 1 : number + 2]
        if following and _cut_off(setting, entry):
            position = _state(setting, following[0], dict(position.owners))
        elif following:
            position = judge(setting.variant, position, _orders(setting, entry, position), rulings).next


def _cut_off(setting: Setting, entry: GamePhase) -> bool:
    """Return whether nobody's adjustments are recorded: the record was cut there, and what follows is only known."""
    return not entry.orders and read_phase(setting.variant, entry.phase).kind == "adjustments"


def _state(setting: Setting, entry: GamePhase, owners: dict[Province, Power]) -> Position:
    """Return the recorded position; who dislodged a unit is not recorded, where it may go is."""
    phase = read_phase(setting.variant, entry.phase)
    lost = [
        Dislodged(setting.power(name), setting.unit(text.lstrip("*")), "", _options(entry, name, text))
        for name, texts in entry.units.items()
        for text in texts
        if text.startswith("*")
    ]
    return Position(phase, setting.units(entry.units), owners, tuple(lost))


def _options(entry: GamePhase, name: str, text: str) -> tuple[str, ...]:
    return tuple((entry.retreats or {}).get(name, {}).get(text.lstrip("*"), ()))


def _orders(setting: Setting, entry: GamePhase, position: Position) -> dict[Power, list[AnyOrder]]:
    return by_power(setting.orders(entry.orders or {}, position))


def _state_differences(setting: Setting, stated: GamePhase, found: Position) -> Iterator[str]:
    """Compare everything an entry states of the position before its phase."""
    over = stated.phase.upper() == OVER
    if not over and read_phase(setting.variant, stated.phase) != found.phase:
        yield f"next phase: expected {stated.phase}, found {phase_code(found.phase)}"
        return
    standing = {name: [text for text in texts if not text.startswith("*")] for name, texts in stated.units.items()}
    yield from unit_differences(standing, found.units, setting.power)
    if not over:
        yield from _dislodged_differences(setting, stated, found)
    if stated.centers is not None:
        there = setting.owners(stated.centers)
        yield from set_difference("owned centres", _pairs(there), _pairs(dict(found.owners)))
    yield from _net_differences(setting, stated, found)


def _net_differences(setting: Setting, stated: GamePhase, found: Position) -> Iterator[str]:
    """Compare builds and removals; records count builds for which there is no room, or leave them out."""
    for name, balance in (stated.net or {}).items():
        power = setting.power(name)
        owed = adjustments_due(setting.variant, found, power)
        possible = {owed.builds - owed.removals, net(setting.variant, found, power)}
        if balance not in possible:
            yield f"net of {name}: expected {balance}, found {' or '.join(map(str, sorted(possible)))}"


def _dislodged_differences(setting: Setting, stated: GamePhase, found: Position) -> Iterator[str]:
    lost = [
        f"{setting.power(name)} {text.lstrip('*')}"
        for name, texts in stated.units.items()
        for text in texts
        if text.startswith("*")
    ]
    yield from set_difference("dislodged", lost, [f"{one.power} {one.unit}" for one in found.dislodged])
    there = {(one.power, str(one.unit)): one.retreats for one in found.dislodged}
    for name, units in (stated.retreats or {}).items():
        for text, options in units.items():
            yield from set_difference(f"retreats of {text}", options, there.get((setting.power(name), text), ()))


def _pairs(owners: dict[Province, Power]) -> list[str]:
    return [f"{province} {power}" for province, power in owners.items()]
