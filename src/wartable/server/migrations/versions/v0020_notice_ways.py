"""Notices: in which ways a player wants to be told of each cause, and which ways have taken a notice."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_WAYS = ["mail", "push", "hook"]
_CAUSES = ("turn", "letters", "votes", "over", "invited", "seats")


def upgrade() -> None:
    """Add a column, and let what a player wanted to be told be told in every way."""
    op.add_column("notices", sa.Column("taken", sa.Text, nullable=False, server_default=""))
    rules = sa.table("notice_rules", sa.column("player_id", sa.String), sa.column("body", sa.Text))
    connection = op.get_bind()
    for player, body in connection.execute(sa.select(rules.c.player_id, rules.c.body)).all():
        mine = sa.update(rules).where(rules.c.player_id == player)
        connection.execute(mine.values(body=json.dumps(_by_ways(json.loads(body)))))


def _by_ways(rule: dict[str, Any]) -> dict[str, Any]:
    wanted = {cause: _WAYS if rule[cause] else [] for cause in _CAUSES if cause in rule}
    hours = rule.get("hours", 6)
    return {**rule, **wanted, "deadline": _WAYS if hours else [], "hours": hours or 6}
