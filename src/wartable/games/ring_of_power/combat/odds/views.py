"""What one round looks like for figures by sort: who strikes with which dice, who can be hit, who leads."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from wartable.games.ring_of_power.combat import outcome, targets
from wartable.games.ring_of_power.combat.allocate import keen, severity
from wartable.games.ring_of_power.combat.chances import hit_chance
from wartable.games.ring_of_power.combat.lines import Line, Rank, Stance, lines
from wartable.games.ring_of_power.combat.odds.figures import Kinds
from wartable.games.ring_of_power.combat.odds.hits import kinds_of
from wartable.games.ring_of_power.combat.stage import Stage


class Striker(NamedTuple):
    """Figures of one sort that attack: so many dice each, each a hit of one kind with a chance. `number` None: all."""

    sort: int
    number: int | None
    dice: int
    chance: float
    kind: int


class Target(NamedTuple):
    """Figures of one sort that can be hit. `number` None: all there are."""

    sort: int
    number: int | None
    stance: Stance


class View(NamedTuple):
    """One side in a round: who strikes in ambush and who then, the kinds of their hits, who can be hit, in order."""

    ambush: tuple[Striker, ...]
    strikers: tuple[Striker, ...]
    kinds: Kinds
    targets: tuple[Target, ...]
    leadership: int


def simple(stage: Stage) -> bool:
    """Whether a round can be reckoned by sorts: two sides, nobody has evaded, no weapons, crews or picks.

    An ambush may only fell figures, not throw riders or hurt those of several wounds: they would strike back changed.
    Nor may anybody hold back then, as the fallen would have to be told apart.
    """
    plain = len(stage.pairings) == 1 and not stage.evaded and not _crewed(stage)
    unchanged = all(f.wounds == 1 and not f.mounted for f in stage.battle.fighters)
    whole = stage.wave == 1 or (unchanged and not stage.held)
    return plain and whole and all(_plain(fighter.abilities) for fighter in stage.battle.fighters)


def _plain(abilities: tuple[str, ...]) -> bool:
    return "picks_victim" not in targets.traits(abilities) and "paralyze" not in targets.tags_of(abilities)


def _crewed(stage: Stage) -> bool:
    return any(f.weapon or f.serves is not None or f.profile.dice == "crew" for f in stage.battle.fighters)


def views(stage: Stage, of: dict[int, int], *, all_of: bool) -> tuple[View, View]:
    """Return both sides of a stage as they are seen by sort; `of` is the sort of each figure.

    `all_of`: numbers are left open, for any number of figures of the same sorts.
    """
    waves = [lines(replace(stage, wave=wave)) for wave in (0, 1)]
    one, other = (_view(stage, waves, index, of, all_of=all_of) for index in (0, 1))
    return one, other


def _view(stage: Stage, waves: list[tuple[Line, Line]], index: int, of: dict[int, int], *, all_of: bool) -> View:
    exposed = waves[1][1 - index].exposed
    kinds = tuple(sorted({kind for wave in waves for kind in kinds_of(wave[index], exposed)}, key=severity))
    ambush, strikers = (
        tuple(
            Striker(
                sort,
                number,
                rank.stance.dice,
                float(hit_chance(rank.stance.attack, rank.stance.attack_reroll)),
                kinds.index(keen(rank.stance.tags, exposed)),
            )
            for rank in wave[index].strikers
            for sort, number in _parts(rank, of, all_of=all_of)
        )
        for wave in waves
    )
    hit = tuple(
        Target(sort, number, rank.stance)
        for rank in waves[1][index].exposed
        for sort, number in _parts(rank, of, all_of=all_of)
    )
    return View(ambush, strikers, kinds, hit, outcome.leadership(stage, index)[0])


def _parts(rank: Rank, of: dict[int, int], *, all_of: bool) -> list[tuple[int, int | None]]:
    """Return the sorts of a rank in the order of their first figure, and how many of each."""
    found: dict[int, int] = {}
    for figure in rank.ids:
        found[of[figure]] = found.get(of[figure], 0) + 1
    return [(sort, None if all_of else number) for sort, number in found.items()]
