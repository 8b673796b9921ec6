"""What a fortress did for the unit in it, in words and as facts, for the reasons of those who met it."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.games.diplomacy.movement.decisions import Decisions
from wartable.games.diplomacy.movement.legality import MOVE
from wartable.games.diplomacy.orders import Province
from wartable.games.diplomacy.results import Fact
from wartable.games.diplomacy.words import place_words


def fortress_of(by: Decisions, unit: int) -> Province:
    """Return the fortress that makes a unit harder to dislodge; the empty string where none does."""
    muster = by.docket.muster
    if muster.traits is None:
        return ""
    province = muster.network.province[by.space[unit]]
    facts = muster.variant.powers.get(by.owner[unit])
    if facts is None or province not in facts.fortresses:
        return ""
    return province if _strength(by, unit) > 1 else ""


def fortress_words(by: Decisions, unit: int) -> str:
    """Return ` Helm's Deep is its fortress, where it counts 2.`, or nothing."""
    if not (found := fortress_of(by, unit)):
        return ""
    return f" {place_words(by.docket.muster.variant, found)} is its fortress, where it counts {_strength(by, unit)}."


def fortress_facts(by: Decisions, unit: int) -> Mapping[str, Fact]:
    """Return `fortress`, the province, and `fortress_strength`; nothing where no fortress helps."""
    found = fortress_of(by, unit)
    return {"fortress": found, "fortress_strength": _strength(by, unit)} if found else {}


def _strength(by: Decisions, unit: int) -> int:
    """Return what a unit in its fortress defends with without supports."""
    if by.doing[unit] != MOVE:
        return by.raised(unit, by.hold[unit])
    return max(by.hold_moving[unit], by.raised(unit, by.defend[unit]))
