"""Standing answers: what seats settle in advance."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "standing",
        sa.Column(
            "table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, nullable=False
        ),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("key", sa.String(80), primary_key=True, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("player_id", sa.String(24), nullable=False),
    )
