"""Moves carried out, and the steps around them, by the numbers of their rules (`lotr-risk M01-M05`, `M12-M16`)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conquest.simultaneous.playing import PRESETS
from tests.conquest.simultaneous.tables import brazil, moved, table, told
from wartable.engine.chance import Rolled
from wartable.engine.errors import BadOptions
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.lotr.actions import ShowMission
from wartable.games.conquest.simultaneous.actions import (
    FightOn,
    NameTargets,
    Order,
    Orders,
    Placements,
    Withdraw,
)
from wartable.games.conquest.simultaneous.state import affairs_of


def asked(here: Any) -> str:
    """Return what is asked for."""
    question = here.game.asked(here.state)
    return "dice" if here.chance else question.about if question else ""


def fight(here: Any, faces: tuple[int, ...], **dice: dict[int, int]) -> None:
    """Fight a round: all name their targets, `s0={1: 2}`, and the dice fall; nobody withdraws."""
    for seat, aims in dice.items():
        here.act(int(seat[1:]), NameTargets(tuple(aims.items())))
    if here.chance:
        here.act(CHANCE, Rolled(faces))
    while asked(here) == "battle.withdraw":
        here.act(here.game.to_act(here.state)[0], FightOn())


def rohan(step: str = "moves", options: dict[str, Any] | None = None, **before: Any) -> Any:
    """Seat 0 leads 4 units in Enedwaith beside the site of Edoras in the Gap of Rohan, where seat 1 has a unit."""
    territories = {"enedwaith": [0, 4], "gap_of_rohan": [1, 1], "fangorn": [2, 4]}
    stated = {
        "territories": territories, "leaders": {"0": ["enedwaith"], "2": ["umbar"]},
        "adventure_cards": {"0": ["edoras"]}, **before,
    }  # fmt: skip
    return table("lotr-simultaneous", step, rest=[2, 1], options=options, **stated)


# --- M01 to M05: moves and who meets


def test_m01_a_unit_moves_over_one_border_once_and_those_without_an_order_stay() -> None:
    here = brazil(territories={"brazil": [0, 4], "venezuela": [1, 5], "central_america": [1, 1], "peru": [2, 3]})
    both = Orders((Order("venezuela", "central_america", 4), Order("venezuela", "brazil", 2)))
    assert here.game.explain(here.state, Seat(1), both).rule == "risk M01"
    onward = Orders((Order("venezuela", "central_america", 2), Order("central_america", "venezuela", 2)))
    assert here.game.explain(here.state, Seat(1), onward).code == "order.too_many"
    moved(here, s1=(("venezuela", "central_america", 2), ("central_america", "venezuela", 1)))
    assert here.held("venezuela") == [1, 4]
    assert here.held("central_america") == [1, 2]
    assert here.held("brazil") == [0, 4]


def test_m02_player_by_player_who_comes_later_meets_the_winner() -> None:
    here = brazil(options={"reveal": "player_by_player"})
    lines = moved(here, s1=(("venezuela", "brazil", 5),), s2=(("peru", "brazil", 3),))
    assert lines[-1] == "Battle in Brazil: Bo with 5 attacks Ada, who stayed with 4."
    for _ in range(2):
        fight(here, (1, 1, 6, 6, 6), s0={1: 2}, s1={0: 3})
    assert asked(here) == "battle.targets"
    lines = told(here)
    assert "Bo takes Brazil from Ada with 5 armies." in lines
    assert lines[-1] == "Battle in Brazil: Cy with 3 attacks Bo, who stayed with 5."


def test_m02_who_takes_a_place_from_the_winner_takes_it_from_him() -> None:
    here = brazil(options={"reveal": "player_by_player"}, rest=[0, 1], territories={
        "brazil": [2, 1], "venezuela": [1, 1], "peru": [2, 3],
    })  # fmt: skip
    moved(here, s1=(("venezuela", "brazil", 1),), s2=(("peru", "brazil", 3),))
    fight(here, (1, 6), s1={2: 1}, s2={1: 1})
    assert here.held("brazil") == [1, 1]
    fight(here, (1, 6, 6, 6), s1={2: 1}, s2={1: 3})
    assert "Cy takes Brazil from Bo with 3 armies." in told(here)
    assert "Bo has no territories left and is out." in told(here)
    assert affairs_of(here.state).conquered == 0b110  # a conquest for both, though Cy held it when the round began


def test_m03_m04_who_stayed_is_attacked_and_who_left_is_not() -> None:
    here = brazil()
    lines = moved(here, s0=(("brazil", "north_africa", 3),), s1=(("venezuela", "brazil", 5),))
    assert "Battle in Brazil: Bo with 5 attacks Ada, who stayed with 1." in lines
    here = brazil()
    lines = moved(here, s0=(("brazil", "north_africa", 4),), s1=(("venezuela", "brazil", 5),))
    assert "Bo takes Brazil from Ada with 5 armies, without a fight: nobody stayed there." in lines
    assert "Battle in North Africa: Ada with 4 attacks Cy, who stayed with 1." in lines


def test_m04_own_armies_that_come_defend_where_some_stayed_and_attack_where_all_left() -> None:
    own = {"brazil": [0, 4], "north_africa": [0, 2], "venezuela": [1, 5], "peru": [2, 3]}
    here = brazil(territories=own)
    moved(here, s0=(("north_africa", "brazil", 2),), s1=(("venezuela", "brazil", 5),))
    battle = affairs_of(here.state).clashes[0].battle
    assert (battle.defender, battle.side(0).units) == (0, 6)
    here = brazil(territories=own)
    moved(here, s0=(("north_africa", "brazil", 2), ("brazil", "peru", 4)), s1=(("venezuela", "brazil", 5),))
    battle = next(clash.battle for clash in affairs_of(here.state).clashes if clash.place == here.space("brazil"))
    assert battle.defender is None
    assert {side.player: side.units for side in battle.sides} == {0: 2, 1: 5}


def test_m05_forces_that_change_places_pass_or_fight_on_the_border() -> None:
    swap: dict[str, Any] = {"s0": (("brazil", "venezuela", 4),), "s1": (("venezuela", "brazil", 5),)}
    here = brazil()
    lines = moved(here, **swap)
    assert any("pass each other" in line for line in lines), lines
    assert here.held("brazil") == [1, 5]
    assert here.held("venezuela") == [0, 4]
    here = brazil(options={"swap": "fight"})
    lines = moved(here, **swap)
    assert lines[-1] == (
        "Battle on the border of Brazil and Venezuela: Ada with 4 and Bo with 5 meet. "
        "Bo is the stronger and defends in the first round."
    )


# --- M12 and M13: who returns


def test_m12_who_withdrew_returns_after_all_battles_and_is_lost_where_an_enemy_has_come() -> None:
    here = brazil(territories={"brazil": [0, 9], "venezuela": [1, 5], "peru": [2, 3], "central_america": [2, 2]})
    moved(here, s1=(("venezuela", "brazil", 5),), s2=(("central_america", "venezuela", 2),))
    here.act(0, NameTargets(((1, 2),)))
    here.act(1, NameTargets(((0, 3),)))
    here.act(CHANCE, Rolled((6, 6, 1, 1, 1)))
    here.act(1, Withdraw())
    assert here.held("venezuela") == [2, 2]
    assert "Bo loses 3 armies that come back to Venezuela, which an enemy holds." in told(here)


def test_m13_three_attackers_bounce_and_the_rest_of_the_strongest_attacks() -> None:
    here = table(
        "risk-simultaneous", "moves", seats=4, rest=[3, 1], options={"battles": "bounce"},
        territories={"brazil": [0, 2], "venezuela": [1, 6], "peru": [2, 3], "argentina": [3, 2]},
    )  # fmt: skip
    lines = moved(here, s1=(("venezuela", "brazil", 6),), s2=(("peru", "brazil", 3),), s3=(("argentina", "brazil", 2),))
    bounce = "bounce off each other: 3 of Bo, 3 of Cy and 2 of Di turn back; Bo goes on with 3."
    assert f"Attackers on the way to Brazil {bounce}" in lines
    assert lines[-1] == "Battle in Brazil: Bo with 3 attacks Ada, who stayed with 2."
    assert here.held("peru") == [None, 0]  # until all battles are over
    fight(here, (1, 1, 6, 6, 6), s0={1: 2}, s1={0: 3})
    assert [here.held(place) for place in ("brazil", "venezuela", "peru", "argentina")] == [
        [1, 3], [1, 3], [2, 3], [3, 2],
    ]  # fmt: skip


@pytest.mark.parametrize("preset", ["risk-simultaneous", "lotr-simultaneous"])
@pytest.mark.parametrize(
    ("options", "idle"),
    [
        ({"battles": "bounce", "reveal": "player_by_player"}, "Several attackers has no effect"),
        ({"cap_by_units": True, "battles": "bounce"}, "No more dice than armies has no effect"),
        ({"cap_by_units": True, "reveal": "player_by_player"}, "No more dice than armies has no effect"),
    ],
)
def test_what_is_of_battles_of_several_attackers_needs_them(preset: str, options: dict[str, Any], idle: str) -> None:
    with pytest.raises(BadOptions, match=idle):
        build(type(PRESETS[preset]), options, PRESETS[preset])


# --- M14: leaders


def test_m14_a_leader_goes_with_ordered_units_only() -> None:
    here = rohan()
    alone = Orders((Order("enedwaith", "gap_of_rohan", 0, leader=True),))
    assert here.game.explain(here.state, Seat(0), alone).rule == "lotr-risk M14"
    moved(here, s0=(("enedwaith", "gap_of_rohan", 2, False),))
    assert affairs_of(here.state).clashes[0].battle.side(0).bonus == 0
    assert here.state.pieces[0][here.space("enedwaith")] == 1


def test_m14_a_stronghold_helps_who_stayed_and_nobody_else() -> None:
    sides: dict[str, Any] = {
        "territories": {"moria": [0, 2], "eregion": [1, 3], "gladden_fields": [2, 3]},
        "leaders": {},
        "adventure_cards": {},
    }
    here = rohan(**sides)
    moved(here, s1=(("eregion", "moria", 3),))
    assert [side.bonus for side in affairs_of(here.state).clashes[0].battle.sides] == [1, 0]
    here = rohan(**sides)
    moved(
        here, s0=(("moria", "gladden_fields", 2),), s1=(("eregion", "moria", 3),), s2=(("gladden_fields", "moria", 3),)
    )
    battle = next(clash.battle for clash in affairs_of(here.state).clashes if clash.place == here.space("moria"))
    assert [side.bonus for side in battle.sides] == [0, 0]


# --- M15: the other steps


def test_m15_reinforcements_are_written_together_before_the_moves() -> None:
    here = brazil("round")
    assert here.game.asked(here.state).seats == (0, 1, 2)
    due = [here.game.view(here.state, None).round.new[seat] for seat in range(3)]
    for seat, place in ((1, "venezuela"), (2, "peru")):
        here.act(seat, Placements(((place, due[seat]),)))
    assert here.held("venezuela") == [1, 5]
    here.act(0, Placements((("brazil", due[0]),)))
    assert here.held("venezuela") == [1, 5 + due[1]]
    assert asked(here) == "round.moves"


def test_m15_strategic_moves_are_written_together_and_who_fought_stays() -> None:
    here = brazil(territories={"brazil": [0, 6], "north_africa": [0, 3], "venezuela": [1, 5], "peru": [2, 3]})
    moved(here, s0=(("brazil", "peru", 5),), s2=(("peru", "argentina", 1),))
    fight(here, (1, 1, 6, 6, 6), s2={0: 2}, s0={2: 3})
    assert asked(here) == "round.strategic"
    assert here.held("peru") == [0, 5]
    fought = here.game.explain(here.state, Seat(0), Orders((Order("peru", "brazil", 1),)))
    assert (fought.rule, fought.message) == (
        "risk M15",
        "Peru has 5 armies, of which 5 have fought and stay; 1 is ordered.",
    )
    moved(here, s0=(("north_africa", "brazil", 2),))
    assert here.held("brazil") == [0, 3]


def test_m15_who_fought_on_a_border_moves_no_more_wherever_that_has_led() -> None:
    here = brazil(options={"swap": "fight"}, territories={"brazil": [0, 4], "venezuela": [1, 1], "peru": [2, 3]})
    moved(here, s0=(("brazil", "venezuela", 3),), s1=(("venezuela", "brazil", 1),))
    fight(here, (6, 5, 1), s0={1: 2}, s1={0: 1})
    assert here.held("venezuela") == [0, 3]
    stays = here.game.explain(here.state, Seat(0), Orders((Order("venezuela", "brazil", 1),)))
    assert "3 have fought and stay" in stays.message


def test_m15_a_leader_that_withdrew_has_fought() -> None:
    here = rohan(options={"fought_leader_moves": False}, territories={
        "enedwaith": [0, 5], "gap_of_rohan": [1, 3], "dunland": [0, 2],
    })  # fmt: skip
    moved(here, s0=(("enedwaith", "gap_of_rohan", 4, True),))
    here.act(0, NameTargets(((1, 3),), 1))
    here.act(1, NameTargets(((0, 2),)))
    here.act(CHANCE, Rolled((6, 6, 1, 1, 1)))
    here.act(0, Withdraw())
    assert here.state.pieces[0][here.space("enedwaith")] == 1
    reason = here.game.explain(here.state, Seat(0), Orders((Order("enedwaith", "dunland", 0, leader=True),)))
    assert reason.rule == "lotr-risk M15, T33"


@pytest.mark.parametrize(("fellowship", "steps"), [("per_player", 3), ("one_per_round", 1)])
def test_m15_the_fellowship_goes_on_for_each_player_or_once(fellowship: str, steps: int) -> None:
    here = rohan("fellowship", {"fellowship": fellowship}, ring="the_shire", adventure_cards={})
    assert asked(here) == "round.reinforcements"
    assert sum(line.startswith("The Fellowship goes on") for line in told(here)) == steps


@pytest.mark.parametrize(("counts", "cards"), [(True, 1), (False, 0)])
def test_m15_an_open_site_is_a_conquest_where_empty_places_count(*, counts: bool, cards: int) -> None:
    here = rohan(options={"empty_counts_for_card": counts}, territories={
        "enedwaith": [0, 4], "gap_of_rohan": [None, 0], "fangorn": [2, 4],
    })  # fmt: skip
    moved(here, s0=(("enedwaith", "gap_of_rohan", 2, True),))
    assert here.held("gap_of_rohan") == [0, 2]
    assert affairs_of(here.state).sites.bit_count() == cards


# --- M16: missions


def test_m16_a_leader_ordered_to_a_site_counts_where_the_place_is_held_after_the_battles() -> None:
    here = rohan()
    moved(here, s0=(("enedwaith", "gap_of_rohan", 3, True),))
    for seat in (0, 2):  # whoever is asked for targets, and whoever is not
        early = here.game.explain(here.state, Seat(seat), ShowMission("edoras"))
        assert early.rule == "lotr-risk M16"
    fight(here, (1, 6, 5, 4), s0={1: 3}, s1={0: 1})
    moved(here)  # no strategic moves
    assert here.game.explain(here.state, Seat(0), ShowMission("edoras")) is None
    here.act(0, ShowMission("edoras"))


def test_m16_a_site_that_was_lost_again_counts_for_nothing() -> None:
    here = rohan(options={"reveal": "player_by_player"})
    moved(here, s0=(("enedwaith", "gap_of_rohan", 1, True),), s2=(("fangorn", "gap_of_rohan", 4),))
    fight(here, (1, 6), s1={0: 1}, s0={1: 1})
    assert here.held("gap_of_rohan") == [0, 1]
    fight(here, (1, 6, 6, 6), s0={2: 1}, s2={0: 3})
    moved(here)
    reason = here.game.explain(here.state, Seat(0), ShowMission("edoras"))
    assert reason.rule in {"lotr-risk T16, M16", "lotr-risk M16"}
    assert here.held("gap_of_rohan") == [2, 4]
