"""Tables in memory: loaded when wanted, and again where they were dropped before they were used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.server.live import Live, Player

if TYPE_CHECKING:
    import pytest

    from wartable.server.table import Table


def test_a_table_that_is_dropped_as_soon_as_it_is_loaded_is_loaded_again(
    live: Live, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = player.table("me", "easy")["id"]
    hub, loads = live.services.hub, list[str]()
    load = hub._load

    async def dropped(wanted: str) -> Table:
        found = await load(wanted)
        loads.append(wanted)
        if len(loads) == 1:
            del hub._tables[wanted]
        return found

    monkeypatch.setattr(hub, "_load", dropped)
    hub._tables.pop(table_id)

    assert player.snapshot(table_id)["step"] >= 0
    assert loads == [table_id, table_id]
    assert hub.known(table_id) is not None
