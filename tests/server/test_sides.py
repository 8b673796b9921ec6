"""Who plays which side: by lot and by lists of preferences, drawn so that nobody can choose and all can check."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import msgspec
import pytest

from tests.server.live import Json, Live, Player
from wartable.engine.chance import SealedDice
from wartable.engine.values import Outcome
from wartable.server.sides import draw

FIVE = ("Austria", "England", "France", "Russia", "Turkey")


class Company:
    """A table of five at which people sit, each with a browser of their own, before the start."""

    def __init__(self, live: Live, seats: int = 5, **wish: object) -> None:
        self.live = live
        self.players = [live.player() for _ in range(seats)]
        for number, player in enumerate(self.players):
            player.put("/api/me", {"name": f"Person {'ABCDE'[number]}", "colour": 1 + number, "avatar": "owl"})
        made: Json = {"game": "diplomacy", "start": False, **wish}
        self.id = self.players[0].table("me", *["open"] * (seats - 1), **made)["id"]
        self.path = f"/api/tables/{self.id}"
        for seat, player in enumerate(self.players[1:], 1):
            player.post(f"{self.path}/seats/{seat}", {"kind": "me"})

    def wish(self, seat: int, *sides: str, status: int = 200) -> Json:
        return self.players[seat].put(f"{self.path}/sides/wishes", {"seat": seat, "sides": sides}, status)

    def start(self) -> list[int]:
        """Start, and return the seat that each is given."""
        self.players[0].post(f"{self.path}/start")
        return [player.get(self.path)["my_seats"][0] for player in self.players]

    def end(self) -> None:
        """Have the first seat win, through an entry as any other."""
        one = next(p for p in self.players if p.get(self.path)["my_seats"] == [0])
        table = self.live.services.hub.known(self.id)
        assert table is not None
        others = [p for p in self.players if p is not one]
        for player in others:
            player.post(f"{self.path}/resign", {"seat": player.get(self.path)["my_seats"][0]})
        one.wait_over(self.id) if table.row.status == "finished" else None


def won() -> Outcome:
    return Outcome(ranks=(1, 2, 2, 2, 2), scores=(1.0, 0.0, 0.0, 0.0, 0.0), reason="Seat 1 has won.")


def finish(company: Company) -> None:
    """End the game of a table for whoever looks at it from now on."""
    table = company.live.services.hub.known(company.id)
    assert table is not None
    table.running().end(won())
    table.row = msgspec.structs.replace(table.row, status="finished")


def test_lots_fall_on_every_order_alike() -> None:
    found = Counter(draw(SealedDice.of("lot", n).seed, "lot", [()] * 3, FIVE[:3]).given for n in range(1200))

    assert set(found) == {*permutations(range(3))}
    assert max(found.values()) < 260, "six orders at 200 each"


def test_each_gets_the_dearest_side_that_is_free_when_drawn() -> None:
    wishes = [("France", "Turkey"), ("France", "Austria"), (), ("France", "Turkey", "England"), ("Turkey",)]
    for number in range(60):
        order, given = draw(SealedDice.of("wish", number).seed, "preference", wishes, FIVE)
        sides = [FIVE[seat] for seat in given]
        first = next(chair for chair in order if "France" in wishes[chair])
        assert sorted(given) == [0, 1, 2, 3, 4]
        assert sides[first] == "France"
        assert sides[1] in {"France", "Austria"}, "nobody else wishes for Austria"
        if order.index(4) < min(order.index(0), order.index(3)):
            assert sides[4] == "Turkey"


def test_who_made_the_table_has_no_advantage() -> None:
    everybody = Counter[int]()
    for number in range(500):
        given = draw(SealedDice.of("maker", number).seed, "preference", [("France",)] * 5, FIVE).given
        everybody[given.index(FIVE.index("France"))] += 1

    assert all(70 <= everybody[chair] <= 130 for chair in range(5))


def test_sides_by_lot_are_told_and_can_be_worked_out_at_the_end(live: Live) -> None:
    company = Company(live, sides={"give": "lot"})
    given = company.start()
    maker = company.players[0]
    table = live.services.hub.known(company.id)
    assert table is not None

    assert sorted(given) == [0, 1, 2, 3, 4]
    assert tuple(given) == draw(table.row.seed, "lot", [()] * 5, FIVE).given
    lines = [line for line in maker.snapshot(company.id)["log"] if line["kind"] == "sides"]
    assert len(lines) == 1
    assert lines[0]["text"].startswith("Sides were given by lot: Person ")
    assert f"Person A plays {FIVE[given[0]]}" in lines[0]["text"]
    assert maker.get(f"{company.path}/sides", 409)["code"] == "game.running"
    finish(company)
    drawn = maker.get(f"{company.path}/sides")
    again = draw(table.row.seed, drawn["give"], [one["wishes"] for one in drawn["seats"]], drawn["sides"])
    assert [one["seat"] for one in drawn["seats"]] == list(again.given) == given
    assert drawn["order"] == list(again.order)
    assert [one["name"] for one in drawn["seats"]] == [f"Person {one}" for one in "ABCDE"]


def test_lists_are_kept_for_their_own_player_and_followed(live: Live) -> None:
    company = Company(live, sides={"give": "preference"})
    for seat, side in enumerate(("Turkey", "Austria", "England", "France", "Russia")):
        mine = company.wish(seat, side, *(one for one in FIVE if one != side))
        assert mine["wishes"][str(seat)][0] == side
    assert company.players[1].get(company.path)["wishes"].keys() == {"1"}
    assert live.player().get(company.path)["wishes"] == {}

    assert company.start() == [4, 0, 1, 2, 3], "each wishes for another side, so each gets the first of the list"
    assert company.wish(0, "France", status=409)["code"] == "table.started"


def test_those_at_one_screen_and_bots_draw_like_the_rest(live: Live, player: Player) -> None:
    table = player.table("me", "local", "easy", "easy", "open", game="diplomacy", start=False)["id"]
    path = f"/api/tables/{table}"
    live.player().post(f"{path}/seats/4", {"kind": "me"})
    player.put(f"{path}/sides/rule", {"give": "preference"})
    player.put(f"{path}/sides/wishes", {"seat": 0, "sides": ["Turkey"]})
    player.put(f"{path}/sides/wishes", {"seat": 1, "sides": ["France"]})

    begun = player.post(f"{path}/start")

    mine = {begun["roles"][seat]: begun["seats"][seat]["kind"] for seat in begun["my_seats"]}
    assert mine == {"Turkey": "human", "France": "local"}
    assert Counter(seat["kind"] for seat in begun["seats"]) == {"human": 2, "local": 1, "bot": 2}


def test_where_seats_are_alike_the_order_of_play_is_drawn(live: Live) -> None:
    company = Company(live, 3, game="risk", sides={"give": "preference"})

    assert company.wish(0, "France", status=409)["code"] == "sides.alike"
    given = company.start()

    text = next(line["text"] for line in company.players[0].snapshot(company.id)["log"] if line["kind"] == "sides")
    names = ["Person A", "Person B", "Person C"]
    first, second, third = (names[given.index(seat)] for seat in range(3))
    assert text == f"The order of play was drawn by lot: {first}, {second} and {third}."


@pytest.mark.parametrize(
    ("sides", "status", "code"),
    [(("Lothlorien",), 400, "sides.unknown"), (("France", "France"), 400, "sides.twice")],
)
def test_a_list_that_makes_no_sense_is_refused(live: Live, sides: tuple[str, ...], status: int, code: str) -> None:
    company = Company(live, sides={"give": "preference"})

    assert company.wish(0, *sides, status=status)["code"] == code
    assert company.players[0].get(company.path)["wishes"] == {}


def test_only_the_maker_sets_the_rule_and_nobody_wishes_for_another(live: Live) -> None:
    company = Company(live)
    other = company.players[1]

    assert other.put(f"{company.path}/sides/rule", {"give": "lot"}, 403)["code"] == "table.not_yours"
    assert other.put(f"{company.path}/sides/wishes", {"seat": 0, "sides": ["France"]}, 403)["code"] == "seat.not_yours"
    assert company.start() == [0, 1, 2, 3, 4], "as seated, unless the table says otherwise"
    assert company.players[0].put(f"{company.path}/sides/rule", {"give": "lot"}, 409)["code"] == "table.started"
