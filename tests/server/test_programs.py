"""What authors of programs are told: the example plays, and every game's shapes in the document fit what is sent."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.server.live import Json, Live, Player, some_action
from wartable.engine import registry
from wartable.server.shapes import game_shapes

EXAMPLE = Path(__file__).parents[2] / "examples" / "http_bot.py"


@pytest.fixture(scope="module")
def document(live: Live) -> Json:
    return live.player().get("/api/schema/openapi.json")


def validator(document: Json, name: str) -> Any:
    return jsonschema_rs.Draft202012Validator({**document, "$ref": f"#/components/schemas/{name}"})


def test_the_example_plays_a_game_to_its_end(live: Live, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = runpy.run_path(str(EXAMPLE))["play"](live.url)

    assert min(outcome["ranks"]) == 1
    assert "refused" not in capsys.readouterr().out


def test_the_example_says_what_is_refused(live: Live) -> None:
    server = runpy.run_path(str(EXAMPLE))["Server"](live.url)

    with pytest.raises(ValueError, match="Did you mean preset"):
        server.call("POST", "/api/tables", {"game": "risk", "presett": "missions"})


def test_the_document_has_the_shapes_of_every_game(document: Json) -> None:
    schemas = document["components"]["schemas"]

    for key in registry.keys():  # noqa: SIM118 - no mapping
        assert {f"{key}.action", f"{key}.event", f"{key}.view"} <= set(schemas)
    assert "ring-of-power.inquiry" in schemas
    assert {"TableWish", "Snapshot"} <= set(schemas)


@pytest.mark.parametrize("key", sorted(registry.keys()))
def test_every_action_and_event_has_its_schema(key: str) -> None:
    game = registry.get(key)
    shapes = game_shapes(game)

    for name, types in (("action", game.action_types), ("event", game.event_types)):
        whole = shapes[f"{key}.{name}"]
        mapping = whole.get("discriminator", {}).get("mapping")
        tags = {kind.__struct_config__.tag for kind in types}
        assert mapping is None or set(mapping) == tags
        assert mapping is not None or len(tags) == 1


@pytest.mark.parametrize("key", ["risk", "balance-of-power", "diplomacy", "middle-earth-viii", "ring-of-power"])
def test_what_is_sent_fits_the_document(document: Json, player: Player, key: str) -> None:
    seats = {"diplomacy": 7, "middle-earth-viii": 8}.get(key, 2)
    table = player.table("me", *["local"] * (seats - 1), game=key)["id"]
    update = player.snapshot(table)["update"]

    validator(document, f"{key}.view").validate(update["view"])
    for step in range(update["step"] + 1):
        for event in player.get(f"/api/tables/{table}/at/{step}")["events"]:
            validator(document, f"{key}.event").validate(event)


def test_a_decision_fits_the_document_and_a_misspelt_one_does_not(document: Json, player: Player) -> None:
    table = player.table("me", "random")["id"]
    action = some_action(player.wait_turn(table, 0), 0)
    shape = validator(document, "risk.action")

    shape.validate(action)
    assert not shape.is_valid({"type": action["type"]})
    assert not shape.is_valid({"type": "attak"})
