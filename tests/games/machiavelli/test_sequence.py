"""The order of a year and of a campaign, step by step, as the game goes through them (machiavelli 2)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tests.games.machiavelli.stated import game, position
from wartable.engine.values import Event
from wartable.games.machiavelli import basic
from wartable.games.machiavelli.adjudicate.letters import read_letters
from wartable.games.machiavelli.adjudicate.phase import Verdict, given_dice, judge
from wartable.games.machiavelli.adjudicate.textform import read_moment
from wartable.games.machiavelli.events import ControlChanged, Eliminated, RebellionEnded, UnitLost
from wartable.games.machiavelli.money_events import AllegianceChanged, AttemptRolled, Borrowed, DisasterRolled, Earned
from wartable.games.machiavelli.options import PROFILES
from wartable.games.machiavelli.orders import Build, UnitName
from wartable.games.machiavelli.play.events import OrdersRevealed, Retreated
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.tasks import Move, OpenCampaign, SendOrders
from wartable.games.machiavelli.play.turn import Run, open_campaign
from wartable.games.machiavelli.state import Position

MILAN = "Milan\ncontrols: milan, cremona\ntreasury: 20\nassassins: florence\n"
FLORENCE = "Florence\ncontrols: florence, pisa\ntreasury: 0\n"
EVERYBODY = "".join(f"{power}\ncontrols: none\n" for power in ("Austria", "France", "Naples", "Papacy", "Turkey"))


def judged(text: str, orders: str = "", faces: tuple[int, ...] = (), **options: Any) -> Verdict:
    """Judge a step from texts; lines that cannot be read fail the test."""
    rules = game(**options)
    moment = read_moment(rules, text)
    letters = read_letters(MACHIAVELLI, rules, moment, orders)
    assert letters.unread == ()
    return judge(MACHIAVELLI, rules, moment, letters.given, given_dice(faces))


def after(verdict: Verdict) -> Position:
    """Return the position that a step led to."""
    assert verdict.next is not None
    return verdict.next.position


def order_of(verdict: Verdict, *kinds: type[Event]) -> list[int]:
    """Return where the first event of each kind stands among what was told."""
    found = [type(event) for event in verdict.events]
    return [found.index(kind) for kind in kinds]


def test_a_year_begins_with_famine_then_income_then_units() -> None:
    """2.1 step 1, 2.1 step 2, 2.1 step 3: what is struck pays nothing already."""
    found = judged("spring 1455 year", faces=(1, 3, 6, 2, *(2,) * 10))
    told = next(event for event in found.events if isinstance(event, DisasterRolled))
    income = {event.power: event.provinces for event in found.events if isinstance(event, Earned)}

    first, second = order_of(found, DisasterRolled, Earned)
    assert first < second
    assert told.struck == after(found).famine
    land = game().scenario.countries
    assert income == {
        country: sum(
            place not in told.struck and game().board.provinces[place].kind != "sea" for place in one.provinces
        )
        for country, one in land.items()
    }
    assert found.next is not None
    assert found.next.step == "units"


def test_bank_expenses_murder_and_movement_follow_each_other() -> None:
    """2.2 step 3, 2.2 step 4, 2.2 step 6, 2.2 step 7: a loan of this campaign pays for its expenses."""
    text = f"spring 1455 campaign\n{MILAN}A lucca\n{FLORENCE}A florence, A pistoia\n"
    money = "BORROW 20 FOR 1; E1: 24 E florence; E2: 15 J florence A pistoia"
    found = judged(text, f"Milan\n{money}; A lucca - modena\nFlorence\nA florence H", faces=(6,))

    places = order_of(found, Borrowed, UnitLost, AttemptRolled, OrdersRevealed)
    assert places == sorted(places)


def test_a_bought_unit_obeys_its_buyer_in_the_same_campaign() -> None:
    """2.2 step 5: it takes its province at once, and then goes where the buyer sends it."""
    text = f"spring 1455 campaign\n{MILAN}A milan\nVenice\ncontrols: venice\nA bergamo\n"
    found = judged(text, "Milan\nE1: 18 K venice A bergamo; A bergamo - trent; A milan H")

    assert [unit.place for unit in after(found).of("milan")] == ["milan", "trent"]
    assert after(found).provinces["bergamo"] == after(found).provinces["trent"] == "milan"
    bought, took = order_of(found, AllegianceChanged, ControlChanged)
    assert bought < took < order_of(found, OrdersRevealed)[0]


def test_rebels_help_before_they_are_removed_and_control_follows() -> None:
    """2.2 step 8: after the movement, the rebellion that was freed goes, and control is counted."""
    text = f"spring 1455 campaign\nrebellions: pistoia field against florence\n{MILAN}A lucca\n{FLORENCE}A pistoia\n"
    found = judged(text, "Milan\nA lucca - pistoia\nFlorence\nA pistoia H")

    assert order_of(found, OrdersRevealed, RebellionEnded) == sorted(order_of(found, OrdersRevealed, RebellionEnded))
    assert after(found).provinces["pistoia"] == "milan"
    assert after(found).rebellions == ()


def test_retreats_take_provinces_and_free_cities() -> None:
    """2.2 step 9, 2.2 step 10; 8: retreats, control, and then rebellions in cities."""
    marks = "rebellions: siena field against milan, siena city against milan"
    text = f"spring 1455 retreats\n{marks}\n{MILAN}A pisa\n{FLORENCE}dislodged: A pisa from lucca to siena\n"
    found = judged(text, "Florence\nA pisa - siena")

    assert order_of(found, Retreated, RebellionEnded) == sorted(order_of(found, Retreated, RebellionEnded))
    assert after(found).rebellions == ()
    assert after(found).provinces["siena"] == "florence"


def test_after_spring_famine_takes_units_and_then_plague_is_rolled() -> None:
    """2.2 step 11: and the markers of famine go."""
    text = f"spring 1455 campaign\nfamine: milan\n{MILAN}A milan\n{FLORENCE}A florence"
    found = judged(text, "", faces=(1, 1), plague=True)

    assert order_of(found, UnitLost, DisasterRolled) == sorted(order_of(found, UnitLost, DisasterRolled))
    assert after(found).famine == ()
    assert after(found).season == "summer"


def test_storms_come_after_fall_and_before_powers_are_counted() -> None:
    """2.2 step 12: fleets in struck seas sink at once."""
    text = f"fall 1455 campaign\n{MILAN}F upper_adriatic\n{FLORENCE}A florence"
    options = {"storms": True, "severity_die": "1d6", "famine": False, "dice": False}
    rules = {**options, "money": False, "loans": False, "assassination": False, "special_units": False}
    found = judged(text, "", (2, 1, 1), **rules)

    rolled = next(event for event in found.events if isinstance(event, DisasterRolled))
    assert (rolled.disaster, rolled.row, rolled.struck) == ("storm", 2, ("upper_adriatic",))
    assert after(found).of("milan") == ()


def test_powers_are_counted_after_every_campaign_or_after_fall_alone() -> None:
    """2.2 step 13; 9.3: classic after each, 1995 after fall."""
    text = f"spring 1455 campaign\n{EVERYBODY}{MILAN}A florence, A pisa\nFlorence\ncontrols: siena\nA siena\n"

    def out(**options: Any) -> set[str]:
        found = judged(text, **options)
        return {event.power for event in found.events if isinstance(event, Eliminated)}

    assert "florence" in out()
    assert out(control_timing="fall") == set()


def test_a_power_is_out_after_its_retreats_and_not_before() -> None:
    """9.3; 2.2 step 13; 19.3: a retreat into a home city saves a power."""
    lands = "Florence\ncontrols: florence\nA florence\n"
    text = f"spring 1455 campaign\n{EVERYBODY}{MILAN}A pistoia, A arezzo\n{lands}"
    attack = "Milan\nA pistoia - florence; A arezzo S A pistoia - florence\nFlorence\nA florence H"
    found = judged(text, attack)

    assert found.next is not None
    assert found.next.step == "retreats"
    assert "florence" in after(found).powers
    ways = found.next.dislodged[0].retreats
    assert "pisa" in ways
    rules = game()
    letters = read_letters(MACHIAVELLI, rules, found.next, "Florence\nA florence - pisa")
    assert "florence" in after(judge(MACHIAVELLI, rules, found.next, letters.given, given_dice(()))).powers


def test_a_power_that_loses_its_units_to_bribes_plays_on() -> None:
    """9.3; 12.2; 19.3: powers are counted at the end of a campaign, not when a bribe takes the last unit."""
    text = f"spring 1455 campaign\n{MILAN}A pistoia\n{FLORENCE}A florence"
    found = judged(text, "Milan\nE1: 18 K florence A florence; A florence H; A pistoia H")

    assert after(found).of("florence") == ()
    assert "florence" in after(found).powers
    assert after(found).cities["florence"] == "milan"


def test_units_of_the_basic_game_are_as_many_as_cities() -> None:
    """16: too many are removed, the youngest first; built is what is missing, in free home cities."""
    rules = game(money=False)
    held = {"milan": ["milan", "pavia"]}
    many = position(rules, "milan A milan", "milan A pavia", "milan A como", held=held)
    few = position(rules, "milan A milan", held=held)
    two = {"milan": [Build(UnitName("A", "pavia")), Build(UnitName("A", "milan"))]}

    assert basic.units_allowed(rules, many, "milan") == 2
    assert [unit.place for unit in basic.adjust(rules, many, {}).position.of("milan")] == ["milan", "pavia"]
    assert [unit.place for unit in basic.adjust(rules, few, two).position.of("milan")] == ["milan", "pavia"]


def test_without_money_only_powers_with_units_are_asked_for_orders() -> None:
    """16: a power that waits for the winter to raise units has nothing to write before it."""
    for money, asked in ((True, {"milan", "venice"}), (False, {"milan"})):
        rules = game(**PROFILES["classic" if money else "basic"])
        spot = position(rules, "milan A pavia", held={"milan": ["milan"], "venice": ["venice"]})
        state = replace(MACHIAVELLI.state_at(rules.options, rules.scenario.played, spot), agenda=())
        run = Run(rules, state, None)
        open_campaign(run, OpenCampaign())
        (task,) = run.state.agenda

        assert isinstance(task, SendOrders)
        assert {state.powers[seat] for seat in task.seats} & {"milan", "venice"} == asked


def test_a_campaign_in_which_nobody_has_a_unit_goes_by_without_a_question() -> None:
    rules = game(**PROFILES["basic"])
    state = replace(MACHIAVELLI.state_at(rules.options, rules.scenario.played, position(rules)), agenda=())
    run = Run(rules, state, None)
    open_campaign(run, OpenCampaign())

    assert [type(task) for task in run.state.agenda] == [Move]
