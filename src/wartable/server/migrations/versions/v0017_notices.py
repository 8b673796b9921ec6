"""Notices: where players want to be told, what, and what is to be told them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add four tables; nobody has asked to be told anything before."""
    op.create_table(
        "addresses",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("player_id", sa.String(24), _player(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("target", sa.String(500), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.UniqueConstraint("player_id", "target", name="one_address_per_target"),
    )
    op.create_index("addresses_by_target", "addresses", ["target"])
    op.create_table(
        "notice_rules",
        sa.Column("player_id", sa.String(24), _player(), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "notices_off",
        sa.Column("player_id", sa.String(24), _player(), primary_key=True),
        sa.Column("table_id", sa.String(24), _table(), primary_key=True),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("player_id", sa.String(24), _player(), nullable=False),
        sa.Column("table_id", sa.String(24), _table(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.UniqueConstraint("player_id", "table_id", "key", name="one_notice_per_key"),
    )
    op.create_index("notices_by_state", "notices", ["state", "due"])


def _player() -> sa.ForeignKey:
    return sa.ForeignKey("players.id", ondelete="CASCADE")


def _table() -> sa.ForeignKey:
    return sa.ForeignKey("tables.id", ondelete="CASCADE")
