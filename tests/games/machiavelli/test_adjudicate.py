"""`wartable adjudicate --game machiavelli`: positions and letters in, verdicts and the next position out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.conftest import Said
from tests.games.machiavelli.stated import game
from wartable.cli.app import run
from wartable.games.machiavelli.adjudicate.moments import Moment, first_moment
from wartable.games.machiavelli.adjudicate.textform import read_moment, write_moment
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.orders import Retreat, UnitName
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.checks import campaign_refusal
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.tasks import SendOrders
from wartable.games.machiavelli.rules import rules_of

POSITION = """summer 1454 campaign
sieges: ferrara

Venice
A ferrara, A padua, A treviso
controls: padua, treviso, venice
treasury: 30

Milan: A milan, A cremona
controls: milan, cremona
treasury: 20

Florence
A bologna
treasury: 12
assassins: milan

Autonomous: G ferrara
"""
ORDERS = """Venice
army ferrara besieges
E1: 3 F milan A milan; PAY 3 TO milan
Florence: E1: 12 E milan
Milan
A cremona - mantua
"""

AWAY = "spring 1454 retreats\nMilan: A milan\nVenice\ndislodged: A pavia from milan to turin"


@pytest.fixture
def judged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    def call(position: str | None, orders: str, *words: str) -> Said:
        (tmp_path / "orders").write_text(orders)
        given = ["--orders", str(tmp_path / "orders")]
        if position is not None:
            (tmp_path / "position").write_text(position)
            given += ["--position", str(tmp_path / "position")]
        status = run(["adjudicate", "--game", "machiavelli", *given, *words])
        printed = capsys.readouterr()
        return Said(status, printed.out, printed.err)

    return call


def test_a_campaign_with_money_is_judged_with_reasons_and_tables(judged: Any) -> None:
    said = judged(POSITION, ORDERS, "--dice", "4")

    assert (said.status, said.err) == (0, "")
    assert "Takes Ferrara in the second campaign of the siege. (machiavelli 6)" in said.out
    assert "12 ducats need 1 or less; the dice give 4. (machiavelli 12.4) [only for Florence]" in said.out
    assert "A cremona - mantua           moves: " in said.out
    assert "Dice for assassination: 4." in said.out
    table = {line.split()[0]: line for line in said.out.splitlines() if " > " in line}
    assert table["Milan"].split() == ["Milan", "20", ">", "23", "2", ">", "3", "2", ">", "3", "2"]
    assert table["Venice"].split() == ["Venice", "30", ">", "24", "3", ">", "4", "3", ">", "4", "3"]
    assert "\nfall 1454 campaign\n" in said.out
    assert "Sent nothing: Austria, France, Naples, Papacy, Turkey." in said.out


def test_a_murder_lets_units_hold_and_tells_the_dice_it_still_needs(judged: Any) -> None:
    said = judged(POSITION, ORDERS, "--dice", "1")

    assert said.status != 0
    assert "Dice are thrown for loyalty of provinces: 2 of 6 sides, and 0 faces are left." in said.err
    told = judged(POSITION, ORDERS, "--dice", "1,6,6")
    assert "The ruler of Milan is murdered." in told.out
    assert "A cremona - mantua           moves" not in told.out


def test_a_whole_year_goes_from_report_to_report(judged: Any) -> None:
    steps: list[str] = []
    position, orders = None, ""
    for number in range(6):
        told = msgspec.json.decode(judged(position, orders, "--seed", str(number), "--json").out)
        steps.append(f"{told['next']['position']['season']} {told['next']['step']}")
        as_text = judged(told["next_text"], "", "--seed", "1", "--json")
        as_data = judged(msgspec.json.format(msgspec.json.encode(told["next"])).decode(), "", "--seed", "1", "--json")
        assert msgspec.json.decode(as_text.out)["next_text"] == msgspec.json.decode(as_data.out)["next_text"]
        position = told["next_text"]

    assert steps == [
        "spring units",
        "spring campaign",
        "summer campaign",
        "fall campaign",
        "spring units",
        "spring campaign",
    ]


def test_retreats_follow_a_campaign(judged: Any) -> None:
    position = "spring 1454 campaign\nMilan\nA milan, A como\nVenice\nA pavia\n"
    told = msgspec.json.decode(judged(position, "A milan - pavia\nA como S A milan - pavia", "--json").out)
    assert "dislodged: A pavia from milan to " in told["next_text"]
    away = told["next"]["dislodged"][0]["retreats"][0]
    said = judged(told["next_text"], f"A pavia - {away}")

    assert "Venice's army in Pavia retreats." in said.out
    assert f"A {away}" in said.out


CLASH = "summer 1454 campaign\nMilan: A milan, A como\nFrance: A pavia, A turin"
ATTACK = "Milan\nA milan - pavia; A como S A milan - pavia\nFrance\nA pavia H; A turin H\n"


@pytest.mark.parametrize(
    ("plans", "step", "where"),
    [
        ("", "summer 1454 retreats", "dislodged: A pavia"),
        ("RETREAT A pavia - milan", "summer 1454 retreats", "dislodged: A pavia"),
        ("RETREAT A pavia - milan; RETREAT A pavia - montferrat", "fall 1454 campaign", "A montferrat"),
        ("RETREAT A pavia D", "fall 1454 campaign", "A turin"),
    ],
)
def test_retreats_in_advance_are_taken_where_they_are_open(judged: Any, plans: str, step: str, where: str) -> None:
    """8: a list of preferences, and whoever it leaves without a way is asked (machiavelli 8)."""
    said = judged(CLASH, ATTACK + plans)

    assert said.status == 0, said.err
    after = said.out.partition("Next:")[2]
    assert step in after
    assert where in after


def test_a_plan_to_retreat_is_for_an_own_unit_in_a_field() -> None:
    """8: slips are named before anything is judged."""
    state = MACHIAVELLI.start(MachiavelliOptions(), 8)
    orders = CampaignOrders(retreats=(Retreat(UnitName("A", "milan"), "como"),))
    why = campaign_refusal(rules_of(state.options), state, SendOrders(()), state.powers.index("venice"), orders)

    assert why is not None
    assert why.code == "order.plan"


def test_shifts_follow_retreats_where_they_are_played(judged: Any) -> None:
    """14, strategic movement: a step of its own for game masters too."""
    held = "controls: milan, como, pavia, cremona"
    said = judged(
        f"summer 1454 shifts\nMilan: A milan\n{held}", "SHIFT A milan - como", "--option", "strategic_movement=true"
    )
    after = judged(f"{CLASH}\nMilan\n{held}", "A milan - cremona", "--option", "strategic_movement=true")

    assert "A como" in said.out.partition("Next:")[2]
    assert "fall 1454 campaign" in said.out
    assert "summer 1454 shifts" in after.out


def test_a_step_is_drawn_with_units_garrisons_and_orders(judged: Any, tmp_path: Path) -> None:
    path = tmp_path / "step.svg"
    said = judged(POSITION, ORDERS, "--dice", "6", "--map", str(path))
    svg = path.read_text()

    assert said.status == 0, said.err
    assert 'id="unit-ferrara"' in svg
    assert "army in Ferrara" in svg
    assert "garrison in Ferrara" in svg
    assert "Venice: 3 cities, 3 units, 30 ducats" in svg
    assert "Summer 1454: campaign; sieges: Ferrara" in svg
    assert "name the picture" in judged(POSITION, ORDERS, "--dice", "6", "--map", str(tmp_path / "step.txt")).err


def test_json_orders_and_lists_of_what_is_unread(judged: Any) -> None:
    said = judged(POSITION, '{"milan": ["A cremona - mantua"]}')
    assert "A cremona - mantua           moves: " in said.out
    lenient = judged(POSITION, "Milan\nA cremona - atlantis\nA milan H", "--lenient")
    assert "Not read: A cremona - atlantis: There is no place 'atlantis'" in lenient.out


@pytest.mark.parametrize(
    ("position", "orders", "words", "message"),
    [
        ("1454", "", (), "Line 1 says when it is"),
        ("spring 1454 campaign\nMilan\nA nowhere", "", (), "There is no place 'nowhere' on this board"),
        ("spring 1454 campaign\nMilan\ntreasure: 3", "", (), "There is no field 'treasure'"),
        ("spring 1454 campaign\nMilan\ntreasury: -3", "", (), "treasury: '-3' is no whole number from 0 on"),
        ("spring 1454 campaign\nMilan\nA milan, A milan", "", (), "2 units are in the field of Milan; one is right"),
        ("spring 1454 campaign\nMilan\nG fornova", "", (), "Fornova has no fortified city"),
        ("spring 1454 campaign\nA milan", "", (), "Put the name of a power above"),
        ("spring 1454 campaign\nsieges: milan", "", (), "Nobody besieges Milan"),
        ("spring 1454 campaign\nhomes: x", "", (), "Put the name of a power above it"),
        ("spring 1454 retreats\nMilan\nA milan", "", (), "no unit is dislodged"),
        ("fall 1454 units", "", (), "Income and units come in spring, not in fall"),
        ("spring 1454 year", "Milan: A milan H", (), "famine and income come first"),
        (POSITION, "E1: 12 B pisa", (), "Whose is this?"),
        (POSITION, "Autonomous: G ferrara H", (), "Nobody writes for autonomous"),
        (POSITION, "Milan: E1: 12 B pisa; E1: 9 C pisa", (), "number them from E1 to E4"),
        (POSITION, "A milan H", ("--dice", "3"), "--dice gives 1 faces, and 0 dice are thrown"),
        (POSITION, "Florence: E1: 12 E milan", ("--dice", "7"), "No die of 6 sides shows 7"),
        (POSITION, "Milan: PAY 3 TO venice", ("--rules", "basic"), "there is no money in this game"),
        (AWAY, "Milan: A milan - como", (), "A milan is no dislodged unit of yours"),
        (AWAY, "Venice: A pavia - milan", (), "cannot retreat"),
        (POSITION, "A milan H", ("--rules", "mach59"), "There are no rules 'mach59'"),
        (POSITION, "A milan H", ("--map", "x.txt"), "name the picture"),
        ('{"step": "campaign"}', "", (), "This is no position"),
        ('{"step": "campaign", "positon": {}}', "", (), "There is no field 'positon'"),
    ],
)  # fmt: skip
def test_nonsense_is_named(judged: Any, position: str, orders: str, words: tuple[str, ...], message: str) -> None:
    said = judged(position, orders, *words)

    assert said.status != 0
    assert message in said.err
    assert said.out == ""


def test_every_scenario_is_read_back_as_it_is_written() -> None:
    rules = game()
    moment = first_moment(rules)
    written = write_moment(rules, moment)
    again = read_moment(rules, written)

    assert write_moment(rules, again) == written
    assert _without_numbers(again) == _without_numbers(moment)


def _without_numbers(moment: Moment) -> object:
    units = {msgspec.structs.replace(unit, number=0) for unit in moment.position.units}
    return units, msgspec.structs.replace(moment.position, units=())


def test_the_example_of_the_documentation_is_judged(judged: Any) -> None:
    page = (Path(__file__).parents[3] / "docs" / "game-masters.md").read_text()
    position, orders = re.findall(r"```text\n(.*?)```", page.partition("### Machiavelli")[2], re.DOTALL)[:2]
    said = judged(position, orders, "--dice", "4")

    assert (said.status, said.err) == (0, "")
    assert "Takes Ferrara in the second campaign of the siege." in said.out
    assert "Milan's army in Mantua goes over to Venice." in said.out
    assert "A mantua - modena            moves: " in said.out


def test_dice_are_of_no_use_in_diplomacy(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["adjudicate", "--orders", "none", "--dice", "3"]) != 0
    assert "standard has no dice" in capsys.readouterr().err


MAIL = """From: Hans (Venice)
Hi all,

> Here are my orders for Venice, Spring 1454:
> 1. A ferrara B
> 2) E1: 3 F milan A milan

Best wishes
Hans Meier

On Monday Pierre wrote:
MIL:
- A cremona - mantua
- PAY 3 TO venice
Many thanks, and see you
Florence (Anna): E1: 12 E milan
Turkey NMR
"""


def test_mail_is_read_as_it_is_pasted(judged: Any) -> None:
    said = judged(POSITION, MAIL, "--dice", "4")

    assert (said.status, said.err) == (0, "")
    for told in (
        "A ferrara B",
        "A cremona - mantua           moves",
        "3 from Milan to Venice",
        "Dice for assassination: 4",
    ):
        assert told in said.out
    meant = judged(POSITION, MAIL.replace("1. A ferrara B", "1. A ferrara to the moon"), "--dice", "4")
    assert "A ferrara to the moon" in meant.err, "what was meant as an order is no talk"
