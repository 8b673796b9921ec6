"""Press: letters of those who look on, sides that a seat does not want to read, and letters reported to the host."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables, and to letters the name of who looks on and wrote them."""
    op.add_column("letters", sa.Column("name", sa.String(60), nullable=False, server_default=""))
    op.create_table(
        "letters_muted",
        _table(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("muted", sa.Integer, primary_key=True, autoincrement=False, nullable=False),
    )
    op.create_table(
        "letters_reported",
        sa.Column("id", sa.String(24), primary_key=True, nullable=False),
        _table(primary_key=False),
        sa.Column("letter", sa.String(24), nullable=False),
        sa.Column("player_id", sa.String(24), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("letters", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("table_id", "letter", "player_id", name="one_report_per_letter"),
    )


def _table(*, primary_key: bool) -> sa.Column[str]:
    tables = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(24), tables, primary_key=primary_key, nullable=False)
