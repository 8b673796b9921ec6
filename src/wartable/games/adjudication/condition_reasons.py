"""What conditions did for a unit, in words and as facts: a shelter, a bonus, a support that is not cut."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.games.adjudication.board_words import Board
from wartable.games.adjudication.compiled import MOVE
from wartable.games.adjudication.evaluator import Evaluator
from wartable.games.adjudication.orders import Province
from wartable.games.adjudication.results import Fact, Why
from wartable.games.adjudication.words import place_words


def fortress_of(by: Evaluator, unit: int) -> Province:
    """Return the fortress that makes a unit harder to dislodge; the empty string where none does."""
    units = by.orders.units
    if units.traits is None or not units.traits[unit].fortress:
        return ""
    return units.network.province[by.space[unit]] if _strength(by, unit) > 1 else ""


def shelter_words(by: Evaluator, unit: int) -> str:
    """Return ` Helm's Deep is its fortress, where it counts 2.` or what else shelters it, or nothing."""
    units = by.orders.units
    if units.traits is not None and (why := units.traits[unit].shelter):
        strength = _strength(by, unit)
        return f" It counts {strength} by itself, as {why}." if strength > 1 else ""
    if not (found := fortress_of(by, unit)):
        return ""
    return f" {place_words(units.map, found)} is its fortress, where it counts {_strength(by, unit)}."


def fortress_facts(by: Evaluator, unit: int) -> Mapping[str, Fact]:
    """Return `fortress`, the province, and `fortress_strength`; nothing where no fortress helps."""
    found = fortress_of(by, unit)
    return {"fortress": found, "fortress_strength": _strength(by, unit)} if found else {}


def _strength(by: Evaluator, unit: int) -> int:
    """Return what a unit defends with where it stands, without supports."""
    assert by.orders.units.traits is not None  # noqa: S101 - only asked where units differ
    traits = by.orders.units.traits[unit]
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
    attackers = [mover for mover in by.into[by.space[unit]] if by.owner[mover] != by.owner[unit] and by.path(mover)]
    if not attackers:
        return None
    facts: dict[str, Fact] = {"unit": board.code(unit), "attackers": board.codes(attackers)}
    sentence = f"Supports: {board.names(attackers)} attacked it without cutting it, as {cause}."
    return Why("support.uncut", sentence, facts)
