"""Helpers: a game of Diplomacy at some position, and everybody's orders as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec.structs import replace

from wartable.engine.options import build
from wartable.engine.values import Event, Seat
from wartable.games.adjudication.orders import Power, Unit, province_of
from wartable.games.diplomacy.faults import read_unit
from wartable.games.diplomacy.play.game import Diplomacy
from wartable.games.diplomacy.play.handlers import tasks_of
from wartable.games.diplomacy.play.state import DiplomacyState
from wartable.games.diplomacy.position import Phase, Position


class Sitting:
    """One game, moved on by text; `events` are those of the last step."""

    def __init__(self, game: Diplomacy, seats: int | None = None, /, **values: object) -> None:
        self.game = game
        self.options = cast("Any", build(game.options_type, values))
        self.state: DiplomacyState = game.start(self.options, seats or game.seats[1])
        self.events: tuple[Event, ...] = ()

    def seat(self, power: Power) -> Seat:
        return Seat(self.state.powers.index(power))

    def put(self, units: Mapping[Power, str], owners: Mapping[Power, str] | None = None, phase: str = "") -> Sitting:
        """Set the board up: `{"france": "A PAR, F BRE"}`; centres `{"france": "PAR BRE"}`, else those stood on."""
        stand = {power: tuple(map(read_unit, text.split(", "))) if text else () for power, text in units.items()}
        owned = {code: power for power, text in (owners or {}).items() for code in text.split()}
        position = Position(self._phase(phase), stand, owned or self._stood_on(stand))
        asked = tuple(seat for seat, power in enumerate(self.state.powers) if stand.get(power))
        self.state = replace(self.state, position=position, asked=asked, agenda=tasks_of(position.phase))
        return self

    def _phase(self, phase: str) -> Phase:
        season, year, kind = phase.split() if phase else ("", "", "")
        now = self.state.position.phase
        return Phase(season, int(year), kind) if phase else now  # type: ignore[arg-type]

    def _stood_on(self, stand: Mapping[Power, tuple[Unit, ...]]) -> dict[str, Power]:
        centres = {code for code, facts in self.options.variant().provinces.items() if facts.centre}
        return {
            province_of(unit.at): power
            for power, units in stand.items()
            for unit in units
            if province_of(unit.at) in centres
        }

    def send(self, power: Power, text: str) -> DiplomacyState:
        """Send one power's orders."""
        seat = self.seat(power)
        step = self.game.apply(self.state, seat, self.game.parse(self.state, seat, text))
        self.state, self.events = step.state, step.events
        return self.state

    def phase(self, orders: Mapping[Power, str] | None = None) -> DiplomacyState:
        """Let everybody who is asked send orders, none where none are given."""
        for seat in self.game.to_act(self.state):
            self.send(self.state.powers[seat], (orders or {}).get(self.state.powers[seat], "no orders"))
        return self.state

    def told(self) -> list[str]:
        """Return the last events as sentences; players are called by their powers in capitals."""
        names = [power.upper() for power in self.state.powers]
        return [self.game.tell(event, names, self.options) for event in self.events]

    def refused(self, power: Power, text: str) -> str:
        """Return the code with which orders are refused; empty where they are not."""
        seat = self.seat(power)
        reason = self.game.explain(self.state, seat, self.game.parse(self.state, seat, text))
        return reason.code if reason else ""
