"""Web Push: browsers that are told although their pages are closed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table; no browser is told before it asks for it."""
    op.create_table(
        "pushes",
        sa.Column(
            "token_hash", sa.String(64), sa.ForeignKey("sessions.token_hash", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
    )
    op.create_index("pushes_by_endpoint", "pushes", ["endpoint"])
