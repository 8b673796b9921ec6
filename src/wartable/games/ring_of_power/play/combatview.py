"""A combat under way, or one just lost, as everybody sees it: who fights with what, what was rolled, how it ended."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wartable.engine.structs import filled
from wartable.games.ring_of_power.campaign import agenda
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.combat.lines import explain, walls_open
from wartable.games.ring_of_power.combat.report import Bout, Row, rows
from wartable.games.ring_of_power.combat.stage import Boon, Stage
from wartable.games.ring_of_power.combat.targets import NO_TARGET
from wartable.games.ring_of_power.combat.values import CASUALTIES, Barrier, Fate, Fighter, Shelter
from wartable.games.ring_of_power.combat.weapons import vacant


class RankView(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of one force that fight alike. `defence` 0: they have none. `numbers`: why they are so, line by line.

    `engaged`: within reach of an enemy, so that they strike and can be hit; `came_wounded`: they lie wounded and do
    neither.
    """

    figures: tuple[int, ...]
    name: str
    unit: str
    player: int
    side: int
    force: int
    dice: int
    attack: int
    defence: int
    numbers: tuple[str, ...]
    character: bool
    mounted: bool
    engaged: bool
    came_wounded: bool
    weapon: bool
    inside: Shelter
    leadership: int
    wizardry: int
    fate: Fate


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """A side of a combat, its players, and the hits that it scored in the wave under way."""

    name: str
    players: tuple[int, ...]
    hits: int


class CombatView(msgspec.Struct, frozen=True, kw_only=True):
    """A combat. `step` is the one under way, as in `Step`; `fighting` the two sides of the bout under way.

    `dealt` says how many hits of each kind fell on whom in this wave, `picks` which of them an assassin placed (victim
    and kind), `harm` hits and failures of each figure so far. `modes` is what weapons do, `vacant` the men that each
    still takes. `open` says whether the walls of the place are: who loses it retreats (K8). `resolved` are the players
    who left the rest to the defaults.
    """

    place: str
    sides: tuple[SideView, ...]
    ranks: tuple[RankView, ...]
    step: str
    wave: int
    fighting: tuple[int, int] | None
    rows: tuple[Row, ...]
    dealt: tuple[tuple[int, tuple[int, ...]], ...]
    picks: tuple[tuple[int, int], ...]
    harm: tuple[tuple[int, int, int], ...]
    held: tuple[int, ...]
    hidden: tuple[int, ...]
    found: tuple[int, ...]
    evaded: tuple[int, ...]
    challenge: tuple[int, int] | None
    silenced: tuple[int, ...]
    boons: tuple[Boon, ...]
    modes: tuple[tuple[int, str], ...]
    vacant: tuple[tuple[int, int], ...]
    barriers: tuple[Barrier, ...]
    open: bool
    bouts: tuple[Bout, ...]
    resolved: tuple[int, ...]


def combat_of(world: World, state: RingState) -> CombatView | None:
    """Return the combat that the first task is about; None without one. A state works it out once."""
    memory: dict[str, CombatView | None] = vars(state)
    if "combat_view" not in memory:
        memory["combat_view"] = _combat(world, state)
    return memory["combat_view"]


def _combat(world: World, state: RingState) -> CombatView | None:
    task = state.agenda[0] if state.agenda else None
    if not isinstance(task, agenda.Clash | agenda.Retreat) or task.stage is None:
        return None
    stage = task.stage
    volley = stage.volley
    return filled(
        CombatView,
        stage,
        place=stage.place.name if stage.place else "",
        sides=tuple(_sides(stage)),
        ranks=tuple(_ranks(world, state, stage)),
        step=stage.step.name.lower(),
        fighting=stage.pairings[stage.bout].sides if stage.pairings else None,
        rows=rows(stage.battle, stage.dice),
        dealt=tuple(sorted((*volley.dealt[0], *volley.dealt[1]))),
        picks=(*volley.picks[0], *volley.picks[1]),
        harm=tuple((one.id, one.hits, one.failures) for one in stage.conditions),
        vacant=tuple((f.id, vacant(stage, f)) for f in stage.battle.fighters if f.weapon and vacant(stage, f)),
        barriers=stage.place.barriers if stage.place else (),
        open=walls_open(stage),
        resolved=task.resolved if isinstance(task, agenda.Clash) else (),
    )


def _sides(stage: Stage) -> Iterator[SideView]:
    fighting = stage.pairings[stage.bout].sides if stage.pairings else ()
    for number, side in enumerate(stage.battle.sides):
        hits = stage.volley.hits[fighting.index(number)] if number in fighting else ()
        yield SideView(name=side.name, players=side.players, hits=sum(count for _, count in hits))


def _ranks(world: World, state: RingState, stage: Stage) -> Iterator[RankView]:
    """Yield figures that are alike in all that is shown of them, in the order of their first ids."""
    groups: dict[tuple[object, ...], list[Fighter]] = {}
    for f in sorted(stage.battle.fighters, key=lambda one: (one.side, one.force, one.id)):
        boon = next((boon for boon in stage.boons if boon.figure == f.id), None)
        single = f.id if f.character or f.weapon or f.profile.dice == "crew" else None
        engaged = (f.engaged, f.near) if len(stage.pairings) > 1 else (f.engaged,)
        place = f.side, f.force, f.owner, f.unit, f.mounted, f.inside, f.wounded, f.terrain, f.modifiers, f.serves
        groups.setdefault((*place, *engaged, single, boon, stage.fate(f)), []).append(f)
    ranks: dict[RankView, list[int]] = {}
    for team in groups.values():
        rank = _rank(world, state, stage, team)
        alike = rank if rank.character or rank.weapon else msgspec.structs.replace(rank, figures=())
        ranks.setdefault(alike, []).extend(rank.figures)
    for rank, figures in ranks.items():
        yield msgspec.structs.replace(rank, figures=tuple(sorted(figures)))


def _rank(world: World, state: RingState, stage: Stage, team: list[Fighter]) -> RankView:
    first = team[0]
    numbers = explain(stage, first.id)
    defence = numbers.defence.value
    figure = state.by_id.get(first.id)
    title = name_of(world, figure) if figure else world.units[first.unit].name if first.unit in world.units else ""
    fate = stage.fate(first)
    return filled(
        RankView,
        first,
        figures=tuple(one.id for one in team),
        name=title or world.charts.artillery[first.weapon].title,
        player=first.owner,
        dice=0 if fate in CASUALTIES else numbers.dice.value,
        attack=numbers.attack.value,
        defence=0 if defence >= NO_TARGET else defence,
        numbers=numbers.words(),
        mounted=first.mounted and fate is not Fate.DISMOUNTED,
        came_wounded=first.wounded,
        weapon=bool(first.weapon),
        fate=fate,
    )
