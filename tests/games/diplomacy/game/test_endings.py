"""How games end: victory, votes, concession, the last year, years without change, and powers that fall silent."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.diplomacy.game.table import Sitting
from wartable.engine.errors import BadOptions
from wartable.engine.values import Seat
from wartable.games.diplomacy.play import events as e
from wartable.games.diplomacy.play.game import Diplomacy
from wartable.games.diplomacy.play.middle_earth import MIDDLE_EARTH_VIII
from wartable.games.diplomacy.play.standard import DIPLOMACY
from wartable.games.diplomacy.play.state import Fallen

EVERYWHERE = "ANK BEL BER BRE BUD BUL CON DEN EDI GRE HOL KIE LON LVP MAR MOS MUN"


def test_eighteen_centres_win_when_they_are_counted() -> None:
    table = Sitting(DIPLOMACY).put(
        {"france": "A GAS", "turkey": "A SMY"}, {"france": EVERYWHERE, "turkey": "SMY"}, "fall 1905 movement"
    )

    table.phase({"france": "A GAS - SPA", "turkey": "A SMY H"})

    outcome = DIPLOMACY.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (table.seat("france"),)
    assert outcome.reason == "France owns 18 supply centres; 18 win."
    assert table.told()[-1].endswith("France (FRANCE) wins.")
    assert outcome.ranks[table.seat("turkey")] == 2
    assert DIPLOMACY.to_act(table.state) == ()


def test_nineteen_units_win_after_winter_in_middle_earth() -> None:
    inland = "GHA TSH BRA EVE FNO RHD CAR ERG DUN LUN ANG ETT RIV MOR CRK GLA LOR WOL"
    table = Sitting(MIDDLE_EARTH_VIII).put(
        {"rohan": ", ".join(f"A {code}" for code in inland.split()), "gondor": "A MTI"},
        {"rohan": "EDO HDE ISE GHA TSH BRA FNO ANO RIV CEL GLA LOR WMI DGU UMB ERE ESG IHI DRU NRU", "gondor": "MTI"},
        "winter 3005 adjustments",
    )
    table.state = replace(table.state, asked=(table.seat("rohan"),))

    table.phase({"rohan": "B A EDO"})

    outcome = MIDDLE_EARTH_VIII.outcome(table.state)
    assert outcome is not None
    assert outcome.reason == "Rohan has 19 units on the board; 19 win."


def test_a_people_wins_and_falls_into_disorder_in_the_plural() -> None:
    inland = "GHA TSH BRA EVE FNO RHD CAR ERG DUN LUN ANG ETT RIV MOR CRK GLA LOR WOL"
    table = Sitting(MIDDLE_EARTH_VIII, disorder_after=1)
    away = {power: f"{table.state.position.units[power][0]} H" for power in table.state.powers if power != "elves"}
    table.phase(away)
    assert "Elves (ELVES) have sent nothing and fall into civil disorder." in table.told()
    table.send("elves", "come back")
    assert table.told() == ["Elves (ELVES) are played again: their civil disorder is over."]

    table.put(
        {"elves": ", ".join(f"A {code}" for code in inland.split()), "gondor": "A MTI"},
        {"elves": "EDO HDE ISE GHA TSH BRA FNO ANO RIV CEL GLA LOR WMI DGU UMB ERE ESG IHI DRU NRU", "gondor": "MTI"},
        "winter 3005 adjustments",
    )
    table.state = replace(table.state, asked=(table.seat("elves"),))
    table.phase({"elves": "B A WMI"})

    words = "Elves have 19 units on the board; 19 win."
    outcome, ending = MIDDLE_EARTH_VIII.outcome(table.state), MIDDLE_EARTH_VIII.view(table.state, None).ending
    assert (outcome and outcome.reason) == (ending and ending.reason) == words
    assert f"{words} Elves (ELVES) win." in table.told()


def test_all_must_vote_for_a_draw() -> None:
    table = Sitting(DIPLOMACY)
    everybody = dict.fromkeys(table.state.powers, "draw")

    table.phase({**everybody, "italy": "no orders"})
    assert table.state.ending is None
    assert not any(isinstance(event, e.DrawVoted) for event in table.events)
    table.phase(everybody)

    outcome = DIPLOMACY.outcome(table.state)
    assert outcome is not None
    assert outcome.ranks == (1,) * 7
    assert outcome.reason == "All powers agree on a draw. The survivors share the draw."


def test_an_open_ballot_says_who_voted() -> None:
    table = Sitting(DIPLOMACY, ballot="open")

    table.phase({"france": "draw", "italy": "A ROM H; draw"})

    assert table.state.votes == ("france", "italy")
    assert "France and Italy vote for a draw; it needs all." in table.told()


def test_all_others_may_concede() -> None:
    table = Sitting(DIPLOMACY)

    table.phase({power: "concede to France" for power in table.state.powers if power != "france"})

    outcome = DIPLOMACY.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (table.seat("france"),)
    assert outcome.reason == "All others concede the victory to France."


def test_votes_that_a_game_does_not_know_are_refused() -> None:
    table = Sitting(DIPLOMACY, draws="off", concessions=False)

    assert table.refused("france", "draw") == "vote.no_draws"
    assert table.refused("france", "concede to italy") == "vote.no_concession"
    assert {offer.kind for offer in DIPLOMACY.legal(table.state, table.seat("france")).structure()}.isdisjoint(
        {"draw", "concede"}
    )


def test_a_draw_is_shared_by_those_whom_all_name() -> None:
    table = Sitting(DIPLOMACY, draws="chosen")
    votes = dict.fromkeys(table.state.powers, "draw of France, England and Turkey")

    table.phase({**votes, "italy": "draw"})
    assert table.state.ending is None, "one names everybody"
    table.phase({**votes, "italy": "A ROM H; vote for a draw of turkey, france and england"})

    outcome = DIPLOMACY.outcome(table.state)
    assert outcome is not None
    assert set(outcome.winners) == {table.seat(power) for power in ("england", "france", "turkey")}
    assert outcome.reason == "All powers agree on a draw of England, France and Turkey."
    assert outcome.ranks[table.seat("italy")] > 1


def test_a_draw_of_all_may_be_named_or_not() -> None:
    table = Sitting(DIPLOMACY, draws="chosen")
    everybody = ", ".join(table.state.powers)

    table.phase({power: "draw" if power < "g" else f"draw of {everybody}" for power in table.state.powers})

    outcome = DIPLOMACY.outcome(table.state)
    assert outcome is not None
    assert outcome.ranks == (1,) * 7


def test_an_open_ballot_says_who_would_share_and_a_secret_one_nothing() -> None:
    votes = {"france": "draw of france, italy", "italy": "draw of italy, france", "turkey": "draw"}
    told, secret = Sitting(DIPLOMACY, draws="chosen", ballot="open"), Sitting(DIPLOMACY, draws="chosen")
    for table in (told, secret):
        table.phase(votes)

    assert "France and Italy vote for a draw of France and Italy; it needs all." in told.told()
    assert any(line.startswith("Turkey votes for a draw of Austria, England,") for line in told.told())
    assert not any("draw" in line for line in secret.told())
    for seat in range(7):
        assert "draw_of" not in msgspec.json.encode(DIPLOMACY.view(secret.state, Seat(seat))).decode()


@pytest.mark.parametrize(
    ("options", "text", "code"),
    [
        ({}, "draw of france, italy", "vote.all_share"),
        ({"draws": "off"}, "draw of france, italy", "vote.no_draws"),
        ({"draws": "chosen"}, "draw of france", "vote.alone"),
        ({"draws": "chosen"}, "draw of france, france", "vote.twice"),
    ],
)
def test_who_may_share_a_draw(options: dict[str, str], text: str, code: str) -> None:
    assert Sitting(DIPLOMACY, **options).refused("france", text) == code


def test_a_power_that_is_out_shares_no_draw() -> None:
    table = Sitting(DIPLOMACY, draws="chosen").put(
        {"france": "A PAR", "turkey": "A SMY"}, {"france": "PAR", "turkey": "SMY"}, "spring 1905 movement"
    )
    table.state = replace(table.state, fallen=(Fallen("italy", 3),))

    assert table.refused("france", "draw of france, italy") == "vote.unknown"
    (offer,) = [one for one in DIPLOMACY.legal(table.state, table.seat("france")).structure() if one.kind == "draw"]
    assert "italy" not in offer.targets


def test_points_go_by_the_systems_of_the_hobby() -> None:
    table = Sitting(DIPLOMACY, draws="chosen").put(
        {"france": "A PAR", "turkey": "A SMY", "italy": "A ROM"},
        {"france": "PAR MAR BRE", "turkey": "SMY", "italy": "ROM NAP"},
        "spring 1905 movement",
    )
    table.phase(dict.fromkeys(("france", "turkey", "italy"), "draw of france, italy"))

    scores = DIPLOMACY.study.scores(table.state)
    found = {one.key: dict(zip(table.state.powers, one.points, strict=True)) for one in scores}
    assert {power: share for power, share in found["draw_size"].items() if share} == {"france": 50.0, "italy": 50.0}
    assert found["sum_of_squares"]["france"] == pytest.approx(900 / 14)
    assert found["centre_count"]["italy"] == pytest.approx(200 / 6)


def test_the_survivors_draw_after_the_last_year() -> None:
    table = Sitting(DIPLOMACY, last_year=1901)

    table.phase()
    table.phase()

    assert table.state.ending is not None
    assert table.state.ending.kind == "last_year"


def test_years_without_change_end_the_game() -> None:
    table = Sitting(MIDDLE_EARTH_VIII, stalemate_years=2)

    table.phase({"rohan": "A EDO - ANO"})
    table.phase({"rohan": "B A EDO"})
    table.phase()
    assert table.state.ending is None
    table.phase()

    assert table.state.ending is not None
    assert table.state.ending.kind == "stalemate"


def test_a_silent_power_falls_into_civil_disorder() -> None:
    table = Sitting(DIPLOMACY, disorder_after=2)
    speaking = {power: f"{table.state.position.units[power][0]} H" for power in table.state.powers if power != "turkey"}

    table.phase(speaking)
    assert table.seat("turkey") in DIPLOMACY.to_act(table.state)
    table.phase(speaking)

    assert table.seat("turkey") not in DIPLOMACY.to_act(table.state)
    assert "Turkey (TURKEY) has sent nothing 2 times in a row and falls into civil disorder." in table.told()
    view = DIPLOMACY.view(table.state, None)
    assert {power.id: power.standing for power in view.powers}["turkey"] == "disorder"


@pytest.mark.parametrize(("vote", "spoken"), [("draw", True), ("concede to france", True), ("no orders", False)])
@pytest.mark.parametrize("game", [DIPLOMACY, MIDDLE_EARTH_VIII])
def test_a_vote_alone_shows_that_a_power_is_played_but_not_by_older_rules(
    game: Diplomacy, vote: str, *, spoken: bool
) -> None:
    for version in game.versions:
        table = Sitting(game, disorder_after=1)
        table.state = replace(table.state, options=game.options_by(table.state.options, version))
        last, other = table.state.powers[-1], table.state.powers[0]
        units = table.state.position.units
        hold = {power: f"{units[power][0]} H" for power in table.state.powers}

        table.phase(hold | {last: vote.replace("france", other)})

        waited = table.seat(last) in game.to_act(table.state)
        assert waited == (spoken and int(version) >= int(table.options.votes_count_since))


def test_a_power_in_civil_disorder_neither_blocks_a_draw_nor_shares_it() -> None:
    table = Sitting(DIPLOMACY, disorder_after=1)
    hold = {power: f"{table.state.position.units[power][0]} H" for power in table.state.powers if power != "turkey"}

    table.phase(hold)
    table.phase({power: f"{order}; draw" for power, order in hold.items()})

    assert table.state.ending is not None
    assert table.state.ending.kind == "draw"
    assert set(table.state.ending.powers) == set(hold)


def test_a_game_that_all_have_left_is_drawn() -> None:
    table = Sitting(DIPLOMACY, disorder_after=1)

    table.phase()

    assert table.state.ending is not None
    assert table.state.ending.kind == "deserted"
    assert set(table.state.ending.powers) == set(table.state.powers)


def test_a_power_that_lost_everything_is_out() -> None:
    table = Sitting(DIPLOMACY).put(
        {"france": "A GAS", "turkey": "A SMY"}, {"france": "PAR SPA", "turkey": "SMY"}, "fall 1905 movement"
    )

    table.phase({"france": "A GAS - SPA"})

    assert "Italy (ITALY) has lost its last unit and centre and is out of the game." in table.told()
    assert table.state.survivors == ("france", "turkey")


@pytest.mark.parametrize(
    "values",
    [{"draws": "off", "ballot": "open"}, {"rulebook": "1971", "land_fallback": "yes"}, {"last_year": 1800}],
)
def test_contradictory_options_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        Sitting(DIPLOMACY, **values)


def test_points_of_the_rulebook_can_be_settled_otherwise() -> None:
    table = Sitting(
        MIDDLE_EARTH_VIII, routes="all_break", fortress_covers_movers=False, retreat_to_convoyed_origin="yes"
    )

    rulings = table.options.rulings()
    assert (rulings.routes, rulings.paradox, rulings.removal) == ("all_break", "1971", "home")
    assert not rulings.fortress_covers_movers
    assert rulings.retreat_to_convoyed_origin


def away(table: Sitting) -> dict[str, str]:
    """Let everybody but Turkey send orders until it falls into civil disorder; returns those orders."""
    hold = {power: f"{table.state.position.units[power][0]} H" for power in table.state.powers if power != "turkey"}
    table.phase(hold)
    return hold


def test_a_power_in_civil_disorder_comes_back_and_is_waited_for() -> None:
    table = Sitting(DIPLOMACY, disorder_after=1)
    hold = away(table)
    turkey = table.seat("turkey")

    assert turkey in DIPLOMACY.may_act(table.state)
    assert table.refused("turkey", "A CON - BUL") == "disorder.come_back"
    table.send("turkey", "come back")

    assert turkey in DIPLOMACY.to_act(table.state)
    assert table.told() == ["Turkey (TURKEY) is played again: its civil disorder is over."]
    assert {power.id: power.standing for power in DIPLOMACY.view(table.state, None).powers}["turkey"] == "asked"
    table.phase({**hold, "turkey": "A CON - BUL"})
    assert "A BUL" in map(str, table.state.position.units["turkey"])
    assert turkey in DIPLOMACY.to_act(table.state)


def test_who_comes_back_while_there_is_nothing_to_decide_is_asked_in_the_next_phase() -> None:
    table = Sitting(DIPLOMACY, disorder_after=1)
    away(table)
    france, turkey = table.seat("france"), table.seat("turkey")
    units, owners = {"france": "A PAR", "turkey": "A CON"}, {"france": "PAR BRE", "turkey": "CON"}
    table.put(units, owners, "winter 1901 adjustments")
    table.state = replace(table.state, asked=(france,))

    table.send("turkey", "come back")
    assert DIPLOMACY.to_act(table.state) == (france,)
    table.phase()

    assert set(DIPLOMACY.to_act(table.state)) == {france, turkey}


def test_only_who_was_away_comes_back() -> None:
    table = Sitting(DIPLOMACY, disorder_after=1)

    assert table.refused("france", "come back") == "disorder.none"
    away(table)
    legal = DIPLOMACY.legal(table.state, table.seat("turkey"))
    assert [DIPLOMACY.format(action) for action in legal] == ["come back"]
    assert DIPLOMACY.may_act(table.state)[-1] == table.seat("turkey")


def test_centres_that_nobody_owned_are_told_before_those_of_others() -> None:
    table = Sitting(DIPLOMACY).put(
        {"italy": "A TRI, F TUN, A SER", "austria": "A VIE"}, {"austria": "TRI VIE"}, "fall 1901 movement"
    )

    table.phase({"italy": "A TRI H; F TUN H; A SER H"})

    assert "Italy takes Tunis and Serbia, and Trieste from Austria, and owns 3 centres." in table.told()


def test_a_people_takes_centres_in_the_plural() -> None:
    table = Sitting(MIDDLE_EARTH_VIII).put(
        {"elves": "A FNO", "gondor": "A MTI"}, {"elves": "RIV", "gondor": "MTI"}, "summer 3001 movement"
    )

    table.phase({"elves": "A FNO H", "gondor": "A MTI H"})

    assert "Elves take Fornost and own 2 centres." in table.told()
