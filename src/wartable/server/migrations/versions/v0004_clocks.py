"""Clocks: how much time turns have, when the present one runs out, and who has missed his turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns of clocks; tables made before have none. And the table that tells whether servers slept."""
    for name in ("pace", "timing"):
        op.add_column("tables", sa.Column(name, sa.Text, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("deadline", sa.Float, nullable=True))
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    op.add_column("seats", sa.Column("missed", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("away", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "pulse",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
