"""What is kept of tables, so that they can be looked at when nothing knows their rules any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; servers fill it by and by."""
    op.create_table(
        "kept",
        sa.Column(
            "table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, nullable=False
        ),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
