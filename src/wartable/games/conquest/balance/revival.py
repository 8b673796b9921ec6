"""Which casualties of the neutral army come back (`balance-of-power 24`)."""

from __future__ import annotations

from wartable.games.conquest.balance.data import NeutralTable, RevivalRow


def row_of(table: NeutralTable, pile: int) -> RevivalRow | None:
    """Return the row of the table for a pile; None where nobody has died, and nothing is rolled."""
    return next((row for row in table.revival if row.start <= pile <= row.end), None)


def revived(table: NeutralTable, pile: int, roll: int) -> int:
    """Return the armies that leave the pile when two dice show `roll` in all."""
    row = row_of(table, pile)
    return pile // row.of if row is not None and roll >= row.roll else 0
