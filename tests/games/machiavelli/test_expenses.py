"""Expenses: charges, relief, rebellions, bribes and counter-bribes (rules/machiavelli.md 12.2, 12.3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.machiavelli.stated import codes, expenses, game, position, purse
from wartable.games.machiavelli import bribes
from wartable.games.machiavelli.expense_faults import expense_fault
from wartable.games.machiavelli.expenses import Spending, spend, tie_dice
from wartable.games.machiavelli.money_events import Charged, ExpenseJudged
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Position, Unit


def spent(rules: Rules, before: Position, **lines: list[str]) -> Spending:
    """Carry out expenses."""
    return spend(rules, before, expenses(rules, **lines))


def units(done: Spending) -> list[str]:
    """Return the units afterwards."""
    return [str(unit) for unit in done.position.units]


# --- charges


def test_every_expense_is_charged_whether_it_works_or_not() -> None:
    """12.2."""
    rules = game()
    before = position(rules, "venice A padua", treasury={"venice": 30})
    done = spent(rules, before, venice=["E1: 3 A padua", "E2: 12 B padua", "E3: 9 C genoa"])

    assert purse(done.position, "venice") == 6
    assert codes(done.events) == ["relief.no_famine", "pacify.no_rebels", "expense.not_adjacent"]


def test_amounts_count_in_threes_and_the_excess_is_wasted() -> None:
    """12.2."""
    rules = game()
    before = position(rules, "venice A padua", "milan A verona", treasury={"venice": 20})
    done = spent(rules, before, venice=["E1: 20 K milan A verona"])

    (charge,) = (event for event in done.events if isinstance(event, Charged))
    assert (charge.ducats, charge.worth) == (-20, 18)
    assert units(done) == ["venice A padua", "venice A verona"]
    assert spent(rules, before, venice=["E1: 17 K milan A verona"]).position.units == before.units


def test_the_treasury_is_charged_in_the_order_of_numbering_and_the_rest_counts_for_what_it_is_worth() -> None:
    """12.2: the numbers decide, not the order in which they are written."""
    rules = game()
    before = position(rules, "venice A padua", "milan A verona", "milan A ferrara", treasury={"venice": 25})
    done = spent(rules, before, venice=["E2: 12 J milan A verona", "E1: 18 K milan A ferrara"])

    assert units(done) == ["venice A ferrara", "venice A padua", "milan A verona"]
    assert purse(done.position, "venice") == 0
    assert codes(done.events)[-1] == "bribe.too_small"


def test_four_expenses_a_campaign() -> None:
    """12.2: a fifth is neither charged nor done."""
    rules = game()
    places = ["padua", "treviso", "verona", "ferrara", "vicenza"]
    before = position(rules, "venice A padua", treasury={"venice": 15}, famine=tuple(places))
    done = spent(rules, before, venice=[f"E{number}: 3 A {place}" for number, place in enumerate(places, 1)])

    assert done.position.famine == ("vicenza",)
    assert purse(done.position, "venice") == 3
    assert "expense.too_many" in codes(done.events)


def test_expenses_of_a_power_that_could_not_pay_the_bank_are_lost() -> None:
    """12.1."""
    rules = game()
    before = position(rules, "venice A padua", treasury={"venice": 3}, famine=("padua",))
    done = spend(rules, before, expenses(rules, venice=["E1: 3 A padua"]), lost=("venice",))

    assert (done.position.famine, purse(done.position, "venice")) == (("padua",), 3)
    assert codes(done.events) == ["expense.lost"]


# --- relief, pacification, rebellions


def test_relief_takes_the_marker_of_a_province() -> None:
    """12.2 A, 13.3: anybody's province, for 3."""
    rules = game()
    before = position(rules, "venice A padua", treasury={"venice": 5}, famine=("ferrara", "verona"))
    done = spent(rules, before, venice=["E1: 3 A ferrara", "E2: 3 A verona"])

    assert done.position.famine == ("verona",)
    assert codes(done.events) == ["expense.too_small", "relief.done", "relief.done"]


def test_pacification_comes_before_new_rebellions() -> None:
    """2.2 step 4: what is pacified may rise again in the same campaign."""
    rules = game()
    rebels = [("padua", "field", "venice"), ("padua", "city", "venice")]
    before = position(
        rules, "venice A treviso", "milan A verona", held={"venice": ["padua"]}, rebels=rebels,
        treasury={"venice": 12, "milan": 15},
    )  # fmt: skip
    quiet = spent(rules, before, venice=["E1: 12 B padua"])
    again = spent(rules, before, venice=["E1: 12 B padua"], milan=["E1: 15 D padua"])

    assert quiet.position.rebellions == ()
    assert [(one.place, one.space) for one in again.position.rebellions] == [("padua", "city"), ("padua", "field")]
    assert "rebel.already" in codes(spent(rules, before, milan=["E1: 15 D padua"]).events)


@pytest.mark.parametrize(
    ("letter", "ducats", "place", "rebels"),
    [("C", 9, "mantua", 2), ("D", 15, "padua", 2), ("C", 9, "padua", 0), ("D", 15, "mantua", 0), ("D", 12, "padua", 0)],
)
def test_conquered_provinces_rebel_for_nine_and_home_provinces_for_fifteen(
    letter: str, ducats: int, place: str, rebels: int
) -> None:
    """12.2 C and D."""
    rules = game()
    before = position(rules, "milan A verona", held={"venice": [place]}, treasury={"milan": 15})
    done = spent(rules, before, milan=[f"E1: {ducats} {letter} {place}"])

    assert len(done.position.rebellions) == rebels
    assert purse(done.position, "milan") == 15 - ducats


def test_a_country_that_was_conquered_is_home_to_its_conqueror() -> None:
    """12.2 C: a province that its controller does not hold as home country."""
    rules = game()
    before = position(rules, "milan A verona", held={"france": ["padua"]}, treasury={"milan": 15})
    taken = replace(before, countries={**before.countries, "venice": "france"})

    assert not spent(rules, before, milan=["E1: 15 D padua"]).position.rebellions
    assert spent(rules, taken, milan=["E1: 15 D padua"]).position.rebellions


def test_rebels_rise_in_the_field_and_in_a_walled_city_without_garrison() -> None:
    """12.3; always against who controls the province; control does not change."""
    rules = game()
    before = position(
        rules,
        "milan A verona",
        "venice G mantua",
        held={"venice": ["mantua", "treviso", "friuli"]},
        treasury={"milan": 27},
    )
    done = spent(rules, before, milan=["E1: 9 C mantua"])

    assert [(one.place, one.space, one.against) for one in done.position.rebellions] == [("mantua", "field", "venice")]
    assert done.position.provinces == before.provinces
    near = position(rules, "milan A friuli", held={"venice": ["treviso", "friuli"]}, treasury={"milan": 30})
    both = spent(rules, near, milan=["E1: 15 D treviso", "E2: 15 D friuli"]).position.rebellions
    assert [(one.place, one.space) for one in both] == [("friuli", "field"), ("treviso", "city"), ("treviso", "field")]


def test_nobody_rebels_against_nobody() -> None:
    """12.3: not in uncontrolled provinces or seas."""
    rules = game()
    before = position(rules, "milan A verona", treasury={"milan": 9})

    assert codes(spent(rules, before, milan=["E1: 9 C mantua"]).events) == ["rebel.uncontrolled"]


def test_venice_rebels_only_when_it_is_empty() -> None:
    """5.11."""
    rules = game()
    empty = position(rules, "milan F lagoon", held={"venice": ["venice"]}, treasury={"milan": 15})
    full = position(rules, "milan F lagoon", "venice G venice", held={"venice": ["venice"]}, treasury={"milan": 15})

    assert spent(rules, empty, milan=["E1: 15 D venice"]).position.rebellions
    assert not spent(rules, full, milan=["E1: 15 D venice"]).position.rebellions


# --- adjacency


@pytest.mark.parametrize(
    ("where", "option", "owner"),
    [
        ("A parma", "unit", "venice"),
        ("F lagoon", "unit", "milan"),
        ("G mantua", "unit", "venice"),
        ("A padua", "off", "venice"),
        ("A padua", "unit", "milan"),
    ],
)
def test_a_briber_needs_a_unit_in_the_place_or_next_to_it(where: str, option: str, owner: str) -> None:
    """12.2, adjacency: army, fleet or garrison."""
    rules = game(bribe_adjacency=option)
    before = position(rules, f"venice {where}", "milan A cremona", treasury={"venice": 18})

    assert f"{owner} A cremona" in units(spent(rules, before, venice=["E1: 18 K milan A cremona"]))


def test_a_fleet_at_sea_reaches_the_coast_and_a_province_the_sea() -> None:
    """12.2: a bordering province or sea."""
    rules = game()
    before = position(rules, "venice F upper_adriatic", "papacy A ancona", treasury={"venice": 18, "papacy": 18})

    assert "venice A ancona" in units(spent(rules, before, venice=["E1: 18 K papacy A ancona"]))
    assert "papacy F upper_adriatic" in units(spent(rules, before, papacy=["E1: 18 K venice F upper_adriatic"]))


def test_murder_needs_no_neighbour() -> None:
    """12.2: not for assassination."""
    rules = game()
    before = position(rules, treasury={"venice": 12})
    before = before.with_account("venice", replace(before.accounts["venice"], chits=("naples",)))

    assert [one.victim for one in spent(rules, before, venice=["E1: 12 E naples"]).attempts] == ["naples"]


# --- bribes


PRICES = {
    "regular": ("milan A parma", {"J": 12, "K": 18}),
    "garrison": ("milan G pavia", {"I": 9, "J": 12, "K": 18}),
    "garrison in a major city": ("milan G rome", {"I": 18, "J": 24, "K": 36}),
    "army in a major city": ("milan A rome", {"J": 12, "K": 18}),
    "autonomous": ("autonomous G siena", {"G": 6, "H": 9}),
    "autonomous in a major city": ("autonomous G genoa", {"G": 12, "H": 18}),
    "militia": ("milan A parma [citizen_militia]", {"J": 24, "K": 36}),
    "mercenaries": ("milan A parma [elite_mercenaries]", {"J": 12, "K": 18}),
    "professionals": ("milan A parma [elite_professionals]", {"J": 24, "K": 36}),
    "militia garrison in a major city": ("milan G rome [citizen_militia]", {"I": 36, "J": 48, "K": 72}),
}


@pytest.mark.parametrize("name", PRICES)
def test_prices_and_their_doublings(name: str) -> None:
    """12.2 and vector 4 of section 17; 3.1."""
    text, prices = PRICES[name]
    rules = game()
    (unit,) = position(rules, text).units

    assert {letter: bribes.price(rules, unit, letter) for letter in prices} == prices  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("target", "letter", "code"),
    [
        ("milan A parma", "G", "bribe.owned"),
        ("milan G pavia", "H", "bribe.owned"),
        ("autonomous G siena", "J", "bribe.autonomous"),
        ("milan A parma", "I", "bribe.no_garrison"),
        ("venice A parma", "K", "bribe.own"),
    ],
)
def test_each_bribe_has_its_own_kind_of_target(target: str, letter: str, code: str) -> None:
    """12.2, the table; nobody bribes a unit of his own."""
    rules = game(bribe_adjacency="off")
    before = position(rules, target, treasury={"venice": 30})
    (order,) = expenses(rules, venice=[f"E1: 30 {letter} {target}"])["venice"]
    why = expense_fault(rules, before, "venice", order)

    assert why is not None
    assert why.code == code
    done = spent(rules, before, venice=[f"E1: 30 {letter} {target}"])
    assert (done.position.units, purse(done.position, "venice")) == (before.units, 0)


def bid(power: str, letter: str, worth: int, number: int = 1) -> bribes.Bid:
    return bribes.Bid(power, number, letter, worth)  # type: ignore[arg-type]


ARMY = Unit("milan", "A", "parma", number=1)


def test_equal_largest_bribes_all_fail_even_if_a_third_is_smaller() -> None:
    """12.2."""
    rules = game()
    verdict = bribes.decide(rules, ARMY, (bid("venice", "K", 18), bid("france", "J", 18), bid("papacy", "J", 12)), ())

    assert verdict.winner is None
    assert [why.code for _, why in verdict.reasons] == ["bribe.tie", "bribe.tie", "bribe.outbid"]


def test_a_die_may_decide_between_equal_bribes() -> None:
    """12.2, as 1995 has it."""
    rules = game(bribe_tie="die")
    bids = (bid("venice", "K", 18), bid("france", "J", 18), bid("papacy", "J", 12))

    assert bribes.tie_dice(rules, ARMY, bids, ()) == (2,)
    assert bribes.decide(rules, ARMY, bids, (), 1).winner == bids[0]
    assert bribes.decide(rules, ARMY, bids, (), 2).winner == bids[1]
    before = position(
        rules, "milan A parma", "venice A mantua", "france A modena", treasury={"venice": 18, "france": 18}
    )
    orders = expenses(rules, venice=["E1: 18 K milan A parma"], france=["E1: 18 K milan A parma"])
    assert tie_dice(rules, before, orders) == (2,)
    assert units(spend(rules, before, orders, (2,)))[-1] == "venice A parma"
    assert units(spend(rules, before, orders, (1,)))[-1] == "france A parma"


def test_the_first_found_may_win_among_equal_bribes() -> None:
    """12.2, as condottieri has it."""
    rules = game(bribe_tie="first")
    assert bribes.decide(rules, ARMY, (bid("venice", "K", 18), bid("france", "J", 18)), ()).winner == bid(
        "venice", "K", 18
    )


@pytest.mark.parametrize(
    ("option", "bids", "counters", "winner"),
    [
        ("sum", [("venice", "K", 24), ("france", "J", 21)], [3, 6], None),
        ("largest", [("venice", "K", 24), ("france", "J", 21)], [3, 6], ("venice", "K", 24)),
        ("cover", [("venice", "K", 24), ("france", "J", 21)], [3, 6], ("france", "J", 21)),
        ("cover", [("venice", "K", 24), ("france", "J", 15)], [3, 6], None),
        ("sum", [("venice", "K", 21)], [3], ("venice", "K", 21)),
    ],
)
def test_counter_bribes_count_as_the_option_says(
    option: str, bids: list[tuple[str, str, int]], counters: list[int], winner: tuple[str, str, int] | None
) -> None:
    """12.2: the sum; the largest; or only bribes that cover price and counter-bribes are compared at all."""
    verdict = bribes.decide(game(counter_bribes=option), ARMY, [bid(*one) for one in bids], counters)

    assert verdict.winner == (None if winner is None else bid(*winner))


def test_the_reason_of_a_bribe_tells_its_sum() -> None:
    """The interface guide 4: every reason has its sum."""
    verdict = bribes.decide(game(), ARMY, (bid("venice", "K", 18),), (3,))

    assert verdict.reasons[0][1].sentence == "A bribe of 18 ducats less counter-bribes of 3 is below the price of 18."


def test_counter_bribes_guard_any_unit_and_need_a_neighbour_too() -> None:
    """12.2 F: own, foreign or autonomous; one's own unit is next to itself."""
    rules = game()
    before = position(
        rules, "venice A mantua", "milan A parma", "naples A bari", treasury={"venice": 18, "milan": 3, "naples": 3}
    )
    line = ["E1: 18 K milan A parma"]

    assert "milan A parma" in units(spent(rules, before, venice=line, milan=["E1: 3 F milan A parma"]))
    assert "venice A parma" in units(spent(rules, before, venice=line, naples=["E1: 3 F milan A parma"]))


def test_a_bought_unit_keeps_kind_class_and_number() -> None:
    """12.2, effects."""
    rules = game()
    before = position(rules, "venice A mantua", "milan A parma [elite_professionals]", treasury={"venice": 36})
    done = spent(rules, before, venice=["E1: 36 K milan A parma"])

    assert done.position.numbered(2) == replace(before.numbered(2), owner="venice")  # type: ignore[type-var]


def test_a_second_special_unit_cannot_be_bought() -> None:
    """3.1: the bribe fails and the money is lost; condottieri exempts bribes."""
    lines = ["E1: 36 K milan A parma"]
    for option, works in (("one", False), ("per_power_table_bribes_exempt", True)):
        rules = game(special_unit_limits=option)
        before = position(
            rules, "venice A mantua [citizen_militia]", "milan A parma [elite_professionals]", treasury={"venice": 36}
        )
        done = spent(rules, before, venice=lines)
        assert ("venice A parma [elite_professionals]" in units(done)) == works
        assert purse(done.position, "venice") == 0


def test_two_special_units_bought_at_once_are_one_too_many() -> None:
    """3.1."""
    rules = game()
    before = position(
        rules, "venice A mantua", "milan A parma [elite_mercenaries]", "france A cremona [elite_mercenaries]",
        treasury={"venice": 36},
    )  # fmt: skip
    done = spent(rules, before, venice=["E1: 18 K milan A parma", "E2: 18 K france A cremona"])

    assert sum(unit.owner == "venice" for unit in done.position.units) == 2
    assert "bribe.special" in codes(done.events)


def test_a_garrison_made_autonomous_stays_and_keeps_its_class() -> None:
    """12.2 I; 3."""
    rules = game()
    before = position(rules, "venice A mantua", "milan G cremona [elite_mercenaries]", treasury={"venice": 9})

    assert units(spent(rules, before, venice=["E1: 9 I milan G cremona"])) == [
        "autonomous G cremona [elite_mercenaries]", "venice A mantua",
    ]  # fmt: skip


def test_a_siege_ends_with_a_disbanded_garrison_or_besieger() -> None:
    """12.2, effects; 6."""
    rules = game()
    before = position(
        rules, "venice A mantua", "milan G mantua", "france A cremona", sieges=[("mantua", "venice A mantua")],
        treasury={"france": 12},
    )  # fmt: skip

    for target in ("milan G mantua", "venice A mantua"):
        done = spent(rules, before, france=[f"E1: 12 J {target}"])
        assert target not in units(done)
        assert done.position.sieges == ()


def test_buying_the_unit_of_the_power_rebelled_against_frees_the_province() -> None:
    """12.2, effects; 12.3 (c): field and city."""
    rules = game()
    rebels = [("parma", "field", "milan"), ("mantua", "field", "milan")]
    before = position(rules, "venice A mantua", "milan A parma", rebels=rebels, treasury={"venice": 18})
    done = spent(rules, before, venice=["E1: 18 K milan A parma"])

    assert [one.place for one in done.position.rebellions] == ["mantua"]
    assert "rebels.freed" in codes(done.events)


def test_all_bribes_are_judged_by_the_same_position() -> None:
    """2.2: simultaneous; a unit that is bribed away still served its owner as a neighbour."""
    rules = game()
    before = position(rules, "venice A mantua", "milan A parma", treasury={"venice": 18, "milan": 18})
    done = spent(rules, before, venice=["E1: 18 K milan A parma"], milan=["E1: 18 K venice A mantua"])

    assert units(done) == ["milan A mantua", "venice A parma"]


def test_what_a_power_spent_and_what_failed_is_its_own_secret() -> None:
    """The interface guide 4: failed bribes show nothing to others."""
    rules = game()
    before = position(rules, "venice A mantua", "milan A parma", treasury={"venice": 15})
    done = spent(rules, before, venice=["E1: 15 K milan A parma"])

    assert all(event.private_to == ("venice",) for event in done.events if isinstance(event, Charged | ExpenseJudged))
    assert len(done.events) == 2
