"""Positions of the standard map in a few words, for tests."""

from __future__ import annotations

from wartable.games.adjudication.results import Dislodged
from wartable.games.diplomacy.adjudicate import judge
from wartable.games.diplomacy.phases.calendar import read_phase
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import Verdict
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.text.setting import Setting
from wartable.games.diplomacy.variant import Variant, load_variant

STANDARD = load_variant("standard")
MIDDLE_EARTH = load_variant("middle-earth-viii")

Words = dict[str, str]
"""Units, centres or orders of each power, with commas between them."""


def _split(words: Words) -> dict[str, list[str]]:
    return {power: [text.strip() for text in texts.split(",") if text.strip()] for power, texts in words.items()}


def position(
    phase: str, units: Words, centres: Words | None = None, dislodged: str = "", variant: Variant = STANDARD
) -> Position:
    """Return a position; `dislodged` is `power unit from place: options`, several apart by `;`."""
    setting = Setting(variant)
    lost = []
    for text in filter(None, (part.strip() for part in dislodged.split(";"))):
        head, _, options = text.partition(":")
        power, kind, at, _, attacker = head.split()
        lost.append((power, f"{kind} {at}", attacker, tuple(options.replace(",", " ").split())))
    read = Position(read_phase(variant, phase), setting.units(_split(units)), setting.owners(_split(centres or {})))
    return Position(read.phase, read.units, read.owners, tuple(_lost(setting, *one) for one in lost))


def _lost(setting: Setting, power: str, unit: str, attacker: str, options: tuple[str, ...]) -> Dislodged:
    return Dislodged(power, setting.unit(unit), attacker, options)


def judged(before: Position, orders: Words, rulings: Rulings | None = None, variant: Variant = STANDARD) -> Verdict:
    """Judge orders given in words."""
    setting = Setting(variant)
    given = {
        setting.power(power): [setting.order(text, before) for text in texts] for power, texts in _split(orders).items()
    }
    return judge(variant, before, given, rulings)


def results(verdict: Verdict) -> list[str]:
    """Return each order with its result and code of reason: `A MUN R TYR: retreats (retreat.free)`."""
    return [f"{one.order}: {one.result} ({one.why.code})" for one in verdict.result.judged]


def units(verdict: Verdict, power: str) -> list[str]:
    """Return the units of a power after a phase."""
    return sorted(map(str, verdict.result.units.get(power, ())))
