"""A misspelt field or query parameter is refused by its name, with the word that was meant, and changes nothing."""

from __future__ import annotations

from typing import Any, get_type_hints

import httpx
import pytest

from tests.server.live import Json, Live, Player, some_action
from wartable.engine import registry
from wartable.engine.fields import UnknownField, check_fields
from wartable.server import catalogue
from wartable.server.app import handlers


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"game": "risk", "presett": "missions"}, "There is no field 'presett'. Did you mean preset?"),
        (
            {"game": "risk", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "easy"}]},
            "There is no field 'bot' in seats[1]. The fields are: kind, level, name, colour.",
        ),
        ({"game": "risk", "pace": {"second": 60}}, "There is no field 'second' in pace. Did you mean seconds?"),
        ({"game": "risk", "options": {"crads": "fixed"}}, "There is no option 'crads'. Did you mean cards?"),
    ],
)
def test_a_table_wished_for_with_a_misspelt_field_is_refused(player: Player, wish: Json, sentence: str) -> None:
    refused = player.post("/api/tables", wish, status=400)

    assert refused["message"] == sentence
    assert player.get("/api/tables", show="mine") == []


def test_an_option_that_does_not_fit_lists_what_may_be(player: Player) -> None:
    refused = player.post("/api/tables", {"game": "risk", "options": {"cards": "fix"}}, status=400)

    assert "must be one of off, escalating, fixed, italian" in refused["message"]


def test_an_action_with_a_misspelt_field_is_refused_and_nothing_happens(player: Player) -> None:
    table = player.table("me", "random", "random")["id"]
    update = player.wait_turn(table, 0)
    action = some_action(update, 0)
    assert action["type"] == "place"
    wrong = {"type": "place", "space": action["space"], "armies": 3}

    refused = player.act(table, 0, wrong, status=400)

    assert refused["code"] == "action.malformed"
    assert "no field 'armies'" in refused["message"]
    assert "type, space, count" in refused["message"]
    assert player.snapshot(table)["step"] == update["step"]
    asked = player.post(f"/api/tables/{table}/forecasts", {"seat": 0, "actions": [wrong]}, 400)
    assert "no field 'armies'" in asked["message"]


def test_a_word_that_may_not_stand_there_is_refused_with_those_that_may(player: Player) -> None:
    table = player.table("me", "random", start=False)["id"]

    wrong = player.post(f"/api/tables/{table}/seats/1", {"kind": "bott"}, 400)
    assert (wrong["code"], wrong["message"]) == ("request.invalid", "'bott' cannot stand at kind. Did you mean bot?")
    assert player.post(f"/api/tables/{table}/seats/1", {}, 400)["message"] == (
        "The request does not fit: the field kind is missing"
    )


def test_query_parameters_are_known_too(player: Player) -> None:
    table = player.table("me", "random", "random")["id"]

    refused = player.get(f"/api/tables/{table}/game", status=400, seat=0)
    assert refused == {
        "code": "query.unknown",
        "message": "There is no query parameter 'seat'. There are: as, invite.",
        "rule": "",
        "fix": [],
    }
    assert "Did you mean show?" in player.get("/api/tables", status=400, shows="mine")["message"]
    assert "takes none" in player.get("/api/games", status=400, show="all")["message"]
    assert player.get("/api/health", now="1")["ok"]


def test_a_body_where_none_is_wanted_may_be_empty_only(player: Player) -> None:
    table = player.table("me", "random", start=False)["id"]

    assert "no field 'seat'" in player.post(f"/api/tables/{table}/start", {"seat": 0}, 400)["message"]
    assert player.http.post(f"/api/tables/{table}/start").status_code == 200


def test_what_cannot_be_read_at_all_is_refused_as_before(player: Player) -> None:
    for body in (b"{", b"[1, 2]", b'"text"', b"[" * 10_000):
        answer = player.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400
        assert answer.json()["code"] in {"request.invalid", "field.unknown"}


def test_pages_take_any_query(live: Live) -> None:
    assert httpx.get(f"{live.url}/?utm_source=friend").status_code in {200, 404}


@pytest.mark.parametrize("key", sorted(registry.keys()))
def test_every_action_of_every_game_knows_its_fields(key: str) -> None:
    game = registry.get(key)
    for kind in game.action_types:
        tag = kind.__struct_config__.tag
        with pytest.raises(UnknownField, match="no field 'nonsense'"):
            check_fields({"type": tag, "nonsense": 1}, catalogue.actions_of(game))


ALL: list[Any] = [*handlers()]
BODIES = [handler for handler in ALL if "data" in handler.fn.__annotations__]


@pytest.mark.parametrize("handler", BODIES, ids=lambda handler: handler.fn.__name__)
def test_every_address_with_a_body_knows_its_fields(handler: Any) -> None:
    body = get_type_hints(handler.fn)["data"]

    with pytest.raises(UnknownField, match="no field 'nonsense'"):
        check_fields({"nonsense": 1}, body)


def test_what_was_stored_with_fields_of_former_days_is_still_read() -> None:
    risk = registry.get("risk")
    from wartable.engine.record import decode_action  # noqa: PLC0415

    assert decode_action(risk, '{"type":"place","space":"peru","count":2,"retired":true}')
