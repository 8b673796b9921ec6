"""What happens in a phase and after it: reveals, retreats, builds, conversion, fortresses, orders in advance."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.diplomacy.game.table import Sitting
from wartable.engine.errors import BadNotation
from wartable.games.adjudication.orders import Unit
from wartable.games.diplomacy.play import events as e
from wartable.games.diplomacy.play.actions import Orders
from wartable.games.diplomacy.play.middle_earth import MIDDLE_EARTH_VIII
from wartable.games.diplomacy.play.standard import DIPLOMACY
from wartable.games.diplomacy.position import Phase

DRIVEN_OUT = {
    "france": "A BUR, A PAR",
    "germany": "A MUN, A RUH",
    "austria": "A VIE",
}
ATTACK = {"germany": "A MUN - BUR; A RUH S A MUN - BUR", "france": "A BUR H; A PAR H", "austria": "A VIE H"}


def attacked(**values: object) -> Sitting:
    return Sitting(DIPLOMACY, **values).put(
        DRIVEN_OUT, {"france": "PAR MAR BRE", "germany": "MUN BER", "austria": "VIE"}
    )


def test_orders_are_revealed_with_results_and_reasons_and_told_in_words() -> None:
    table = attacked()

    state = table.phase(ATTACK)

    reveals = [event for event in table.events if isinstance(event, e.OrdersRevealed)]
    assert [event.power for event in reveals] == ["austria", "france", "germany"]
    assert all(judged.why.sentence for event in reveals for judged in event.judged)
    assert {str(one.order): one.result for one in reveals[2].judged}["A MUN - BUR"] == "moves"
    told = table.told()
    assert "Germany orders: Munich to Burgundy; Ruhr supports Munich to Burgundy." in told
    assert any(text.startswith("French army Burgundy is dislodged by Germany from Munich") for text in told)
    assert told[-1] == "Spring 1901 retreats begin. France decides."
    assert state.asked == (table.seat("france"),)
    assert state.last[0].phase.kind == "movement"


def test_a_retreat_and_a_disband() -> None:
    table = attacked()
    table.phase(ATTACK)

    state = table.send("france", "A BUR R GAS")

    assert Unit("A", "GAS") in state.position.units["france"]
    assert table.told()[0] == "France: The army in Burgundy retreats to Gascony."
    assert state.position.phase.season == "fall"

    table = attacked()
    table.phase(ATTACK)
    assert table.phase().position.units["france"] == (Unit("A", "PAR"),)


def test_retreats_in_advance_are_used_and_nobody_is_asked() -> None:
    table = attacked()

    table.phase({**ATTACK, "france": "A BUR H; A PAR H; if dislodged: A BUR R MUN; if dislodged: A BUR R GAS"})

    assert table.state.position.phase.kind == "movement"
    assert Unit("A", "GAS") in table.state.position.units["france"]
    assert [report.phase.kind for report in table.state.last] == ["movement", "retreats"]
    assert all(not ahead.retreats for ahead in table.state.ahead)


CORNERED = {"france": "A BRE, A GAS", "germany": "A PIC, A PAR", "austria": "A VIE"}
CORNER = {"germany": "A PIC - BRE; A PAR S A PIC - BRE", "france": "A BRE H; A GAS H"}


def cornered() -> Sitting:
    """The army in Brest is about to be dislodged, and all around it is taken."""
    return Sitting(DIPLOMACY).put(CORNERED, {"france": "MAR SPA", "germany": "PAR BER", "austria": "VIE"})


def test_a_power_whose_units_have_nowhere_to_go_is_not_waited_for() -> None:
    table = cornered()

    state = table.phase(CORNER)

    assert [report.phase.kind for report in state.last] == ["movement", "retreats"]
    assert state.position.phase == Phase("fall", 1901, "movement")
    assert state.position.units["france"] == (Unit("A", "GAS"),)
    assert "France: The army in Brest has nowhere to go and is lost." in table.told()


def test_by_rules_of_before_it_was_waited_for() -> None:
    table = cornered()
    table.state = replace(table.state, options=DIPLOMACY.options_by(table.options, "3"))

    assert table.phase(CORNER).asked == (table.seat("france"),)
    assert table.phase().position.units["france"] == (Unit("A", "GAS"),)


def test_a_power_without_a_choice_does_not_stop_another_from_choosing() -> None:
    units = {**CORNERED, "italy": "A MUN, A ROM", "russia": "A BOH, A TYR"}
    table = Sitting(DIPLOMACY).put(units, {"france": "MAR", "germany": "PAR", "austria": "VIE", "italy": "ROM"})

    state = table.phase({**CORNER, "russia": "A BOH - MUN; A TYR S A BOH - MUN"})

    assert state.asked == (table.seat("italy"),)
    state = table.send("italy", "A MUN R BUR")
    assert state.position.units["france"] == (Unit("A", "GAS"),)
    assert Unit("A", "BUR") in state.position.units["italy"]


def test_a_power_that_must_remove_all_its_units_is_not_waited_for() -> None:
    table = Sitting(DIPLOMACY).put(
        {"france": "A BUR, A PIC", "germany": "A MUN, A RUH, A SIL", "italy": "A VEN"},
        {"germany": "MUN BER", "italy": "VEN"},
        "fall 1901 movement",
    )

    state = table.phase()

    assert state.asked == (table.seat("germany"),)
    assert state.position.phase.kind == "adjustments"
    state = table.send("germany", "A SIL D")
    assert not state.position.units.get("france")
    assert [fallen.power for fallen in state.fallen if fallen.power == "france"]


def test_orders_in_advance_that_do_not_settle_everything_are_dropped() -> None:
    table = attacked()

    table.phase({**ATTACK, "france": "A BUR H; A PAR H; if dislodged: A BUR R MUN"})

    assert DIPLOMACY.to_act(table.state) == (table.seat("france"),)
    table.phase()
    assert not DIPLOMACY.keeps_secrets(table.state)


def test_builds_in_advance() -> None:
    table = Sitting(MIDDLE_EARTH_VIII)

    table.phase({"rohan": "A EDO - ANO; A HDE H; A ISE H; if due: B A EDO"})

    assert Unit("A", "EDO") in table.state.position.units["rohan"]
    assert [report.phase.season for report in table.state.last] == ["summer", "winter"]
    assert table.state.position.phase.year == 3001


def test_a_fortress_holds_against_one_support_and_a_coastal_army_converts() -> None:
    table = Sitting(MIDDLE_EARTH_VIII).put({"rohan": "A HDE, A EDO", "arnor": "A ENE, A DRU", "gondor": "A BEL"})

    table.phase({"arnor": "A ENE - HDE; A DRU S A ENE - HDE", "gondor": "A BEL = F", "rohan": "A HDE H; A EDO H"})

    assert Unit("A", "HDE") in table.state.position.units["rohan"]
    assert table.state.position.units["gondor"] == (Unit("F", "BEL"),)
    assert "Gondor orders: Belfalas becomes a fleet." in table.told()


def test_verbs_agree_with_the_elves() -> None:
    table = Sitting(MIDDLE_EARTH_VIII)
    table.phase({"elves": "A LOR H"})
    assert any(line.startswith("Elves order: Lorien holds") for line in table.told())
    silent = Sitting(MIDDLE_EARTH_VIII)
    silent.phase()
    assert "Elves gave no orders: their units hold." in silent.told()


def test_the_calendar_of_middle_earth_goes_from_summer_to_winter() -> None:
    table = Sitting(MIDDLE_EARTH_VIII)
    table.phase({"rohan": "A HDE - DRU; A EDO H; A ISE H", "gondor": "A MTI - ANO; A LEB - MTI; A BEL H"})

    view = MIDDLE_EARTH_VIII.view(table.state, None)
    assert view.phase.title == "Winter Third Age 3000 adjustments"
    assert {power.id: power.due for power in view.powers if power.due} == {"rohan": 1, "gondor": 1}
    assert MIDDLE_EARTH_VIII.prompt(table.state, table.seat("rohan")) == "Build 1 unit"
    table.phase({"rohan": "B A HDE", "gondor": "B F LEB"})
    assert "Gondor builds a fleet in Lebennin." in table.told()
    assert table.state.position.phase.year == 3001


def test_the_version_of_2006_has_fleets_from_the_start() -> None:
    table = Sitting(MIDDLE_EARTH_VIII, starting_units="fleets", fleet_sites="four")

    fleets = {str(unit) for units in table.state.position.units.values() for unit in units if unit.kind == "F"}
    assert fleets == {"F GHA", "F FOH", "F BEL", "F LEB"}


def test_two_seasons_have_two_movements_a_year() -> None:
    table = Sitting(MIDDLE_EARTH_VIII, seasons="two")

    seasons = [table.phase().position.phase.season for _ in range(3)]
    assert seasons == ["autumn", "spring", "autumn"]


def test_of_two_seasons_only_the_second_takes_centres_and_both_convert() -> None:
    table = Sitting(MIDDLE_EARTH_VIII, seasons="two").put(
        {"rohan": "A EDO, A DUN", "arnor": "A ISE, A HDE", "gondor": "A BEL"}, {"rohan": "EDO ANO", "arnor": "ISE HDE"}
    )

    table.phase({"arnor": "A ISE - EDO; A HDE S A ISE - EDO", "rohan": "A DUN - ISE", "gondor": "A BEL = F"})
    assert str(table.state.position.phase) == "Spring 3000 retreats"
    table.phase({"rohan": "A EDO R FAN"})
    assert str(table.state.position.phase) == "Autumn 3000 movement"
    assert table.state.position.owners == {"EDO": "rohan", "ANO": "rohan", "ISE": "arnor", "HDE": "arnor"}
    table.phase({"gondor": "F BEL = A"})

    after = table.state.position
    assert after.units["gondor"] == (Unit("A", "BEL"),)
    assert (after.owners["EDO"], after.owners["ISE"], after.owners["BEL"]) == ("arnor", "rohan", "gondor")


@pytest.mark.parametrize(
    ("power", "text", "code"),
    [
        ("france", "A BRE H", "order.wrong_unit"),
        ("france", "A MUN H", "order.wrong_unit"),
        ("france", "A GAS H", "order.no_unit"),
        ("france", "A PAR H; A PAR - BUR", "order.twice"),
        ("france", "A PAR R BUR", "order.phase"),
        ("france", "B A PAR", "order.phase"),
        ("france", "draw; concede to germany", "vote.both"),
        ("france", "concede to france", "vote.unknown"),
        ("france", "if dislodged: A PAR R MOS", "ahead.retreat"),
        ("france", "if dislodged: A MUN R TYR", "order.wrong_unit"),
        ("france", "if due: B F PAR", "ahead.adjustment"),
        ("france", "A PAR - BUR; A MAR S A PAR - BUR; draw; if due: B A PAR", ""),
        ("france", "no orders", ""),
    ],
)
def test_what_is_refused_and_why(power: str, text: str, code: str) -> None:
    assert Sitting(DIPLOMACY).refused(power, text) == code


@pytest.mark.parametrize(
    "text", ["A PAR - MOS", "A PAR S A MAR - SPA", "F BRE - PAR", "F BRE C A PAR - PIC", "A PAR = F"]
)
def test_orders_that_could_never_work_are_refused(text: str) -> None:
    assert Sitting(DIPLOMACY).refused("france", text).startswith("order.")


@pytest.mark.parametrize(
    "text",
    [
        "A PAR - BUR\nF BRE H",
        "Dear GM,\nhere are my orders:\n\nFrance (Jean), Spring 1901\n1. A PAR - BUR\n2) F BRE (hold)\n\nCheers,\nJean",
        "> A PAR - Bur, F BRE - hold",
        "• French A PAR - BUR; draw\n• F BRE stands",
    ],
)
def test_a_whole_letter_may_be_pasted(text: str) -> None:
    """The box of orders refused bullets, numbers, greetings, headings and commas, which the sandbox reads."""
    table = Sitting(DIPLOMACY)

    action = DIPLOMACY.parse(table.state, table.seat("france"), text)

    assert isinstance(action, Orders)
    assert [str(order) for order in action.orders] == ["A PAR - BUR", "F BRE H"]
    assert action.draw is ("draw" in text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Germany\nA PAR - BUR", "notation.heading"),
        ("A PAR - BUR\n---\nA PAR - PIC", "notation.sets"),
        ("A PAR - BUR\nFrom: Hans\nA MUN - RUH", "notation.unread"),
        ("Fall 1901\nA PAR - BUR", "notation.unread"),
        ("A PAR - Nowhere", "notation.unknown_place"),
    ],
)
def test_what_is_no_order_of_ones_own_is_refused(text: str, code: str) -> None:
    table = Sitting(DIPLOMACY)

    with pytest.raises(BadNotation) as error:
        DIPLOMACY.parse(table.state, table.seat("france"), text)

    assert error.value.reason.code == code


def test_what_is_left_open_is_said() -> None:
    table = Sitting(DIPLOMACY)
    seat = table.seat("france")

    action = DIPLOMACY.parse(table.state, seat, "A PAR - BUR")

    assert DIPLOMACY.omissions(table.state, seat, action) == (
        "The fleet in Brest has no order and will hold.",
        "The army in Marseilles has no order and will hold.",
    )


def test_offers_go_unit_then_what_then_where() -> None:
    table = Sitting(DIPLOMACY)
    offers = DIPLOMACY.legal(table.state, table.seat("france")).structure()

    moves = {offer.source: set(offer.targets) for offer in offers if offer.kind == "move"}
    assert moves["A PAR"] == {"BRE", "PIC", "BUR", "GAS"}
    helped = {offer.note: offer.targets for offer in offers if offer.kind == "support_move" and offer.source == "A MAR"}
    assert set(helped["A PAR"]) == {"BUR", "GAS"}
    assert {offer.kind for offer in offers} >= {"hold", "move", "support_hold", "support_move", "draw", "concede"}
    for offer in offers:
        if offer.kind == "move":
            for to in offer.targets:
                assert not table.refused("france", f"{offer.source} - {to}")


@pytest.mark.parametrize(("fortress", "stands"), [(False, False), (True, True)])
def test_dol_guldur_may_be_a_fortress(fortress: bool, stands: bool) -> None:  # noqa: FBT001 - both are the point
    table = Sitting(MIDDLE_EARTH_VIII, fortress_dol_guldur=fortress).put({"mordor": "A DGU", "elves": "A EBI, A RHV"})

    table.phase({"mordor": "A DGU H", "elves": "A EBI - DGU; A RHV S A EBI - DGU"})

    assert (Unit("A", "DGU") in table.state.position.units["mordor"]) == stands


def test_harbours_let_their_owner_build_fleets_in_the_version_of_2006() -> None:
    table = Sitting(MIDDLE_EARTH_VIII, fleet_sites="four").put(
        {"rohan": "A ISE, A HDE, A EDO"}, {"rohan": "ISE HDE EDO BEL"}, "winter 3001 adjustments"
    )

    assert table.refused("rohan", "B F BEL") == ""
    assert table.refused("rohan", "B A BEL") == "order.build.only_fleets"
    offers = MIDDLE_EARTH_VIII.legal(table.state, table.seat("rohan")).structure()
    assert [(offer.source, offer.targets) for offer in offers if offer.kind == "build"] == [("BEL", ("F BEL",))]
    homeless = table.put({"rohan": "A ISE"}, {"rohan": "BEL LEB", "gondor": "ISE HDE EDO"}, "winter 3001 adjustments")
    assert homeless.refused("rohan", "B F BEL") == "order.build.not_home"


def test_fleets_may_come_by_conversion_only() -> None:
    table = Sitting(MIDDLE_EARTH_VIII, fleet_sites="none").put(
        {"gondor": "A MTI"}, {"gondor": "MTI BEL"}, "winter 3001 adjustments"
    )

    assert table.refused("gondor", "B F BEL") == "order.build.no_fleets"
    assert table.refused("gondor", "B A BEL") == ""


@pytest.mark.parametrize(("needed", "stands"), [(False, True), (True, False)])
def test_a_fortress_may_need_its_owner(needed: bool, stands: bool) -> None:  # noqa: FBT001 - both are the point
    table = Sitting(MIDDLE_EARTH_VIII, fortress_needs_owner=needed).put(
        {"rohan": "A HDE", "arnor": "A ENE, A DRU"}, {"arnor": "HDE TSH"}
    )

    table.phase({"arnor": "A ENE - HDE; A DRU S A ENE - HDE", "rohan": "A HDE H"})

    assert (Unit("A", "HDE") in table.state.position.units["rohan"]) == stands
