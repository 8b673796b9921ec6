"""Decisions before the blows and what special figures do, played through with given dice."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.combat.builders import always, battle, fed, fighter, troop
from wartable.engine.errors import IllegalAction
from wartable.games.ring_of_power.combat.machine import answer, begin, play, report, with_defaults
from wartable.games.ring_of_power.combat.report import Report
from wartable.games.ring_of_power.combat.requests import (
    Aim,
    Allocate,
    Challenge,
    Decision,
    Enchant,
    Faces,
    Flee,
    Hide,
    Hold,
    Lose,
    Search,
    Throw,
)
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import (
    Battle,
    CombatRules,
    Fate,
    Meeting,
    Modifier,
    Place,
    Shelter,
    Side,
)

MAN, ORC = (1, 4, 5), (1, 5, 6)
DUELS: tuple[Literal["wizards"], Literal["characters"]] = ("wizards", "characters")


def asked(stage: Stage) -> Decision:
    assert isinstance(stage.awaits, Decision), stage.awaits
    return stage.awaits


def pools(stage: Stage) -> list[str]:
    assert isinstance(stage.awaits, Throw), stage.awaits
    return [pool.name for pool in stage.awaits.pools]


def up_to(stage: Stage, kind: str) -> Stage:
    """Answer by defaults up to a kind of decision."""
    while isinstance(stage.awaits, Decision) and stage.awaits.kind != kind:
        stage = answer(stage, stage.awaits.default)
    assert asked(stage).kind == kind
    return stage


def fates(told: Report) -> dict[int, Fate]:
    return {result.id: result.fate for result in told.figures}


def party(**facts: Any) -> Battle:
    frodo = fighter(1, 0, (1, 6, 4), character=True, unit="frodo", **facts)
    return battle([frodo], troop(11, 2, 1, ORC))


def test_a_party_of_characters_hides_and_is_not_found() -> None:
    """Statements F1, F2, G1, settlement Q50."""
    stage = begin(party())
    assert (asked(stage).kind, asked(stage).figures, asked(stage).default) == ("hide", (1,), Hide((1,)))

    stage = answer(stage, Hide((1,)))
    assert (asked(stage).kind, asked(stage).side, asked(stage).default) == ("search", 1, Search(((2, 1),)))
    stage = answer(stage, Search(((2, 1),)))
    assert pools(stage) == ["search.2.1"]

    told = report(answer(stage, Faces((3,))))
    assert (told.evaded, told.found, told.bouts, told.figures) == ((1,), (), (), ())


def test_a_party_that_is_found_fights() -> None:
    """Statements F2, F3."""
    stage = with_defaults(begin(party()))
    stage = with_defaults(answer(stage, Faces((4,))))

    assert stage.found == (1,)
    assert pools(stage) == ["attack.good", "attack.evil"]


def test_a_tracker_finds_more_easily() -> None:
    """Statements F2, M30."""
    start = battle([fighter(1, 0, MAN, character=True)], [fighter(11, 1, ORC, abilities=("tracker",))])
    stage = with_defaults(begin(start))

    assert with_defaults(answer(stage, Faces((3,)))).found == (1,)
    assert answer(stage, Faces((2,))).evaded == (1,)


def test_nobody_has_to_search() -> None:
    stage = answer(begin(party()), Hide((1,)))

    assert answer(stage, Search()).over


def test_who_does_not_hide_is_not_searched_for() -> None:
    assert asked(answer(begin(party()), Hide())).kind == "hold"


def test_a_party_in_contact_to_attack_does_not_hide_by_default() -> None:
    """Statement F5."""
    start = party()
    attacking = battle(start.fighters, attacking=(1,))

    assert asked(begin(attacking)).default == Hide()


def test_a_party_found_before_stays_found() -> None:
    """Statement F5."""
    assert asked(begin(battle(party().fighters, found=(1,)))).kind == "hold"


def test_across_a_gap_only_a_search_brings_combat() -> None:
    """Statement F3, settlement Q49."""
    start = battle(party().fighters, meetings=(Meeting(1, 2, contact=False),))
    stage = begin(start)
    assert asked(stage).kind == "search"

    assert answer(stage, Search()).over
    stage = with_defaults(answer(answer(stage, Search(((2, 1),))), Faces((6,))))
    assert pools(stage) == ["attack.good", "attack.evil"]


def test_an_army_hides_only_if_all_have_stealth() -> None:
    """Statements F4, M26, settlement Q73."""
    sneaks = troop(1, 2, 0, MAN, abilities=("stealth",))

    assert asked(begin(battle(sneaks, troop(11, 1, 1, ORC)))).kind == "hide"
    assert asked(begin(battle(sneaks, troop(5, 1, 0, MAN), troop(11, 1, 1, ORC)))).kind == "hold"


def test_nobody_hides_behind_walls_and_no_weapon_hides_alone() -> None:
    inside = fighter(1, 0, MAN, character=True, inside=Shelter.TOWER)
    assert asked(begin(battle([inside], troop(11, 1, 1, ORC)))).kind == "hold"

    ram = fighter(1, 0, (0, None, None), weapon="battering_ram")
    assert asked(begin(battle([ram], troop(11, 1, 1, ORC)))).kind == "hold"


def test_a_party_is_searched_for_once_where_settled_so() -> None:
    """Statement F2, settlement Q7."""
    two = [*troop(11, 1, 1, ORC, force=2), *troop(12, 1, 1, ORC, force=3, abilities=("tracker",))]
    start = battle([fighter(1, 0, MAN, character=True)], two, rules=CombatRules(detect_rolls="once_per_phase"))
    stage = answer(begin(start), Hide((1,)))

    assert asked(stage).default == Search(((3, 1),))
    with pytest.raises(IllegalAction, match="once in a phase"):
        answer(stage, Search(((2, 1), (3, 1))))


def test_hidden_friends_leave_the_others_to_fight() -> None:
    start = battle([fighter(1, 0, MAN, character=True)], troop(2, 1, 0, MAN, force=5), troop(11, 1, 1, ORC))
    stage = answer(with_defaults(begin(start)), Faces((1,)))
    stage = with_defaults(stage)

    assert [(pool.name, pool.figures) for pool in _pools(stage)] == [
        ("attack.good", ((2, 1),)),
        ("attack.evil", ((11, 1),)),
    ]


def _pools(stage: Stage) -> Any:
    assert isinstance(stage.awaits, Throw)
    return stage.awaits.pools


def test_who_holds_back_rolls_nothing_and_can_be_hit() -> None:
    """Statement G2, settlement Q51."""
    stage = begin(battle(troop(1, 2, 0, MAN), troop(11, 1, 1, ORC)))
    stage = with_defaults(answer(stage, Hold((1,))))

    assert _pools(stage)[0].figures == ((2, 1),)
    stage = answer(stage, Faces((1, 6)))
    assert 1 in asked(stage).figures
    with pytest.raises(IllegalAction, match="Only your own figures"):
        answer(begin(battle(troop(1, 2, 0, MAN), troop(11, 1, 1, ORC))), Hold((11,)))


def wizards() -> Stage:
    gandalf = fighter(1, 0, (2, 3, 3), character=True, wizardry=3, leadership=2, unit="gandalf")
    saruman = fighter(11, 1, (2, 4, 4), character=True, wizardry=4, leadership=2, unit="saruman")
    guards = [*troop(2, 2, 0, MAN), *troop(12, 2, 1, ORC)]
    return begin(battle([gandalf, saruman], guards, found=(1, 2)))


def test_a_duel_silences_its_loser() -> None:
    """Statement G3, settlement Q75."""
    stage = answer(up_to(wizards(), "challenge"), Challenge(11))
    assert pools(stage) == ["duel.1.11"]

    stage = answer(stage, Faces((4, 2)))
    assert (stage.silenced, stage.duelled) == ((11,), (1, 11))
    stage = with_defaults(stage)
    assert [figure for figure, _ in _pools(stage)[1].figures] == [12, 13]
    assert report(play(stage, always(1))).bouts[0].scores[1].leadership == 0


def test_a_wizard_may_challenge_any_character_where_settled_so() -> None:
    """Statement G3, settlement Q52: the text lets him neutralize "one enemy character"."""
    gandalf = fighter(1, 0, (2, 3, 3), character=True, wizardry=3, leadership=2)
    saruman = fighter(11, 1, (2, 4, 4), character=True, wizardry=4, leadership=2)
    lurtz = fighter(12, 1, (3, 3, 4), character=True, leadership=1)
    plain = {name: battle([gandalf], [saruman, lurtz], rules=CombatRules(duel_with=name)) for name in DUELS}

    stages = {name: up_to(begin(replace(start, found=(1, 2))), "challenge") for name, start in plain.items()}

    assert {name: asked(stage).figures for name, stage in stages.items()} == {"wizards": (11,), "characters": (11, 12)}
    silenced = answer(answer(stages["characters"], Challenge(12)), Faces((2, 4)))
    assert silenced.silenced == (12,)
    with pytest.raises(IllegalAction, match="Only an enemy wizard"):
        answer(stages["wizards"], Challenge(12))


def test_without_an_enemy_wizard_nobody_is_challenged() -> None:
    """Statement G3: both sides have one."""
    gandalf = fighter(1, 0, (2, 3, 3), character=True, wizardry=3)
    lurtz = fighter(12, 1, (3, 3, 4), character=True)
    stage = begin(battle([gandalf], [lurtz], found=(1, 2), rules=CombatRules(duel_with="characters")))

    while isinstance(stage.awaits, Decision):
        assert stage.awaits.kind != "challenge"
        stage = answer(stage, stage.awaits.default)


@pytest.mark.parametrize(("found", "needs"), [("parties", 3), ("characters", 4)])
def test_a_tracker_helps_to_find_stealthy_armies_unless_settled_otherwise(
    found: Literal["parties", "characters"], needs: int
) -> None:
    """Statement M30, settlement Q7: the text gives the bonus "to detect enemy characters"."""
    rangers = troop(1, 2, 0, MAN, abilities=("stealth",))
    tracker = fighter(11, 1, ORC, abilities=("tracker",))
    stage = answer(begin(battle(rangers, [tracker], rules=CombatRules(trackers_find=found))), Hide((1,)))

    stage = with_defaults(stage)

    assert isinstance(stage.awaits, Throw)
    assert stage.awaits.pools[0].needs == (needs,)
    assert bool(answer(stage, Faces((3,))).pairings) is (needs == 3)


def test_a_duel_can_be_a_tie_and_is_fought_once() -> None:
    """Statement G3, settlement Q52."""
    stage = answer(up_to(wizards(), "challenge"), Challenge(11))

    stage = answer(stage, Faces((4, 3)))
    assert (stage.silenced, stage.duelled) == ((), (1, 11))
    assert asked(stage).kind == "enchant"


def test_the_loser_of_a_duel_still_spends_points_on_his_defence() -> None:
    """Settlement Q53."""
    stage = answer(answer(up_to(wizards(), "challenge"), Challenge(11)), Faces((1, 6)))
    assert stage.silenced == (1,)
    stage = up_to(stage, "enchant")

    assert (asked(stage).figures, asked(stage).default) == ((1,), Enchant(0, 0, 0))  # he saves on 3 already
    stage = with_defaults(answer(stage, Enchant(0, 0, 1)))
    assert next(boon.figure for boon in stage.boons) == 1


@pytest.mark.parametrize(("counts", "score"), [(True, 2), (False, 0)])
def test_a_leader_slain_in_the_fight_still_leads(counts: bool, score: int) -> None:  # noqa: FBT001
    """Statement G11, settlement Q12."""
    leader = fighter(1, 0, (1, 4, None), character=True, leadership=2)
    start = battle([leader], troop(11, 1, 1, ORC), rules=CombatRules(score_slain_leader=counts), found=(1,))
    told = report(fed(start, {"attack.good": [1], "attack.evil": [6]}))

    assert (fates(told)[1], told.bouts[0].scores[0].leadership) == (Fate.DEAD, score)


def test_nobody_challenges_a_stronger_wizard_by_default() -> None:
    stage = up_to(wizards(), "challenge")
    assert asked(stage).default == Challenge(None)

    second = answer(stage, Challenge(None))
    assert (asked(second).side, asked(second).default) == (1, Challenge(1))
    with pytest.raises(IllegalAction, match="Only an enemy wizard"):
        answer(second, Challenge(12))


def test_points_of_wizardry_change_numbers_down_to_two() -> None:
    """Statement G4, settlement Q10."""
    stage = answer(answer(up_to(wizards(), "challenge"), Challenge(None)), Challenge(None))
    with pytest.raises(IllegalAction, match="from 0 to 3 points"):
        answer(stage, Enchant(2, 2, 0))

    stage = with_defaults(answer(stage, Enchant(1, 2, 0)))
    assert _pools(stage)[0].figures[0] == (1, 3)
    stage = answer(stage, Faces((2, 2, 2, 1, 1, *(1,) * (stage_dice(stage) - 5))))
    assert stage.volley.hits[0] == ((1, 3),)


def stage_dice(stage: Stage) -> int:
    assert isinstance(stage.awaits, Throw)
    return stage.awaits.dice


def test_ambush_strikes_first_and_its_victims_not_at_all() -> None:
    """Statements G6, M1, settlement Q33."""
    start = battle([fighter(1, 0, (1, 4, None), abilities=("ambush",))], [fighter(11, 1, (1, 4, None))])
    told = report(fed(start, {"attack.good": [4]}))

    assert fates(told) == {11: Fate.DEAD}


def test_ambush_on_both_sides_is_simultaneous() -> None:
    """Statement G6."""
    figures = [fighter(n, n // 10, (1, 4, None), abilities=("ambush",)) for n in (1, 11)]
    told = report(fed(battle(figures), {"attack.good": [4], "attack.evil": [4]}))

    assert fates(told) == {1: Fate.DEAD, 11: Fate.DEAD}


def test_a_rider_thrown_in_ambush_fights_on_foot() -> None:
    """Statements G6, G10."""
    rider = fighter(11, 1, (2, 3, 4), foot=(1, 4, 5))
    start = battle([fighter(1, 0, MAN, abilities=("ambush",))], [rider])
    stage = answer(with_defaults(begin(start)), Faces((6,)))
    stage = answer(stage, Faces((1,)))

    assert stage.by_id[11].fate is Fate.DISMOUNTED
    assert [(pool.name, pool.figures) for pool in _pools(stage)] == [("attack.evil", ((11, 1),))]


def test_berserkers_take_no_hits_and_die_when_they_fought() -> None:
    """Statements G15, M4, settlement Q35."""
    start = battle([fighter(1, 0, MAN, abilities=("berserk",))], [fighter(11, 1, (1, 4, None))])
    told = report(fed(start, {"attack.good": [3], "attack.evil": [6]}))

    assert fates(told) == {1: Fate.DEAD, 11: Fate.DEAD}
    assert {result.id: result.cause for result in told.figures} == {1: "berserk", 11: "defence"}
    assert [score.casualties for score in told.bouts[0].scores] == [1, 0]
    held = answer(begin(start), Hold((1,)))
    assert fates(report(play(held, always(1)))) == {}  # nobody hit him, and he lives


def test_a_berserker_who_holds_back_is_hit_like_anybody() -> None:
    """Statement G2: who declines to attack can still be hit; else he pinned the enemy for ever, and could not die."""
    start = battle([fighter(1, 0, (1, 3, None), abilities=("berserk",))], [fighter(11, 1, (1, 4, None))])

    told = report(fed(answer(begin(start), Hold((1,))), {"attack.evil": [6]}))

    assert {result.id: (result.fate, result.cause) for result in told.figures} == {1: (Fate.DEAD, "defence")}
    assert [score.casualties for score in told.bouts[0].scores] == [0, 1]


def test_a_berserker_who_serves_a_weapon_is_hit_like_anybody() -> None:
    """Statements G8, L3: who carries a charge attacks nobody, so that others of the crew took all hits for him."""
    charge = fighter(9, 0, (0, None, None), unit="demolition_charge", weapon="demolition_charge")
    crew = [fighter(1, 0, (1, 3, None), serves=9, abilities=("berserk",)), fighter(2, 0, (1, 4, None), serves=9)]
    start = battle([charge, *crew], troop(11, 2, 1, (1, 4, None)))

    told = report(fed(start, {"attack.evil": [6, 6]}))

    assert {result.id: result.cause for result in told.figures} == {1: "defence", 2: "defence"}


def test_heroes_are_wounded_and_others_die() -> None:
    """Statements G10, J2, M14, settlement Q39."""
    hero = fighter(1, 0, (1, 4, None), abilities=("heroes",), character=True)
    start = battle([hero, fighter(2, 0, (1, 4, None), character=True), *troop(11, 2, 1, (1, 4, None))], found=(1,))

    found = fates(report(play(begin(start), always(6))))
    assert (found[1], found[2]) == (Fate.WOUNDED, Fate.DEAD)


def test_the_ethereal_are_dispersed_unless_by_magic() -> None:
    """Statements G10, J6, M10, M16, settlement Q37."""
    ghost = fighter(11, 1, (1, 4, None), abilities=("ethereal",))

    for abilities, fate in (((), Fate.DISPERSED), (("magic_weapons",), Fate.DEAD)):
        start = battle([fighter(1, 0, (1, 2, 2), abilities=abilities)], [ghost])
        assert fates(report(play(begin(start), always(6))))[11] is fate


@pytest.mark.parametrize(
    ("leadership", "fate", "recovering"), [(0, Fate.PARALYSED, True), (2, Fate.DEAD, False), (1, Fate.DEAD, False)]
)
def test_the_paralysed_live_if_their_side_wins(leadership: int, fate: Fate, recovering: bool) -> None:  # noqa: FBT001
    """The spider paralyses one man, who scores; the men kill two spiders, or are led against.

    Statements G12, G15, M18, settlement Q23.
    """
    spiders = [fighter(11, 1, (1, 5, None), abilities=("paralyze",)), fighter(12, 1, (0, None, None))]
    queen = fighter(13, 1, (0, None, 2), character=True, leadership=leadership)
    men = [fighter(1, 0, (1, 4, None)), fighter(2, 0, (1, 4, None))]
    start = battle(men, spiders, [queen] if leadership else [])
    told = report(fed(start, {"attack.good": [6, 6], "attack.evil": [6]}))
    result = next(result for result in told.figures if result.id == 1)

    assert (result.fate, result.recovering) == (fate, recovering)


def test_paralysed_figures_may_not_score() -> None:
    """Settlement Q23."""
    spider = fighter(11, 1, (1, 5, 2), abilities=("paralyze",))
    start = battle([fighter(1, 0, (1, 4, None))], [spider], rules=CombatRules(paralysed_scores=False))

    assert report(fed(start, {"attack.good": [1], "attack.evil": [6]})).bouts[0].winner is None


def test_a_ship_sinks_by_three_failures() -> None:
    """Statement N, settlement Q69."""
    ship = fighter(1, 0, (0, None, 3), wounds=3, unit="ship")
    start = battle([ship], [fighter(11, 1, (3, 4, 5))])

    told = report(fed(start, {"attack.evil": [4, 4, 4], "defence.1": [1, 2, 3]}))
    assert [(result.fate, result.wounds) for result in told.figures if result.id == 1] == [(Fate.HURT, 1)]
    told = report(fed(start, {"attack.evil": [4, 4, 4], "defence.1": [1, 2, 2]}))
    assert fates(told)[1] is Fate.DEAD


def test_extra_losses_spare_characters_while_there_is_an_army() -> None:
    """Statement G13."""
    leader = fighter(11, 1, MAN, character=True, leadership=0, abilities=("heroes",))
    start = battle(troop(1, 3, 0, MAN), [leader, *troop(12, 2, 1, MAN), *troop(20, 1, 1, MAN, near=())])
    stage = answer(with_defaults(begin(start)), Faces((6, 1, 1, 1, 1, 1)))
    stage = with_defaults(stage)
    stage = up_to(answer(stage, Faces((1,))), "lose")

    assert (asked(stage).need, asked(stage).figures, asked(stage).default) == (1, (13, 20), Lose((13,)))
    with pytest.raises(IllegalAction, match="Name 1 of the figures"):
        answer(stage, Lose((11,)))
    assert fates(report(answer(stage, Lose((20,)))))[20] is Fate.DEAD


@pytest.mark.parametrize(("settled", "fate"), [("wounded", Fate.WOUNDED), ("slain", Fate.DEAD)])
def test_a_hero_as_extra_loss(settled: Any, fate: Fate) -> None:
    """Statement G13, settlement Q16."""
    hero = fighter(11, 1, MAN, character=True, abilities=("heroes",))
    start = battle(troop(1, 2, 0, MAN), [hero, fighter(12, 1, MAN)], rules=CombatRules(hero_outcome_loss=settled))
    stage = answer(with_defaults(begin(start)), Faces((6, 1, 1, 1)))
    stage = answer(with_defaults(stage), Faces((1,)))

    assert fates(report(with_defaults(stage))) == {11: fate, 12: Fate.DEAD}


def test_three_sides_fight_in_pairs_and_name_whom_they_attack() -> None:
    """Settlement Q24."""
    start = battle(troop(1, 1, 0, MAN), troop(11, 1, 1, MAN), troop(21, 1, 2, MAN))
    stage = begin(start)
    assert (asked(stage).kind, asked(stage).options) == ("aim", ((1, (1, 2)),))
    with pytest.raises(IllegalAction, match="one of the sides"):
        answer(stage, Aim(((1, 0),)))

    stage = answer(stage, Aim(((1, 2),)))
    stage = with_defaults(stage)
    assert [pairing.sides for pairing in stage.pairings] == [(0, 1), (0, 2), (1, 2)]
    assert pools(stage) == ["attack.evil"]
    told = report(play(stage, always(1)))
    assert [bout.winner for bout in told.bouts] == [None, None, None]


def test_the_side_with_the_best_leader_commands() -> None:
    """Settlement Q8."""
    sides = (Side(name="good", players=(0, 2)), Side(name="evil", players=(1,)))
    leader = fighter(3, 0, MAN, character=True, leadership=1, owner=2)
    start = battle(troop(1, 2, 0, MAN), [leader], troop(11, 3, 1, ORC), sides=sides)
    stage = answer(with_defaults(begin(start)), Faces((1, 1, 1, 5, 5, 1)))

    assert (asked(stage).kind, asked(stage).player) == ("allocate", 2)


def fortress(**place: Any) -> Battle:
    captain = fighter(1, 0, (1, 4, None), character=True, inside=Shelter.FORTRESS)
    guards = troop(2, 2, 0, (1, 4, None), inside=Shelter.FORTRESS)
    idle = troop(4, 1, 0, (1, 4, None), inside=Shelter.FORTRESS, near=())
    orcs = troop(11, 6, 1, (1, 4, 2))
    return battle([captain], guards, idle, orcs, place=Place(name="keep", holder=0, **place), found=(1,))


def test_a_fallen_fortress_kills_everybody_inside() -> None:
    """Statements G14, K1, K4, settlement Q55."""
    stage = with_defaults(begin(fortress()))
    assert _pools(stage)[0].figures == ((1, 2), (2, 2), (3, 2))
    stage = answer(stage, Faces((1,) * 6 + (6,) + (1,) * 5))
    told = report(play(stage, always(1)))

    assert (told.taken, told.bouts[0].fell, told.retreats) == (1, True, ())
    assert {figure for figure, fate in fates(told).items() if fate is Fate.DEAD} == {1, 2, 3, 4}


def test_characters_and_some_of_the_army_flee_to_the_tower() -> None:
    """Statements K4, K5, settlement Q56."""
    stage = with_defaults(begin(fortress(tower=True, capacity=1)))
    stage = with_defaults(answer(stage, Faces((1,) * 6 + (6,) + (1,) * 5)))
    assert pools(stage) == ["defence.2"]
    stage = answer(stage, Faces((1,)))
    assert (asked(stage).kind, asked(stage).need, asked(stage).figures) == ("flee", 1, (1, 3, 4))

    with pytest.raises(IllegalAction, match="room for 1"):
        answer(stage, Flee((1, 3, 4)))
    told = report(answer(stage, Flee((1, 4))))
    assert told.bouts[0].fled == (1, 4)
    assert set(fates(told)) == {2, 3}


def test_a_breached_fortress_falls_like_open_ground() -> None:
    """Statement K8, settlement Q57."""
    stage = with_defaults(begin(fortress(open=True)))
    assert _pools(stage)[0].figures == ((1, 1), (2, 1), (3, 1))
    stage = answer(stage, Faces((1,) * 3 + (6,) + (1,) * 5))
    told = report(play(stage, always(1)))

    assert (told.taken, told.bouts[0].fell) == (None, False)
    assert 1 in told.retreats


def test_from_a_breached_fortress_too_one_can_go_to_the_tower() -> None:
    """Statements K4, K8."""
    stage = with_defaults(begin(fortress(open=True, tower=True)))
    told = report(with_defaults(answer(stage, Faces((1,) * 3 + (6,) + (1,) * 5))))

    assert (told.taken, told.bouts[0].fell, told.bouts[0].fled) == (None, False, (1,))
    assert told.retreats == (4,)


def test_some_are_spared_when_a_place_falls() -> None:
    spared = (Modifier(title="hidden passages", spared_on_fall=True),)
    dwarves = troop(1, 2, 0, (1, 4, None), inside=Shelter.FORTRESS, modifiers=spared)
    start = battle(dwarves, troop(11, 3, 1, (1, 4, 2)), place=Place(name="hold", holder=0))
    stage = answer(with_defaults(begin(start)), Faces((1,) * 4 + (6, 1, 1)))
    told = report(play(stage, always(1)))

    assert (told.taken, told.retreats) == (1, (2,))


def test_answers_that_do_not_fit_are_refused() -> None:
    stage = begin(battle(troop(1, 1, 0, MAN), troop(11, 1, 1, ORC)))

    with pytest.raises(IllegalAction):
        answer(stage, Allocate())
    with pytest.raises(IllegalAction):
        answer(with_defaults(stage), Hold())
    with pytest.raises(ValueError, match="not over"):
        report(stage)
    with pytest.raises(IllegalAction, match="nothing is asked"):
        answer(play(stage, always(1)), Hold())


@pytest.mark.parametrize(
    ("figures", "message"),
    [
        ([*troop(1, 1, 0, MAN), *troop(1, 1, 1, MAN)], "in the combat twice"),
        ([fighter(1, 0, MAN), fighter(2, 1, MAN, force=1)], "figures of two sides"),
    ],
)
def test_battles_that_cannot_be_are_refused(figures: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        battle(figures)
