"""Chat: up to which line each player has read it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table and an index; what was said before counts as read."""
    op.create_table(
        "chat_read",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player_id", sa.String(24), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
    )
    said = sa.text("kind = 'chat'")
    op.create_index("entries_of_chat", "entries", ["table_id", "seq"], sqlite_where=said, postgresql_where=said)
    op.execute(
        "INSERT INTO chat_read (table_id, player_id, seq) "
        "SELECT seats.table_id, seats.player_id, MAX(entries.seq) FROM seats "
        "JOIN entries ON entries.table_id = seats.table_id AND entries.kind = 'chat' "
        "JOIN players ON players.id = seats.player_id "
        "GROUP BY seats.table_id, seats.player_id"
    )
