"""Notices: of some tables a player is told otherwise than of all others, where before it was nothing or the same."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column: of the tables that are there nothing is told."""
    op.add_column("notices_off", sa.Column("told", sa.String(10), nullable=False, server_default="nothing"))
