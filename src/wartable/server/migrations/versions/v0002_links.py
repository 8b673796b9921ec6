"""Seats carry a word of their own that their private link is signed with: a new word makes old links worthless."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the word; seats taken before have none, and their links stay good until they are renewed."""
    op.add_column("seats", sa.Column("link", sa.String(24), nullable=False, server_default=""))
