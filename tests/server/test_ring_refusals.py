"""Bad days of Ring of Power over HTTP: whatever is sent for a move or a question, a clear refusal and no change."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.server.live import Json, Player
from tests.server.test_refusals import refused
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.server.guard import MOST_BYTES, MOST_OF_A_MOVE

JSON = {"Content-Type": "application/json"}
SHORT, TOO_MANY = 10, 3_000


@pytest.fixture
def raid(player: Player) -> Iterator[tuple[str, Json]]:
    """A raid on Edoras where one person plays both sides; nothing of it may change."""
    table: str = player.table("me", "local", game=RING_OF_POWER.key)["id"]
    before = player.snapshot(table)["update"]
    yield table, before
    after = player.snapshot(table)["update"]
    assert (after["step"], after["seq"], after["view"]) == (before["step"], before["seq"], before["view"])


def lead(update: Json) -> Json:
    """Return a figure of the player who is asked."""
    owner = update["view"]["question"]["player"]
    return next(one["figure"] for one in update["view"]["figures"] if one["figure"]["owner"] == owner)


def path(figure: Json, corners: int) -> str:
    """Return the action of going to and fro between two points beside a figure, so many corners in all."""
    x, y = figure["x"], figure["y"]
    points = [[x + number % 2, y] for number in range(corners)]
    return json.dumps({"type": "move", "paths": [[figure["id"], points]]})


FIGURE, X, Y = "@figure", "@x", "@y"
BODIES = {
    "NaN": ('{"type":"move","paths":[[@figure,[[@x,@y],[NaN,1]]]]}', 400),
    "infinity": ('{"type":"move","paths":[[@figure,[[@x,@y],[Infinity,1]]]]}', 400),
    "out of this world": ('{"type":"move","paths":[[@figure,[[@x,@y],[1e400,1]]]]}', 400),
    "halves of points": ('{"type":"move","paths":[[@figure,[[@x,@y],[1.5,1]]]]}', 400),
    "words for points": ('{"type":"move","paths":[[@figure,[["@x","@y"]]]]}', 400),
    "one coordinate": ('{"type":"move","paths":[[@figure,[[@x]]]]}', 400),
    "a figure by its name": ('{"type":"move","paths":[["Eomer",[[@x,@y]]]]}', 400),
    "half a figure": ('{"type":"move","paths":[[1.5,[[@x,@y]]]]}', 400),
    "no paths": ('{"type":"move"}', 400),
    "no path": ('{"type":"move","paths":[[@figure,[]]]}', 409),
    "a figure that there is not": ('{"type":"move","paths":[[4711,[[@x,@y]]]]}', 409),
    "a number too large to be one": ('{"type":"move","paths":[[99999999999999999999,[[1,1]]]]}', 409),
    "a point too far to be one": ('{"type":"move","paths":[[@figure,[[@x,@y],[9007199254740993,1]]]]}', 409),
    "dice": ('{"type":"rolled","faces":[6,6]}', 400),
    "dice for a choice": ('{"type":"choose","choice":{"type":"faces","faces":[6]}}', 400),
    "a retreat": ('{"type":"fall_back","paths":[]}', 409),
    "deep brackets": ('{"type":"move","paths":' + "[" * 5_000 + "]" * 5_000 + "}", 400),
}


def filled(text: str, figure: Json) -> str:
    return text.replace(FIGURE, str(figure["id"])).replace(X, str(figure["x"])).replace(Y, str(figure["y"]))


@pytest.mark.parametrize("name", BODIES)
def test_what_is_no_move_is_refused(player: Player, raid: tuple[str, Json], name: str) -> None:
    table, update = raid
    text, status = BODIES[name]
    body = f'{{"seat":{update["to_act"][0]},"key":"bad","action":{filled(text, lead(update))}}}'

    refused(player.http.post(f"/api/tables/{table}/actions", content=body, headers=JSON), status)


@pytest.mark.parametrize("corners", [SHORT, TOO_MANY, 100_000])
def test_however_long_a_path_is_it_is_refused_at_once(player: Player, raid: tuple[str, Json], corners: int) -> None:
    table, update = raid
    action = path(lead(update), corners) if corners > SHORT else path({**lead(update), "x": -1}, SHORT)
    body = f'{{"seat":{update["to_act"][0]},"key":"long","action":{action}}}'
    status = 413 if len(body) > MOST_OF_A_MOVE else 409

    problem = refused(player.http.post(f"/api/tables/{table}/actions", content=body, headers=JSON), status)
    if status == 409:
        assert problem["code"] == ("ring.too_many_points" if corners > SHORT else "ring.start")


def test_one_move_of_a_whole_army_with_many_corners_is_read(player: Player, raid: tuple[str, Json]) -> None:
    table, update = raid
    points = [[119_000 + number, 71_000 + number] for number in range(30)]
    action = json.dumps({"type": "move", "paths": [[number, points] for number in range(1_000, 1_500)]})
    body = f'{{"seat":{update["to_act"][0]},"key":"army","action":{action}}}'.replace(" ", "")
    assert MOST_BYTES < len(body) <= MOST_OF_A_MOVE

    asked = f'{{"seat":{update["to_act"][0]},"inquiry":{{"ask":"battle","move":{action}}}}}'.replace(" ", "")
    for at, text in (("actions", body), ("inquiries", asked)):
        problem = refused(player.http.post(f"/api/tables/{table}/{at}", content=text, headers=JSON), 409)
        assert problem["code"] == "ring.no_figure"
    refused(player.http.post(f"/api/tables/{table}/chat", content=body, headers=JSON), 413)


QUESTIONS = {
    "NaN": ('{"ask":"way","figures":[@figure],"to":[NaN,1]}', 400),
    "halves": ('{"ask":"way","figures":[@figure],"to":[1.5,1]}', 400),
    "out of this world": ('{"ask":"way","figures":[@figure],"to":[1e400,1]}', 400),
    "off the table": ('{"ask":"way","figures":[@figure],"to":[-5,500000]}', 200),
    "words": ('{"ask":"reach","figures":["Eomer"]}', 400),
    "everybody and more": ('{"ask":"reach","figures":[' + ",".join(map(str, range(1, 9_000))) + "]}", 400),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_no_question_is_refused(player: Player, raid: tuple[str, Json], name: str) -> None:
    table, update = raid
    text, status = QUESTIONS[name]
    body = f'{{"seat":{update["to_act"][0]},"inquiry":{filled(text, lead(update))}}}'
    answer = player.http.post(f"/api/tables/{table}/inquiries", content=body, headers=JSON)

    if status == 200:
        assert (answer.status_code, answer.json()["fault"]["code"]) == (200, "ring.off_table")
    else:
        refused(answer, status)
