"""Passkeys, and what is known of the browsers that are a player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two tables and two columns; browsers from before have no words for what they are."""
    op.add_column("sessions", sa.Column("device", sa.String(60), nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("seen", sa.Float, nullable=True))
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("player_id", sa.String(24), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=True),
    )
    op.create_index("passkeys_by_player", "passkeys", ["player_id"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("player_id", sa.String(24), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
