"""Absence: seats that are offered to others, how players keep their deadlines, and who is here at which server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns and tables; no seat from before is offered, and nobody has a history."""
    op.add_column("seats", sa.Column("offered", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("since", sa.Float(), nullable=False, server_default="0"))
    op.create_table(
        "reliability",
        sa.Column("player_id", sa.String(24), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("recent", sa.String(60), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("server", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("player_id", sa.String(24), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("presence_by_table", "presence", ["table_id"])
