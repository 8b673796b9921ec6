"""Press: letters between seats, how far they are read, and drafts of them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables, and to every table who may write to whom."""
    op.add_column("tables", sa.Column("press", sa.Text, nullable=False, server_default="{}"))
    op.create_table(
        "letters",
        sa.Column("id", sa.String(24), primary_key=True, nullable=False),
        _table(primary_key=False),
        sa.Column("conversation", sa.String(200), nullable=False),
        sa.Column("readers", sa.String(200), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("unsigned", sa.Boolean, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("quotes", sa.Text, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("player_id", sa.String(24), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.UniqueConstraint("table_id", "player_id", "key", name="one_letter_per_key"),
    )
    op.create_index("letters_by_conversation", "letters", ["table_id", "conversation", "due"])
    op.create_table("letters_read", *_of_a_seat(), sa.Column("due", sa.Float, nullable=False))
    op.create_table(
        "letter_drafts",
        *_of_a_seat(),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("player_id", sa.String(24), nullable=False),
    )


def _table(*, primary_key: bool) -> sa.Column[str]:
    tables = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(24), tables, primary_key=primary_key, nullable=False)


def _of_a_seat() -> list[sa.Column[Any]]:
    """Return the key of what a seat has for each conversation of its own."""
    return [
        _table(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("conversation", sa.String(200), primary_key=True, nullable=False),
    ]
