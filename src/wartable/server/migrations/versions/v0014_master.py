"""The game master: who sees all orders of a table and plays none of its sides."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; tables from before have no game master."""
    op.add_column("tables", sa.Column("master", sa.String(24), nullable=True))
