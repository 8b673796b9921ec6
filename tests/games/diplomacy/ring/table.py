"""Positions and whole games of ring diplomacy in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec.structs import replace

from wartable.engine.chance import Drawn
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Event, Seat
from wartable.games.adjudication.orders import Power, Unit
from wartable.games.adjudication.results import Judged, MovementResult
from wartable.games.diplomacy.adjudicate import judge, rulings_of, start
from wartable.games.diplomacy.position import Phase, Position
from wartable.games.diplomacy.results import Verdict
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.game import RING_DIPLOMACY
from wartable.games.diplomacy.ring.options import PRESETS, RingOptions
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.diplomacy.ring.state import RingState
from wartable.games.diplomacy.text.setting import Setting, by_power
from wartable.games.ring_figures.figures import HIDDEN, Figures
from wartable.games.ring_figures.tables import first_tables

Words = Mapping[str, str]


def options(preset: str = "advanced", **values: object) -> RingOptions:
    return build(RingOptions, values, PRESETS[preset])


def map_with(preset: str = "advanced", **values: object) -> RingMap:
    return options(preset, **values).variant()


def split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def position(
    units: Words, figures: Words | None = None, *, on: RingMap | None = None, owners: Words | None = None, **more: Any
) -> Position:
    """A movement phase; figures by letters, `{"Z": "minas_morgul"}`; every power owns its home without `owners`."""
    on = on or map_with()
    setting = Setting(on)
    standing = {power: tuple(map(setting.unit, split(text))) for power, text in units.items()}
    owned = start(on).owners if owners is None else {at: power for power, text in owners.items() for at in split(text)}
    phase = more.get("phase", Phase("spring", 3000, "movement"))
    return Position(phase, standing, owned, (), Figures(dict(figures or {})).marks())


def judged(before: Position, orders: Words, *, on: RingMap | None = None) -> Verdict:
    on = on or map_with()
    setting = Setting(on)
    given = setting.orders({power: split(text) for power, text in orders.items() if power != HIDDEN}, before)
    found = by_power(given)
    if HIDDEN in orders:
        hidden = setting.orders({"mordor": split(orders[HIDDEN])}, before)
        found[HIDDEN] = by_power(hidden)["mordor"]
    return judge(on, before, found, rulings_of(on))


def results(verdict: Verdict) -> dict[str, str]:
    return {str(one.order): one.result for one in verdict.result.judged}


def why(verdict: Verdict, order: str) -> Judged:
    return next(one for one in verdict.result.judged if str(one.order) == order)


def movement(verdict: Verdict) -> MovementResult:
    assert isinstance(verdict.result, MovementResult)
    return verdict.result


def retreats(verdict: Verdict) -> dict[str, tuple[str, ...]]:
    return {str(one.unit): one.retreats for one in movement(verdict).dislodged}


class Sitting:
    """One game, moved on by text; chance draws the first good power unless told otherwise."""

    def __init__(self, preset: str = "advanced", seats: int = 5, *, leader: int = 0, **values: object) -> None:
        self.options = options(preset, **values)
        self.state = cast("RingState", RING_DIPLOMACY.start(self.options, seats))
        self.events: tuple[Event, ...] = ()
        self.leader = leader
        self._draw()

    def _draw(self) -> None:
        if RING_DIPLOMACY.to_act(self.state) == (CHANCE,):
            self._take(CHANCE, Drawn(self.leader))

    def _take(self, seat: Seat, action: Any) -> None:
        step = RING_DIPLOMACY.apply(self.state, seat, action)
        self.state, self.events = cast("RingState", step.state), step.events

    def seat(self, power: Power) -> Seat:
        return Seat(self.state.leaders[self.state.powers.index(power)])

    def put(
        self,
        units: Words,
        figures: Words | None = None,
        owners: Words | None = None,
        phase: str = "spring 3000 movement",
    ) -> Sitting:
        """Set the board up for a movement; all know where the hidden figures are."""
        on = self.options.for_seats(len(self.state.powers)).variant()
        season, year, kind = phase.split()
        before = position(units, figures, on=on, owners=owners, phase=Phase(season, int(year), kind))  # type: ignore[arg-type]
        at = figures_of(before)
        tables = first_tables(on, at) if {"RB", "BRC"} <= set(at.at) else None
        living = on.living(before)
        asked = tuple(number for number, power in enumerate(self.state.powers) if power in living)
        pending = (None,) * len(self.state.powers)
        self.state = replace(self.state, position=before, tables=tables, asked=asked, pending=pending)
        return self

    def send(self, power: Power, text: str) -> Sitting:
        seat = self.seat(power)
        self._take(seat, RING_DIPLOMACY.parse(self.state, seat, text))
        return self

    def phase(self, orders: Words | None = None) -> RingState:
        """Send everybody's orders, nothing for those who are not named."""
        number = self.state.number
        for power, text in (orders or {}).items():
            self.send(power, text)
        while self.state.number == number and (waiting := RING_DIPLOMACY.to_act(self.state)):
            if waiting == (CHANCE,):
                self._draw()
            elif RING_DIPLOMACY.view(self.state, None).asked_riders:
                return self.state
            else:
                self._take(waiting[0], RING_DIPLOMACY.default(self.state, waiting[0]))
        return self.state

    def refused(self, power: Power, text: str) -> str:
        """The code of the refusal; empty where the orders are taken."""
        seat = self.seat(power)
        reason = RING_DIPLOMACY.explain(self.state, seat, RING_DIPLOMACY.parse(self.state, seat, text))
        return reason.code if reason else ""


def unit(text: str) -> Unit:
    kind, at = text.split()
    return Unit(kind, at)
