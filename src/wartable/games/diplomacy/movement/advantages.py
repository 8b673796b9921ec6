"""What conditions did for a unit, in words and as facts: a shelter, a bonus, a support that is not cut."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wartable.games.diplomacy.movement.decisions import Decisions
from wartable.games.diplomacy.movement.legality import MOVE
from wartable.games.diplomacy.orders import Province
from wartable.games.diplomacy.results import Fact, Why
from wartable.games.diplomacy.words import place_words

if TYPE_CHECKING:
    from wartable.games.diplomacy.movement.fates import Board


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


def shelter_words(by: Decisions, unit: int) -> str:
    """Return ` Helm's Deep is its fortress, where it counts 2.` or what else shelters it, or nothing."""
    muster = by.docket.muster
    if muster.traits is not None and (why := muster.traits[unit].shelter):
        strength = _strength(by, unit)
        return f" It counts {strength} by itself, as {why}." if strength > 1 else ""
    if not (found := fortress_of(by, unit)):
        return ""
    return f" {place_words(muster.variant, found)} is its fortress, where it counts {_strength(by, unit)}."


def fortress_facts(by: Decisions, unit: int) -> Mapping[str, Fact]:
    """Return `fortress`, the province, and `fortress_strength`; nothing where no fortress helps."""
    found = fortress_of(by, unit)
    return {"fortress": found, "fortress_strength": _strength(by, unit)} if found else {}


def _strength(by: Decisions, unit: int) -> int:
    """Return what a unit defends with where it stands, without supports."""
    assert by.docket.muster.traits is not None  # noqa: S101 - only asked where units differ
    traits = by.docket.muster.traits[unit]
    if by.doing[unit] != MOVE:
        return by.raised(unit, traits.hold)
    return max(traits.hold_moving, by.raised(unit, traits.defend))


def with_bonus(board: Board, unit: int, why: Why) -> Why:
    """Add to a reason that weighs strengths what makes a mover stronger than it is by itself."""
    if "strength" not in why.facts:
        return why
    bonus = board.by.bonus[unit]
    facts = {**why.facts, "bonus": bonus.strength}
    return Why(why.code, f"{why.sentence} It counts {bonus.strength} more, as {bonus.why}.", facts, why.rule)


def uncut(board: Board, unit: int) -> Why | None:
    """Return that a support stands though it was attacked, as nothing but its dislodgement would end it."""
    by = board.by
    if not (cause := by.uncut(unit)):
        return None
    attackers = [mover for mover in by.into[by.space[unit]] if by.owner[mover] != by.owner[unit] and by.arrives(mover)]
    if not attackers:
        return None
    facts: dict[str, Fact] = {"unit": board.code(unit), "attackers": board.codes(attackers)}
    sentence = f"Supports: {board.names(attackers)} attacked it without cutting it, as {cause}."
    return Why("support.uncut", sentence, facts)
