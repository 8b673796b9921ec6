"""What a map sets beside the plain rules is asked for by all: play, checks, lists of orders, bots, the sandbox."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.diplomacy.alps import ALPS
from tests.games.diplomacy.core.boards import check
from tests.games.diplomacy.game.table import Sitting
from wartable import bots
from wartable.bots.diplomacy.ground import ground_of
from wartable.bots.diplomacy.judge import Judge
from wartable.bots.diplomacy.table import Table
from wartable.cli.app import run
from wartable.engine import registry
from wartable.engine.conformance import conform
from wartable.games.adjudication.conditions import Conditions, Traits
from wartable.games.adjudication.orders import AnyOrder, Move, Power, SupportMove, Unit
from wartable.games.adjudication.stages import OrdersOf, Prepared
from wartable.games.diplomacy.adjudicate import start
from wartable.games.diplomacy.cases.files import run_file
from wartable.games.diplomacy.play.mapoptions import map_keys, map_of, map_with
from wartable.games.diplomacy.play.state import Report
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant, load_variant

AUTUMN = "fall 1901 movement"
MUNICH = {"germany": "A MUN", "france": "A BUR, A RUH"}


@pytest.fixture
def installed() -> Iterator[None]:
    registry.register(ALPS)
    yield
    registry.unregister(ALPS.key)


def played(units: Mapping[Power, str], orders: Mapping[Power, str], phase: str = "") -> dict[str, tuple[str, str]]:
    """Result and reason of each order of a phase that was played."""
    sitting = Sitting(ALPS).put(units, phase=phase)
    for power in units:
        sitting.send(power, orders.get(power, ""))
    (report, *_) = sitting.state.last
    assert isinstance(report, Report)
    return {str(one.order): (one.result, one.why.sentence) for one in report.judged}


def test_a_province_shelters_its_defender() -> None:
    orders = {"france": "A BUR - MUN; A RUH S A BUR - MUN", "germany": "A MUN H"}

    found = played(MUNICH, orders)

    assert found["A BUR - MUN"][0] == "bounces"
    assert found["A MUN H"] == (
        "holds",
        "Holds: 2 against 2 by the army in Burgundy. It counts 2 by itself, as Munich is walled.",
    )


def test_it_shelters_only_whom_the_condition_names() -> None:
    sitting = Sitting(ALPS).put(MUNICH, {"france": "MUN"})
    sitting.send("france", "A BUR - MUN; A RUH S A BUR - MUN")
    sitting.send("germany", "A MUN H")

    assert [one.result for one in sitting.state.last[0].judged] == ["moves", "supports", "holds"]


def test_a_shelter_is_not_told_of_a_unit_that_leaves_it() -> None:
    units = {"germany": "A MUN", "france": "A BUR, A RUH", "italy": "A TYR"}
    orders = {"germany": "A MUN - TYR", "italy": "A TYR H", "france": "A BUR - MUN; A RUH S A BUR - MUN"}

    found = played(units, orders)

    assert found["A BUR - MUN"][0] == "moves"
    assert "walled" not in str(found)


def test_a_support_that_cannot_be_cut() -> None:
    units = {"germany": "F KIE, A RUH", "france": "A BEL, A HOL", "england": "F DEN"}
    orders = {"germany": "A RUH - HOL; F KIE S A RUH - HOL", "france": "A HOL H; A BEL H", "england": "F DEN - KIE"}

    found = played(units, orders)

    assert found["A RUH - HOL"][0] == "moves"
    assert found["F KIE S A RUH - HOL"] == (
        "supports",
        "Supports: the fleet in Denmark attacked it without cutting it, as the canal keeps its back free.",
    )


def test_it_ends_where_its_unit_is_dislodged() -> None:
    units = {"germany": "F KIE, A RUH", "france": "A HOL", "england": "F DEN, F HEL"}
    orders = {"germany": "A RUH - HOL; F KIE S A RUH - HOL", "england": "F DEN - KIE; F HEL S F DEN - KIE"}

    found = played(units, orders)

    assert found["A RUH - HOL"][0] == "bounces"
    assert found["F KIE S A RUH - HOL"][0] == "cut"
    assert "Cut: the fleet in Denmark got in." in found["F KIE S A RUH - HOL"][1]


def test_a_bonus_goes_to_whoever_comes_alone() -> None:
    units = {"turkey": "A BUL", "austria": "A SER", "russia": "A RUM"}

    alone = played(units, {"austria": "A SER - BUL"})
    both = played(units, {"austria": "A SER - BUL", "russia": "A RUM - BUL"})

    assert alone["A SER - BUL"][0] == "moves"
    assert alone["A SER - BUL"][1].endswith(", 2 against 1. It counts 1 more, as the Bulgarians rise.")
    assert both["A SER - BUL"][0] == "bounces"
    assert "rise" not in both["A SER - BUL"][1]


def test_a_border_closed_in_autumn_is_refused_with_the_reason() -> None:
    march = "A TYR - VEN"
    spring, autumn = (Sitting(ALPS).put({"austria": "A TYR, A TRI"}, phase=phase) for phase in ("", AUTUMN))

    def refused(sitting: Sitting, text: str) -> str:
        seat = sitting.seat("austria")
        reason = ALPS.explain(sitting.state, seat, ALPS.parse(sitting.state, seat, text))
        return "" if reason is None else reason.message

    assert refused(spring, march) == ""
    assert refused(autumn, march) == ("The army in Tyrolia cannot go to Venice now, as the passes are snowed in.")
    assert refused(autumn, "A TYR S A TRI - VEN") == refused(autumn, march)
    assert refused(autumn, "A TRI - VEN") == ""


def test_a_closed_border_is_on_no_list_of_orders() -> None:
    sitting = Sitting(ALPS).put({"austria": "A TYR"}, phase=AUTUMN)
    seat = sitting.seat("austria")

    offered = {target for offer in ALPS.legal(sitting.state, seat).structure() for target in offer.targets}

    assert {"BOH", "MUN", "TRI", "VIE"} <= offered
    assert not offered & {"PIE", "VEN"}


def test_nobody_retreats_over_a_closed_border() -> None:
    units = {"austria": "A TYR", "germany": "A MUN, A BOH"}
    orders = {"germany": "A MUN - TYR; A BOH S A MUN - TYR"}
    spring, autumn = (Sitting(ALPS).put(units, phase=phase) for phase in ("", AUTUMN))
    for sitting in (spring, autumn):
        sitting.send("austria", "A TYR H")
        sitting.send("germany", orders["germany"])

    assert spring.state.position.dislodged[0].retreats == ("PIE", "TRI", "VEN", "VIE")
    assert autumn.state.position.dislodged[0].retreats == ("TRI", "VIE")


def test_lasting_orders_over_a_closed_border_end() -> None:
    sitting = Sitting(ALPS, None, perpetual_orders="yes").put({"austria": "A TYR", "italy": "A ROM"})
    last: dict[Power, tuple[AnyOrder, ...]] = {"austria": (Move(Unit("A", "TYR"), "VEN"),)}
    sitting.state = replace(
        sitting.state,
        lasting=last,
        position=replace(sitting.state.position, phase=replace(sitting.state.position.phase, season="fall")),
    )
    sitting.send("austria", "")
    sitting.send("italy", "A ROM H")

    assert [str(one.order) for one in sitting.state.last[0].judged] == ["A ROM H", "A TYR H"]


def test_the_contract_holds_under_conditions() -> None:
    assert conform(ALPS, games=1, seed=7, limit=200)


def test_bots_weigh_plans_under_conditions() -> None:
    sitting = Sitting(ALPS).put({**MUNICH, "italy": "A PIE"}, phase=AUTUMN)
    table = Table(ground_of(sitting.options), sitting.state.position)
    attack = (Move(Unit("A", "BUR"), "MUN"), SupportMove(Unit("A", "RUH"), Unit("A", "BUR"), "MUN"))

    board = Judge(table).board({"france": attack, "italy": (Move(Unit("A", "PIE"), "TYR"),)})

    assert not board.dislodged
    assert board.places == table.numbered.location


def test_checks_and_lists_weigh_units_as_the_stage_before_the_movement_does() -> None:
    """A map may hand in conditions by its stage alone; whoever numbers units for anything else has to see them."""

    class Walled(Variant, frozen=True):
        def before(self, position: Position, orders: OrdersOf, rulings: Rulings) -> Prepared:
            walls = Conditions({"MUN": Traits(hold=3, shelter="Munich is walled")})
            return replace(super().before(position, orders, rulings), conditions=walls)

    walled = Walled(**msgspec.structs.asdict(load_variant("standard")))

    numbered = walled.numbered(start(walled), Rulings())

    assert numbered.traits is not None
    assert numbered.traits[numbered.find(Unit("A", "MUN"))].hold == 3


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_bots_send_nobody_over_a_closed_border(level: str) -> None:
    units = {"italy": "A PIE, A VEN", "austria": "A TYR, A VIE", "germany": "A MUN"}
    sitting = Sitting(ALPS).put(units, {"austria": "VIE", "germany": "MUN", "italy": "ROM"}, phase=AUTUMN)
    policy = bots.get(ALPS, level)
    for number in range(4):
        for power in ("italy", "austria"):
            seat = sitting.seat(power)
            decision = policy.decide(ALPS, sitting.state, seat, Random(number))
            assert ALPS.explain(sitting.state, seat, decision.action) is None


# Outside a game


@pytest.mark.usefixtures("installed")
def test_the_map_of_an_installed_game_is_known_by_its_key() -> None:
    assert map_keys()[-1] == "alps"
    assert map_of("alps") is map_of("alps")
    later, rest = map_with("alps", {"snow": "spring", "paradox": "1971"})
    assert rest == {"paradox": "1971"}
    before = Sitting(ALPS).put({"austria": "A TYR"}).state.position
    order = Move(Unit("A", "TYR"), "VEN")
    assert check(map_of("alps"), before, "austria", order, Rulings()) is None
    assert check(later, before, "austria", order, Rulings()) is not None


def test_maps_are_those_of_the_package_then_those_of_games_on_others() -> None:
    assert map_keys() == ("middle-earth-viii", "standard", "ring-diplomacy")
    assert map_of("diplomacy") is map_of("standard")


@pytest.mark.usefixtures("installed")
def test_the_command_line_judges_by_the_conditions_of_the_map(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "position.txt").write_text("fall 1901 movement\nAustria: A TYR\nGermany: A MUN\nFrance: A BUR, A RUH\n")
    (tmp_path / "orders.txt").write_text("Austria\nA TYR - VEN\nFrance\nA BUR - MUN\nA RUH S A BUR - MUN\n")

    words = ["adjudicate", "--position", tmp_path / "position.txt", "--orders", tmp_path / "orders.txt", "--game"]
    assert run([*map(str, words), "alps"]) == 0
    said = capsys.readouterr().out

    assert "cannot go to Venice now, as the passes are snowed in" in said
    assert run([*map(str, words), "snow"]) != 0
    assert "alps" in capsys.readouterr().err


@pytest.mark.usefixtures("installed")
def test_case_files_name_the_map_of_an_installed_game(tmp_path: Path) -> None:
    case = {
        "id": "bulgaria",
        "map": "alps",
        "units": {"Austria": ["A SER"], "Turkey": ["A BUL"]},
        "orders": {"Austria": ["A SER - BUL"]},
        "result": {"A SER - BUL": "moves"},
    }
    file = tmp_path / "cases.json"
    file.write_bytes(msgspec.json.encode({"cases": [case]}))
    (passed,) = run_file(file)
    file.write_bytes(msgspec.json.encode({"cases": [{**case, "map": "standard"}]}))
    (failed,) = run_file(file)

    assert passed.differences == ()
    assert failed.differences
