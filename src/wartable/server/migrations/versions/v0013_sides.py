"""Who plays which side: the rule of a table, what people would like to play, and who is hidden behind a side."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; tables from before give sides as people sit, under their names."""
    op.add_column("tables", sa.Column("sides", sa.Text, nullable=False, server_default="{}"))
    op.add_column("seats", sa.Column("prefers", sa.Text, nullable=False, server_default="[]"))
    op.add_column("seats", sa.Column("behind", sa.Text, nullable=False, server_default=""))
