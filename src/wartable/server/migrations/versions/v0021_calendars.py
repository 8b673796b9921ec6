"""Calendars: the private addresses at which other programs read the deadlines of players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table; nobody has an address yet."""
    op.create_table(
        "calendars",
        sa.Column("player_id", sa.String(24), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("word", sa.String(40), nullable=False, unique=True),
    )
