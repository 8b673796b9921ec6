"""Fights with ships: who meets a ship, who fights from it, how it sinks and how it flees (C2, G13, H, N, Q69)."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import Group, altered, facing
from wartable.engine.values import Event
from wartable.games.ring_of_power.campaign import events
from wartable.games.ring_of_power.campaign.actions import Board, Done, Move
from wartable.games.ring_of_power.campaign.agenda import Movement, Retreat
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.combat.values import Fate
from wartable.games.ring_of_power.play.battle import battle_of
from wartable.games.ring_of_power.play.combats import clashes
from wartable.games.ring_of_power.play.hindrances import looks
from wartable.games.ring_of_power.play.tell import sentence

SHIP, CREW, ORC = 1, tuple(range(2, 8)), 8
BANK = (10_000, 14_200)


def moored(*, crew: bool = True, orcs: int = 1) -> Campaign:
    """A ship on the river, six corsairs aboard or far off, and orcs on the southern bank beside it."""
    far_off: Group = {"unit": "corsair", "count": 6, "formation": {"shape": "line", "anchor": [30, 25], "spacing": 0.8}}
    campaign = facing({"unit": "corsair_ship", "count": 1, "at": [10, 15]}, far_off)
    orc = campaign.state.by_id[ORC]
    band = [replace(orc, id=ORC + n, x=BANK[0] + 200 * n, y=BANK[1]) for n in range(orcs)]
    good = [one for one in campaign.state.figures if one.id != ORC]
    if crew:
        good = [one if one.id == SHIP else replace(one, aboard=SHIP, x=10_000, y=15_000) for one in good]
    campaign.put(replace(campaign.state, figures=(*good, *band), next_id=ORC + orcs))
    return campaign


def fought(campaign: Campaign, *, hits: int, saved: int = 0) -> Campaign:
    """Let everybody be done: so many of the orcs hit, the corsairs miss, and of those hit the first are saved."""

    def faces(purpose: str, dice: int) -> tuple[int, ...]:
        if purpose == "battle.attack":
            return (*[1] * len(CREW), *[6] * hits, *[1] * (dice - len(CREW) - hits))
        return (*[6] * saved, *[1] * (dice - saved))

    campaign.faces = faces
    return campaign


def next_turn(campaign: Campaign) -> Campaign:
    campaign.by_default(lambda state: state.turn == 2)
    return campaign


def corsairs(campaign: Campaign) -> int:
    return sum(one.unit == "corsair" for one in campaign.state.figures)


def test_a_manned_ship_meets_enemies_on_the_bank() -> None:
    """Statements E1, N, settlement Q69: only the crew attack."""
    campaign = moored()

    def faces(purpose: str, dice: int) -> tuple[int, ...]:
        return (6 if purpose == "battle.attack" else 1,) * dice

    campaign.faces = faces
    next_turn(campaign)
    (rolled, *_) = campaign.told(events.BattleRolled)

    assert isinstance(rolled, events.BattleRolled)
    assert {figure for row in rolled.rows if row.side == 0 for figure, *_ in row.dice} == set(CREW)
    assert ORC not in campaign.state.by_id


def test_nobody_meets_an_empty_ship() -> None:
    """Settlement Q69."""
    campaign = next_turn(moored(crew=False))

    assert not campaign.told(events.BattleEnded)
    assert SHIP in campaign.state.by_id


def test_a_ship_goes_down_at_the_third_failure_with_everybody_aboard() -> None:
    """Statement N, settlement Q69: it is dealt hits as one figure among those aboard."""
    hit = next_turn(fought(moored(orcs=7), hits=7))
    assert hit.state.by_id[SHIP].lost_wounds == 1

    again = next_turn(fought(moored(orcs=21), hits=21))
    assert SHIP not in again.state.by_id
    assert corsairs(again) == 0


def test_the_drowned_are_feats_of_those_who_sank_their_ship() -> None:
    """Statement G11, settlement Q69: the ship alone fails its three throws, and those aboard go down."""
    campaign = fought(moored(orcs=21), hits=21)
    attack = campaign.faces
    assert attack is not None

    def faces(purpose: str, dice: int) -> tuple[int, ...]:
        return attack(purpose, dice) if purpose == "battle.attack" else (*[1] * 3, *[6] * (dice - 3))

    campaign.faces = faces
    next_turn(campaign)
    (ended,) = campaign.told(events.BattleEnded)

    assert isinstance(ended, events.BattleEnded)
    assert {one.id for one in ended.report.figures if one.fate is Fate.DEAD} == {SHIP, CREW[0]}  # an extra loss
    assert corsairs(campaign) == 0
    assert campaign.state.points == (0, len(CREW) + 1)


def test_the_beaten_flee_over_the_water_and_regroup_aboard() -> None:
    """Statements G13, H: no ship is an extra loss; who is aboard goes with it, and lands only once he has regrouped."""
    campaign = fought(moored(orcs=7), hits=7, saved=6)
    campaign.by_default(fleeing)
    assert corsairs(campaign) == len(CREW) - 2
    campaign.by_default(lambda state: state.turn == 2 and moving(state))
    ship = campaign.state.by_id[SHIP]
    aboard = [one for one in campaign.state.figures if one.aboard == SHIP]

    assert ship.point != (10_000, 15_000)
    assert campaign.world.ground.kind(ship.point) == "river"
    assert {one.point for one in aboard} == {ship.point}
    bank = (ship.x, 16_500)
    assert campaign.refusal(Board(ship=SHIP, figures=(aboard[0].id,), ashore=(bank,))) == "ring.still"


def fleeing(state: RingState) -> bool:
    return bool(state.agenda) and isinstance(state.agenda[0], Retreat)


def moving(state: RingState) -> bool:
    return bool(state.agenda) and isinstance(state.agenda[0], Movement)


def test_a_manned_ship_pins_and_an_empty_one_does_not() -> None:
    """Statement C2."""
    for crew, code in ((True, "ring.pinned"), (False, "")):
        campaign = moored(crew=crew)
        campaign.do(Done())
        away = Move(paths=((ORC, (BANK, (10_000, 12_000))),))
        assert campaign.refusal(away) == code


def test_nobody_lands_from_a_ship_that_enemies_hold() -> None:
    """Statement C2: a ship that begins beside enemies is held with all aboard; one that came this turn is not."""
    landing = Board(ship=SHIP, figures=CREW[:2], ashore=((9_500, 16_500), (10_500, 16_500)))
    campaign = moored()
    assert campaign.refusal(landing) == "ring.pinned"

    altered(campaign, SHIP, moved=campaign.state.turn)
    assert campaign.refusal(landing) == ""


def test_a_ship_whose_whole_crew_is_numb_holds_nobody() -> None:
    """Statement C2, settlements Q6, Q69."""
    away = Move(paths=((ORC, (BANK, (10_000, 12_000))),))
    campaign = moored()
    campaign.do(Done())
    for number in CREW[1:]:
        altered(campaign, number, numb_until=campaign.state.turn)
    assert campaign.refusal(away) == "ring.pinned"

    altered(campaign, CREW[0], numb_until=campaign.state.turn)
    assert campaign.refusal(away) == ""


def test_those_aboard_reach_as_far_as_the_base_of_their_ship() -> None:
    """Statements A5, E1, settlements Q1, Q69: whom a ship holds it fights too."""
    campaign = moored()
    edged = Campaign(campaign.options.scenario, measure="edge")
    edged.put(replace(campaign.state, options=edged.options))
    altered(edged, ORC, y=15_000 - 3_400)

    assert next_turn(edged).told(events.BattleRolled)


def test_who_rides_a_beast_aboard_a_ship_fights_as_the_ship_lies() -> None:
    """Statement E3, settlement Q69."""
    campaign = moored()
    altered(campaign, CREW[0], unit="mumak")
    altered(campaign, CREW[1], aboard=CREW[0], serves=CREW[0])
    (clash,) = clashes(Run(campaign.world, campaign.state, None))
    near = {one.id: one.near for one in battle_of(Scene(campaign.world, campaign.state), clash).fighters}

    assert near[SHIP]
    assert near[CREW[0]] == near[CREW[1]] == near[SHIP]


def test_an_ethereal_figure_that_is_dispersed_does_not_go_down_with_its_ship() -> None:
    """Statements J6, N, settlement Q69."""
    campaign = fought(moored(orcs=21), hits=21)
    for number in CREW:
        altered(campaign, number, unit="nazgul")
    next_turn(campaign)
    whys = {away.figure.id: away.why for away in campaign.state.away}

    assert whys[SHIP] == "dead"
    assert {whys[number] for number in CREW} == {"dispersed"}


def test_those_aboard_look_for_whom_their_ship_lies_beside() -> None:
    """Statement F2, settlement Q69."""
    campaign = moored(orcs=2)
    altered(campaign, ORC, unit="frodo", owner=0, x=10_000, y=16_000)
    for number in (SHIP, *CREW):
        altered(campaign, number, owner=1)

    assert [look.group for look in looks(campaign.world, campaign.state, 0)] == [(ORC,)]


def test_a_sinking_is_told_by_the_ship_and_points_of_a_kind_together() -> None:
    again = next_turn(fought(moored(orcs=21), hits=21))
    (gone,) = (one for one in again.told(events.Gone) if isinstance(one, events.Gone) and SHIP in one.figures)
    assert sentence(again.world, gone) == "Corsair ship goes down; 6 Corsairs fall."

    told: list[Event] = []
    run = Run(again.world, again.state, told)
    for player, feat in ((0, "army_felled"), (0, "army_felled"), (0, "home_lost"), (1, "home_lost")):
        run.score(player, 1, feat)
    assert [(one.player, one.points) for one in told if isinstance(one, events.Scored)] == [(0, 2), (0, 1), (1, 1)]
    assert run.state.points[:2] == (again.state.points[0] + 3, again.state.points[1] + 1)
