"""How bots of ring diplomacy judge: strikes, guards, fast units, the Dead, the way to Mount Doom, and the hunt."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, cast

import pytest

from tests.games.diplomacy.ring.table import Sitting
from wartable import bots
from wartable.bots.diplomacy.judge import GONE, Orders
from wartable.bots.diplomacy.ring.judge import RingJudge
from wartable.bots.diplomacy.ring.scene import RingScene
from wartable.engine.chance import SealedDice
from wartable.engine.driver import EndlessGame, Match, RandomPolicy, play
from wartable.engine.values import Seat
from wartable.games.adjudication.orders import AnyOrder
from wartable.games.diplomacy import adjudicate
from wartable.games.diplomacy.play.rules import rules_of
from wartable.games.diplomacy.ring.actions import Pursue, RingOrders
from wartable.games.diplomacy.ring.choices import RingChoices
from wartable.games.diplomacy.ring.game import RING_DIPLOMACY
from wartable.games.diplomacy.ring.kinds import FIGURES
from wartable.games.diplomacy.ring.options import PRESETS
from wartable.games.diplomacy.ring.state import RingState

LEVELS = ("medium", "hard")
HIDDEN = {"RB": "the_shire", "BRC": "khand"}


def decided(sitting: Sitting, power: str, level: str, seed: int = 1) -> Any:
    """What a bot decides for a power."""
    seat = sitting.seat(power)
    known = RING_DIPLOMACY.resample(sitting.state, seat, Random(seed))
    return bots.get(RING_DIPLOMACY, level).decide(RING_DIPLOMACY, known, Seat(seat), Random(seed)).action


def orders(sitting: Sitting, power: str, level: str, seed: int = 1) -> list[str]:
    """Its orders in notation, secret ones last."""
    action = decided(sitting, power, level, seed)
    assert isinstance(action, RingOrders)
    return [str(order) for order in (*action.orders, *action.secret)]


@pytest.mark.parametrize("level", LEVELS)
def test_the_nazgul_strike_where_an_army_follows(level: str) -> None:
    sitting = Sitting().put(
        {"mordor": "A minas_morgul", "gondor": "A ithilien, A belfalas", "eriador": "A mithlond"},
        {"Z": "minas_morgul", **HIDDEN},
        phase="fall 3000 movement",
    )

    found = orders(sitting, "mordor", level)

    assert "A minas_morgul - ithilien" in found
    assert "Z minas_morgul - ithilien" in found


@pytest.mark.parametrize("level", LEVELS)
def test_the_eagles_guard_the_only_unit_in_danger(level: str) -> None:
    sitting = Sitting().put(
        {"mordor": "A minas_morgul, A gorgoroth", "gondor": "A ithilien", "eriador": "A mithlond"},
        {"Z": "minas_morgul", "GEG": "lebennin", **HIDDEN},
        phase="fall 3000 movement",
    )

    assert "GEG lebennin - ithilien" in orders(sitting, "gondor", level)


@pytest.mark.parametrize("level", LEVELS)
def test_cavalry_takes_a_centre_two_provinces_away(level: str) -> None:
    sitting = Sitting().put(
        {"rohan": "C dunland", "mordor": "A umbar", "eriador": "A mithlond"},
        {"Z": "udun_vale", **HIDDEN},
        {"rohan": "gap_of_rohan", "mordor": "umbar", "eriador": "mithlond"},
        phase="fall 3000 movement",
    )

    (order,) = orders(sitting, "rohan", level)

    start, between, end = order.removeprefix("C ").split(" - ")
    assert (start, bool(between)) == ("dunland", True)
    assert RING_DIPLOMACY.start(PRESETS["advanced"], 5).options.variant().provinces[end].centre


@pytest.mark.parametrize("level", LEVELS)
def test_elite_units_are_built_first(level: str) -> None:
    sitting = Sitting().put(
        {"gondor": "A belfalas", "mordor": "A umbar", "eriador": "A mithlond"},
        {"Z": "udun_vale", **HIDDEN},
        phase="winter 3000 adjustments",
    )

    assert sum(order.startswith("B H ") for order in orders(sitting, "gondor", level)) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_fleet_carries_a_strong_unit_against_a_port_that_is_held(level: str) -> None:
    sitting = Sitting("everything").put(
        {
            "mordor": "F belfalas, M umbar",
            "rohan": "A minhiriath",
            "eriador": "A tower_hills, A forodwaith, A mithlond",
        },
        {"Z": "udun_vale", **HIDDEN},
        {"mordor": "umbar, belfalas", "rohan": "minhiriath, west_rohan", "eriador": "harlindon, forodwaith, mithlond"},
        phase="fall 3000 movement",
    )

    found = orders(sitting, "mordor", level)

    assert {"F belfalas C M umbar - minhiriath", "M umbar - minhiriath"} <= set(found)


@pytest.mark.parametrize("level", LEVELS)
def test_a_fleet_and_an_army_help_each_other_into_a_port(level: str) -> None:
    sitting = Sitting("everything").put(
        {"mordor": "A dunland, F belfalas", "rohan": "A minhiriath", "eriador": "A tower_hills, A mithlond"},
        {"Z": "near_harad", **HIDDEN},
        {"mordor": "umbar, belfalas, gap_of_rohan", "rohan": "minhiriath", "eriador": "mithlond, harlindon"},
        phase="fall 3000 movement",
    )

    found = set(orders(sitting, "mordor", level))

    by_land = {"A dunland - minhiriath", "F belfalas S A dunland - minhiriath"}
    by_sea = {"F belfalas - minhiriath", "A dunland S F belfalas - minhiriath"}
    assert by_land <= found or by_sea <= found


@pytest.mark.parametrize(
    ("near", "held", "built"),
    [("harad", "umbar", True), ("vale_of_erech", "umbar", False), ("harad", "deep_harad", False)],
)
def test_fleets_are_built_against_held_ports_that_others_can_help_to_take(near: str, held: str, built: bool) -> None:  # noqa: FBT001
    sitting = Sitting("everything").put(
        {"gondor": f"H {near}", "mordor": f"A {held}, A nurn"},
        {"Z": "udun_vale", **HIDDEN},
        {"gondor": "belfalas, forodwaith", "mordor": "umbar, khand"},
        phase="winter 3000 adjustments",
    )

    assert ("B F belfalas" in orders(sitting, "gondor", "medium")) == built


PORTS = ("forodwaith", "mithlond", "minhiriath", "belfalas", "umbar")


@pytest.mark.parametrize(
    "values", [{}, {"forced_alliances": False}, {"forced_alliances": False, "sea_moves": "one_line"}]
)
def test_orders_of_fleets_and_of_who_they_carry_are_legal(values: dict[str, object]) -> None:
    """On boards with a fleet in every other port, and any units elsewhere."""
    rng, carried = Random(5), 0
    for _ in range(10):
        sitting = _afloat(rng, values)
        for power in ("mordor", "gondor", "eriador", "rohan", "saruman"):
            action = decided(sitting, power, "medium")
            assert RING_DIPLOMACY.explain(sitting.state, sitting.seat(power), action) is None
            carried += any(" C " in str(order) for order in action.orders)
    assert carried


def _afloat(rng: Random, values: dict[str, object]) -> Sitting:
    sitting = Sitting("everything", **cast("Any", values))
    powers = {"mordor": "AAMTW", "gondor": "AAH", "eriador": "AA", "rohan": "AACC", "saruman": "AATU"}
    inland = sorted(set(sitting.options.for_seats(5).variant().army_borders) - {*PORTS})
    places = iter(rng.sample(inland, 20))
    units = {power: [f"{kind} {next(places)}" for kind in kinds] for power, kinds in powers.items()}
    for port in PORTS:
        owner = rng.choice([*powers, "mordor", "gondor"])
        units[owner].append(f"{rng.choice(('F', 'F', 'A'))} {port}")
    return sitting.put(
        {power: ", ".join(those) for power, those in units.items()},
        {"Z": "udun_vale", "GEG": "lebennin", **HIDDEN},
        phase=rng.choice(("spring 3001 movement", "fall 3001 movement")),
    )


def on_the_brink(gondor: str, mordor: str = "umbar", phase: str = "spring 3003 movement") -> Sitting:
    """The ring-bearer of Gondor next to Mount Doom, the riders far away; centres as told."""
    return Sitting(leader=2).put(
        {"gondor": "A belfalas", "mordor": "A umbar", "eriador": "A mithlond", "rohan": "A enedwaith"},
        {"Z": "near_harad", "RB": "gorgoroth", "BRC": "angmar"},
        {"gondor": gondor, "mordor": mordor, "eriador": "mithlond"},
        phase=phase,
    )


@pytest.mark.parametrize("level", LEVELS)
def test_the_ring_goes_to_mount_doom_where_that_wins(level: str) -> None:
    assert "RB gorgoroth - mount_doom" in orders(on_the_brink("belfalas, lebennin"), "gondor", level)


@pytest.mark.parametrize(("gondor", "mordor"), [("belfalas", "umbar, khand"), ("belfalas", "umbar")])
def test_the_ring_waits_where_another_would_win_or_share(gondor: str, mordor: str) -> None:
    assert "RB gorgoroth - mount_doom" not in orders(on_the_brink(gondor, mordor), "gondor", "medium")


def test_a_tie_is_won_by_homes_of_the_other_side() -> None:
    sitting = on_the_brink("belfalas, minas_morgul", "umbar, khand")

    assert "RB gorgoroth - mount_doom" in orders(sitting, "gondor", "medium")


@pytest.mark.parametrize(("mordor", "goes"), [("umbar, khand, moria", True), ("umbar", False)])
def test_mordor_pursues_where_that_wins(mordor: str, goes: bool) -> None:  # noqa: FBT001
    sitting = Sitting(leader=2).put(
        {"gondor": "A belfalas", "mordor": "A nurn", "eriador": "A mithlond"},
        {"Z": "near_harad", "RB": "gorgoroth", "BRC": "minas_morgul"},
        {"gondor": "belfalas, lebennin", "mordor": mordor, "eriador": "mithlond"},
    )
    sitting.phase({"gondor": "RB gorgoroth - nurn", "mordor": "BRC minas_morgul - gorgoroth"})

    assert RING_DIPLOMACY.view(sitting.state, None).asked_riders
    assert decided(sitting, "mordor", "medium") == Pursue(go=goes)


def test_riders_hunt_where_a_catch_wins_and_keep_away_where_it_loses() -> None:
    def goes(mordor: str) -> bool:
        sitting = Sitting(leader=2).put(
            {"gondor": "A belfalas", "mordor": "A umbar", "eriador": "A mithlond"},
            {"Z": "near_harad", "RB": "gorgoroth", "BRC": "nurn"},
            {"gondor": "belfalas, lebennin", "mordor": mordor, "eriador": "mithlond"},
        )
        return any("BRC nurn - gorgoroth" in order for order in orders(sitting, "mordor", "medium"))

    assert goes("umbar, khand, moria")
    assert not goes("umbar")


@pytest.mark.parametrize("level", LEVELS)
def test_the_dead_are_called_where_evil_attacks(level: str) -> None:
    sitting = Sitting().put(
        {
            "mordor": "A minas_morgul, A south_ithilien, A dead_marshes",
            "gondor": "A ithilien",
            "eriador": "A mithlond",
        },
        {"Z": "khand", "DEAD": "vale_of_erech", **HIDDEN},
        {"mordor": "minas_morgul, umbar", "gondor": "ithilien, belfalas", "eriador": "mithlond"},
        phase="fall 3000 movement",
    )

    assert "DEAD AT ithilien" in orders(sitting, "gondor", level)


def test_the_judge_of_plans_agrees_with_the_rules() -> None:
    """Boards of random orders with strikes and guards are those of the adjudicator."""
    struck = 0
    for number in range(6):
        match = Match(RING_DIPLOMACY, PRESETS["advanced"], 5, SealedDice.of(f"judge/{number}"))
        with suppress(EndlessGame):
            play(match, [RandomPolicy()] * 5, [Random(f"{number}/{seat}") for seat in range(5)], limit=60 + 21 * number)
        state = cast("RingState", match.state)
        if state.position.phase.kind == "movement":
            struck += _compare(state, Random(number))
    assert struck >= 2


def _compare(state: RingState, rng: Random) -> int:
    """Compare boards of random plans; return how many had a strike."""
    rules, scene = rules_of(state.options), RingScene(state, state.asked[0], rng)
    judge, found, struck = RingJudge(scene), 0, 0
    for _ in range(12):
        plans: dict[str, list[AnyOrder]] = {
            state.powers[seat]: _figure_last(RingChoices(rules, state, seat).sample(rng).orders) for seat in state.asked
        }
        verdict = adjudicate.judge(rules.variant, state.position, plans, rules.rulings)
        board = judge.board(cast("dict[str, Orders]", {power: tuple(those) for power, those in plans.items()}))
        numbered = scene.table.numbered
        result = cast("Any", verdict.result)
        after = {unit.at for units in result.units.values() for unit in units}
        stands = {
            numbered.network.locations[place] for unit, place in enumerate(board.places) if unit not in board.dislodged
        }
        lost = {str(one.unit) for one in result.dislodged if one.unit.kind not in FIGURES}
        assert stands == after
        assert {str(numbered.unit[unit]) for unit in board.dislodged} == lost
        for one in result.dislodged:
            if one.unit.kind not in FIGURES:
                place = board.places[numbered.unit.index(one.unit)]
                assert (place == GONE) == (not one.retreats)
        found += 1
        struck += any(one.result == "struck" for one in result.judged)
    assert found
    return struck


def _figure_last(given: tuple[AnyOrder, ...]) -> list[AnyOrder]:
    return sorted(given, key=lambda order: cast("Any", order).unit.kind in FIGURES)
