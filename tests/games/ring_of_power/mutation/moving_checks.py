"""How fast everybody is on every ground, who is small, how wide bases are (C, M, Q1)."""

from __future__ import annotations

from typing import NamedTuple

from tests.games.ring_of_power.mutation.field import SOUTH, figure, moment, refusal, world
from tests.games.ring_of_power.mutation.register import guards, guards_each
from tests.games.ring_of_power.mutation.tables import ENGINES, GROUND, RACES, SAILED, SLOW, Engine, Race
from tests.games.ring_of_power.terrain.tables import box, ground
from wartable.engine.errors import BadData
from wartable.games.ring_of_power.campaign.figures import Scene, base, pace_for
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat.odds.words import battle_of
from wartable.games.ring_of_power.special.conditions import fits
from wartable.games.ring_of_power.terrain.speeds import Mover, Pace, pace_of
from wartable.games.ring_of_power.units import units
from wartable.games.ring_of_power.vocabulary import conditions as words


def inches(pace: Pace) -> dict[str, float]:
    return dict(zip(charts().terrain, (speed / 1000 for speed in pace.speeds), strict=True))


def walked(race: str, *, mounted: bool = False, abilities: tuple[str, ...] = ()) -> dict[str, float]:
    return inches(pace_of(Mover(race=race, mounted=mounted, abilities=frozenset(abilities))))


@guards_each("movement", RACES)
def a_race_has_its_speeds(race: str, row: Race) -> None:
    on_foot, riding = walked(race), walked(race, mounted=True)

    if race == "ship":
        assert (on_foot["sea"], on_foot["river"]) == (row.foot, row.difficult)
    else:
        assert (on_foot["clear"], riding["clear"], on_foot["rough"]) == row[:3]


@guards_each("movement", RACES)
def a_race_has_its_base(race: str, row: Race) -> None:
    assert base(world(), figure(1, f"of_{race}", (0, 0))) == row.radius


@guards_each("movement", RACES)
def bullies_shun_all_but_small_folk(race: str, row: Race) -> None:
    one = world()
    state = moment(one, figure(1, "with_bullies", (20_000, 8_000)), figure(2, f"of_{race}", (25_000, 8_000), SOUTH))
    shunned = refusal(one, state, 1, (24_000, 8_000))

    assert shunned == {True: "", False: "bully"}[row.small or race == "ship"]  # a ship by itself cannot fight


@guards("mounted_radius")
def who_rides_has_a_wider_base() -> None:
    assert base(world(), figure(1, "of_man", (0, 0), mounted=True)) == 750
    assert base(world(), figure(1, "of_troll", (0, 0), mounted=True)) == 800


@guards_each("slow_movement", SLOW)
def the_slow_chart_slows(race: str, row: tuple[float, float, float]) -> None:
    one = world(slow_chart=True)
    on_foot = inches(pace_for(one, figure(1, f"of_{race}", (0, 0))))
    riding = inches(pace_for(one, figure(1, f"of_{race}", (0, 0), mounted=True)))

    assert (on_foot["clear"], riding["clear"], on_foot["rough"]) == row


@guards_each("terrain", GROUND)
def ground_is_of_its_class(kind: str, of: str) -> None:
    assert walked("man")[kind] == {"clear": 10, "difficult": 7}.get(of, 0)
    assert walked("flying")[kind] == 20
    assert walked("ship")[kind] == SAILED.get(kind, 0)
    assert can_be_stood_on(kind) == (of != "impassable")


def can_be_stood_on(kind: str) -> bool:
    try:
        battle_of(units(), "orc", f"orc in {kind}")
    except BadData:
        return False
    return True


@guards("terrain.rocky")
def chariots_never_enter_rocky_ground() -> None:
    assert walked("chariot", mounted=True, abilities=("miners",))["hills"] == 12
    assert walked("chariot", mounted=True, abilities=("miners",))["rocky"] == 0


@guards_each("terrain", GROUND)
def ground_lies_on_what_comes_after_it(kind: str, _: str) -> None:
    for other in list(GROUND)[list(GROUND).index(kind) + 1 :]:
        table = ground(box(kind, 5, 5, 10, 10, "one"), box(other, 5, 5, 10, 10, "other"))
        assert table.kind((7_000, 7_000)) == kind


@guards_each("terrain", GROUND)
def roads_bridges_and_fords_are_roads(kind: str, _: str) -> None:
    one = world()
    one.ground = ground(box(kind, 5, 5, 10, 10))
    scene = Scene(one, moment(one, figure(1, "of_man", (7_000, 7_000))))

    assert fits(scene, words.Who(on_road=True), scene.lineup.field[0]) == (kind in {"road", "bridge", "ford"})


class Gift(NamedTuple):
    """What an ability does to speeds: a factor, inches in clear and difficult ground, and where ground is clear."""

    factor: int = 1
    clear: float = 0
    difficult: float = 0
    cleared: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    """Races that it slows not."""
    bars: tuple[str, ...] = ()
    """Classes of ground that it closes."""


UNDERGROUND = ("cave_tunnel", "rocky", "hills")
GIFTS = {
    "burrower": Gift(cleared=UNDERGROUND),
    "camels": Gift(cleared=("soft_sand",)),
    "heavy_armor": Gift(clear=-1, difficult=-1, but=("dwarf",)),
    "immobile": Gift(bars=("clear", "difficult")),
    "miners": Gift(cleared=UNDERGROUND),
    "pikes": Gift(clear=-2, difficult=-2),
    "ponderous": Gift(bars=("difficult",)),
    "scouts": Gift(factor=2),
    "swift": Gift(clear=2),
    "tracker": Gift(difficult=2),
    "woodsmen": Gift(cleared=("woods",)),
}
WALKERS = tuple(race for race in RACES if race not in {"flying", "ship"})


def expected(race: str, kind: str, gift: Gift) -> float:
    """Return the inches of a race on a kind of ground with an ability, by C4 to C8."""
    of = GROUND[kind]
    if of not in {"clear", "difficult"} or (race == "chariot" and kind == "rocky"):
        return 0
    of = "clear" if kind in gift.cleared else of
    plain = RACES[race].foot if of == "clear" else RACES[race].difficult
    if of in gift.bars or not plain:
        return 0
    added = 0 if race in gift.but else gift.clear if of == "clear" else gift.difficult
    return max(plain * gift.factor + added, 0)


@guards_each("abilities", {key: GIFTS.get(key, Gift()) for key in charts().abilities})
def an_ability_moves_its_owner(key: str, gift: Gift) -> None:
    for race in WALKERS:
        assert walked(race, abilities=(key,)) == {kind: expected(race, kind, gift) for kind in GROUND}, race


@guards_each("abilities", {"swift": (22, 20), "tracker": (20, 22), "heavy_armor": (19, 19), "pikes": (18, 18)})
def flyers_are_moved_by_their_abilities_too(key: str, speeds: tuple[float, float]) -> None:
    found = walked("flying", abilities=(key,))

    assert (found["clear"], found["woods"]) == speeds


@guards_each("artillery", ENGINES)
def an_engine_has_its_pace(key: str, engine: Engine) -> None:
    found = inches(pace_for(world(), figure(1, key, (0, 0))))

    assert (found["clear"], found["woods"]) == engine.inches
    assert base(world(), figure(1, key, (0, 0))) == 1000


@guards_each("artillery", {**{key: engine.inches for key, engine in ENGINES.items()}, "bolt_shooter": (4, 4)})
def the_text_slows_bolt_shooters(key: str, speeds: tuple[float, float]) -> None:
    found = inches(pace_for(world(bolt_shooter_move="text"), figure(1, key, (0, 0))))

    assert (found["clear"], found["woods"]) == speeds
