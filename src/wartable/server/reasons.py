"""Reasons of bots: shown when asked for, unless they could tell of something hidden."""

from __future__ import annotations

from wartable.server.problems import Refused
from wartable.server.table import Table


def reason_at(table: Table, step: int) -> str:
    """Return the reason behind the decision a step came from; raises `Refused`."""
    match = table.running()
    if not 1 <= step <= table.step:
        raise Refused(404, "step.unknown", f"This game has {table.step} steps; there is no step {step}.")
    decision = table.stamps[step - 1].decision
    why = match.moves[decision - 1].why if decision else ""
    if not why:
        raise Refused(404, "why.none", "No bot decided here.")
    if table.row.status == "running" and match.game.keeps_secrets(match.state) and not _revealed(table, step):
        message = "A bot's reasons could reveal its secrets. They are shown when the game is over."
        raise Refused(409, "why.secret", message)
    return why


def _revealed(table: Table, step: int) -> bool:
    """Whether the decision a step came from was one of several in secret that have all been revealed.

    Whoever passes in a reaction window reveals nothing: why they do could tell whether they hold a card that fits.
    """
    answered = table.answered(step)
    if answered is None or answered.kind == "reaction":
        return False
    return answered.secret and answered.step != table.question
