"""Single judgements of Diplomacy bots: positions put up by hand where the right orders are plain."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.diplomacy.core.boards import resolve
from tests.games.diplomacy.game.table import Sitting
from wartable import bots
from wartable.bots.diplomacy import odds
from wartable.bots.diplomacy.ground import ground_of
from wartable.bots.diplomacy.hard import FIRST
from wartable.bots.diplomacy.judge import GONE, Judge
from wartable.bots.diplomacy.judge import Orders as Given
from wartable.bots.diplomacy.prospect import Prospect
from wartable.bots.diplomacy.table import Table
from wartable.bots.diplomacy.worth import Worth
from wartable.bots.matching import Learner, learn
from wartable.engine.driver import Decision
from wartable.games.adjudication.orders import Power
from wartable.games.adjudication.possible import Choices
from wartable.games.adjudication.results import Dislodged
from wartable.games.diplomacy.play.actions import Orders
from wartable.games.diplomacy.play.game import Diplomacy
from wartable.games.diplomacy.play.middle_earth import MIDDLE_EARTH_VIII
from wartable.games.diplomacy.play.standard import DIPLOMACY
from wartable.games.diplomacy.position import Position

THINKING = ["medium", "hard"]


def decide(sitting: Sitting, power: Power, level: str, seed: int = 1) -> Decision:
    """A legal decision of a level."""
    seat = sitting.seat(power)
    decision = bots.get(sitting.game, level).decide(sitting.game, sitting.state, seat, Random(seed))
    assert sitting.game.explain(sitting.state, seat, decision.action) is None
    return decision


def written(sitting: Sitting, power: Power, level: str, seed: int = 1) -> set[str]:
    """Its orders as text."""
    action = decide(sitting, power, level, seed).action
    assert isinstance(action, Orders)
    return set(map(str, action.orders))


def standard(units: Mapping[Power, str], owners: Mapping[Power, str] | None = None, phase: str = "") -> Sitting:
    return Sitting(DIPLOMACY).put(units, owners, phase)


def table_of(sitting: Sitting) -> Table:
    return Table(ground_of(sitting.options), sitting.state.position)


@pytest.mark.parametrize("level", ["easy", *THINKING])
def test_a_free_centre_next_door_is_taken(level: str) -> None:
    sitting = standard({"france": "A MAR", "turkey": "A SYR"}, {"france": "MAR PAR"}, "fall 1901 movement")
    goals = {next(iter(written(sitting, "france", level, seed))) for seed in range(4)}
    assert goals & {"A MAR - SPA"}


def test_a_held_centre_is_attacked_with_support() -> None:
    units = {"germany": "A HOL, A RUH", "france": "A BEL"}
    sitting = standard(units, {"germany": "HOL KIE MUN BER", "france": "BEL"})
    found = written(sitting, "germany", "medium")
    assert found in ({"A HOL - BEL", "A RUH S A HOL - BEL"}, {"A RUH - BEL", "A HOL S A RUH - BEL"})


def test_medium_goes_overseas_when_the_island_is_safe() -> None:
    sitting = standard({"england": "A YOR, F NTH, F NWY"}, {"england": "LON EDI LVP NWY"}, "fall 1902 movement")
    assert any(" C A YOR - " in order for order in written(sitting, "england", "medium"))


@pytest.mark.parametrize("level", ["easy", *THINKING])
def test_units_fall_back_to_the_best_place(level: str) -> None:
    sitting = standard({"france": "A BUR", "germany": ""}, {"france": "PAR BUR", "germany": "MUN"})
    lost = Dislodged("germany", sitting.state.position.units["france"][0], "PAR", ("BEL", "RUH", "GAS"))
    phase = replace(sitting.state.position.phase, kind="retreats")
    position = replace(sitting.state.position, phase=phase, dislodged=(lost,))
    sitting.state = replace(sitting.state, position=position, asked=(sitting.seat("germany"),))
    assert written(sitting, "germany", level) == {"A BUR R BEL"}


def test_a_unit_without_a_way_out_is_given_up() -> None:
    sitting = standard({"france": "A BUR", "germany": ""}, {"france": "PAR BUR", "germany": "MUN"})
    lost = Dislodged("germany", sitting.state.position.units["france"][0], "PAR", ())
    phase = replace(sitting.state.position.phase, kind="retreats")
    position = replace(sitting.state.position, phase=phase, dislodged=(lost,))
    sitting.state = replace(sitting.state, position=position, asked=(sitting.seat("germany"),))
    decision = decide(sitting, "germany", "medium")
    assert decision.why == "Germany gives up the unit of Burgundy, which has nowhere to go."


@pytest.mark.parametrize("level", ["easy", *THINKING])
def test_the_unit_that_is_missed_least_is_removed(level: str) -> None:
    units = {"france": "A BEL, A FIN", "germany": "A HOL", "russia": "A MOS"}
    sitting = standard(units, {"france": "PAR", "germany": "BEL HOL", "russia": "MOS"}, "winter 1902 adjustments")
    assert written(sitting, "france", level) == {"D A FIN"}


def test_new_units_rise_where_danger_is() -> None:
    units = {"france": "A SPA, F POR", "germany": "A BUR, A PIC", "italy": ""}
    owners = {"france": "PAR BRE MAR SPA POR", "germany": "MUN BER"}
    sitting = standard(units, owners, "winter 1902 adjustments")
    found = written(sitting, "france", "medium")
    assert len(found) == 3
    assert "B A PAR" in found


@pytest.mark.parametrize("level", ["easy", *THINKING])
def test_bots_vote_for_a_draw_once_nothing_changes(level: str) -> None:
    def votes(changed: int) -> bool:
        sitting = standard({"france": "A PAR", "turkey": "A CON"}, None, "spring 1910 movement")
        sitting.state = replace(sitting.state, changed=changed)
        action = decide(sitting, "france", level).action
        assert isinstance(action, Orders)
        return action.draw

    assert votes(1905)
    assert not votes(1909)


def test_a_power_about_to_win_does_not_agree_to_a_draw() -> None:
    centres = "PAR BRE MAR SPA POR BEL HOL MUN KIE BER DEN SWE NWY LON LVP EDI"
    sitting = standard(
        {"france": "A PAR", "turkey": "A CON"}, {"france": centres, "turkey": "CON"}, "spring 1940 movement"
    )
    sitting.state = replace(sitting.state, changed=1939)
    action = decide(sitting, "france", "medium").action
    assert isinstance(action, Orders)
    assert not action.draw


# --- the parts


def test_nearer_centres_and_centres_in_danger_are_worth_more() -> None:
    sitting = standard({"france": "A PAR", "germany": "A RUH"}, {"france": "PAR", "germany": "MUN"})
    table = table_of(sitting)
    number = table.ground.network.number
    army = Worth(table, "france").at[0]
    assert army[number["BEL"]] > army[number["BUR"]] > army[number["NAF"]] > 0
    assert Worth(table, "germany").bare[number["MUN"]] < Worth(table, "france").bare[number["MUN"]]


def test_fortresses_are_safe_from_two() -> None:
    units = {"rohan": "A HDE", "arnor": "A ENE, A ISE"}
    sitting = Sitting(MIDDLE_EARTH_VIII).put(units, {"rohan": "HDE"})
    table = table_of(sitting)
    space = table.ground.network.number["HDE"]
    assert odds.safety(table, "rohan", space, table.defence(space)) == 1.0
    assert odds.safety(table, "rohan", space, 1) < 1.0
    assert odds.conquest(table, "arnor", space, 3) > odds.conquest(table, "arnor", space, 2)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), years=st.integers(0, 3))
@pytest.mark.parametrize("game", [DIPLOMACY, MIDDLE_EARTH_VIII])
def test_boards_are_those_of_the_adjudicator(game: Diplomacy, seed: int, years: int) -> None:
    rng = Random(seed)
    sitting = Sitting(game)
    for _ in range(3 * years):
        for seat in sitting.game.to_act(sitting.state):
            action = sitting.game.legal(sitting.state, seat).sample(rng)
            sitting.state = sitting.game.advance(sitting.state, seat, action)
    position: Position = sitting.state.position
    if position.phase.kind != "movement":
        return
    table = table_of(sitting)
    rules = table.ground.rules
    choices = Choices(rules.variant.numbered(position, rules.rulings), rules.rulings)
    orders = {
        power: tuple(choices.draw(table.numbered.unit[unit], rng) for unit in units)
        for power, units in table.units.items()
    }
    board = Judge(table).board(orders)
    result = resolve(rules.variant, position, orders, rules.rulings)
    standing = {
        (table.numbered.owner[unit], "AF"[board.kinds[unit]], table.ground.network.locations[place])
        for unit, place in enumerate(board.places)
        if place != GONE and unit not in board.dislodged
    }
    assert standing == {(power, unit.kind, unit.at) for power, units in result.units.items() for unit in units}
    assert len(board.dislodged) == len(result.dislodged)


def test_boards_with_more_centres_are_worth_more() -> None:
    sitting = standard({"france": "A BUR", "germany": "A TYR"}, {"france": "PAR"}, "fall 1901 movement")
    table = table_of(sitting)
    prospect, judge = Prospect(Worth(table, "france")), Judge(table)
    choices = Choices(
        table.ground.rules.variant.numbered(sitting.state.position, table.ground.rules.rulings),
        table.ground.rules.rulings,
    )
    worths = {
        str(order): prospect.value(judge.board({"france": (order,)}))
        for order in choices.orders(table.numbered.unit[table.units["france"][0]])
    }
    assert worths["A BUR - BEL"] > worths["A BUR H"]
    assert worths["A BUR - MUN"] > worths["A BUR - GAS"]


def test_learning_leaves_a_plan_that_loses_a_centre() -> None:
    sitting = standard({"france": "A BUR", "germany": "A TYR"}, {"france": "PAR"}, "fall 1901 movement")
    table = table_of(sitting)
    unit = table.numbered.unit[table.units["france"][0]]
    choices = Choices(
        table.ground.rules.variant.numbered(sitting.state.position, table.ground.rules.rulings),
        table.ground.rules.rulings,
    )
    orders = {str(order): order for order in choices.orders(unit)}
    plans: list[Given] = [(orders["A BUR H"],), (orders["A BUR - BEL"],)]
    prospect, player = Prospect(Worth(table, "france")), Learner(plans, FIRST)
    judge = Judge(table)
    learn({"france": player}, lambda _, orders: prospect.value(judge.board(orders)), Random(1), 40)
    assert player.best() == plans[1]
    assert judge.count == 40
