"""Drafts are for one step of a game, of which a turn may have several."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Call by that name what was the number of a turn; in stored games the two are the same."""
    op.alter_column("drafts", "turn", new_column_name="step")
