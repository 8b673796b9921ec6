"""The defence dice of a wave and what their failure does to each figure (G9, G10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress

from msgspec.structs import replace

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.allocation import struck
from wartable.games.ring_of_power.combat.lines import Stance
from wartable.games.ring_of_power.combat.requests import Answer, Pool, Throw
from wartable.games.ring_of_power.combat.stage import Condition, Dealt, Stage, pooled
from wartable.games.ring_of_power.combat.targets import NO_TARGET
from wartable.games.ring_of_power.combat.values import Fate


def fate_of(stance: Stance, failed: Sequence[tuple[str, ...]]) -> tuple[Fate, int]:
    """Return what becomes of a figure, and its wounds left, from the tags of the hits it failed to save, in order."""
    blows = len(failed) - stance.riding
    if blows >= stance.wounds:
        return _felled(stance, failed), 0
    if stance.riding and failed:
        return Fate.DISMOUNTED, stance.wounds - blows
    return (Fate.HURT if blows > 0 else Fate.UNHURT), stance.wounds - max(blows, 0)


def _felled(stance: Stance, failed: Sequence[tuple[str, ...]]) -> Fate:
    decisive = failed[stance.wounds + stance.riding - 1]
    if any(charts().tags[tag].paralyses for tag in decisive):
        return Fate.PARALYSED
    slain = any(charts().tags[tag].slays_ethereal for tags in failed for tag in tags)
    return removed(hero=stance.hero, ethereal=stance.ethereal and not slain)


def removed(*, hero: bool, ethereal: bool) -> Fate:
    """Return what killing means for a figure: a hero is wounded, an ethereal one dispersed (J2, J6)."""
    if ethereal:
        return Fate.DISPERSED
    return Fate.WOUNDED if hero else Fate.DEAD


def blows(stage: Stage) -> Iterator[tuple[int, Stance, tuple[tuple[str, ...], ...]]]:
    """Yield each figure that is hit, its stance, and the tags of the hits on it, worst first; by side and id."""
    for index in (0, 1):
        kinds, exposed = struck(stage, index)
        stances = {figure: rank.stance for rank in exposed for figure in rank.ids}
        for figure, counts in stage.volley.dealt[index]:
            tags = (batch.tags for batch, count in zip(kinds, counts, strict=True) for _ in range(count))
            yield figure, stances[figure], tuple(tags)


def ask_defend(stage: Stage) -> Throw | None:
    """Ask for one die for each hit that can be saved, a pool for each figure, by id (Q80)."""
    if stage.turn:
        return None
    return _pools(
        [(figure, tuple(map(stance.target, _savable(stance, tags)))) for figure, stance, tags in blows(stage)], ""
    )


def _savable(stance: Stance, tags: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    return [kind for kind in tags if stance.target(kind) < NO_TARGET]


def _pools(needs: list[tuple[int, tuple[int, ...]]], suffix: str) -> Throw | None:
    """Ask for dice figure by figure, with the face that saves for each of them."""
    pools = tuple(Pool(f"defence.{figure}{suffix}", ((figure, len(n)),), n) for figure, n in sorted(needs) if n)
    return Throw(pools) if pools else None


def roll_defend(stage: Stage, answer: Answer) -> Stage:
    """Note the defence dice."""
    stage, faces = _by_figure(stage, answer)
    return replace(stage, turn=1, volley=replace(stage.volley, saves=faces))


def _by_figure(stage: Stage, answer: Answer) -> tuple[Stage, Dealt]:
    after, named = pooled(stage, answer)
    return after, tuple((int(name.split(".")[1]), faces) for name, faces in named.items())


def ask_save_again(stage: Stage) -> Throw | None:
    """Ask for the defence dice that are rolled again: saves against terror, failures of the tough (Q38)."""
    if stage.turn or not stage.volley.saves:
        return None
    saves = dict(stage.volley.saves)
    needs = [
        (
            figure,
            tuple(compress(map(stance.target, _savable(stance, tags)), _repeats(stance, tags, saves.get(figure, ())))),
        )
        for figure, stance, tags in blows(stage)
    ]
    return _pools(needs, ".again")


def _repeats(stance: Stance, tags: tuple[tuple[str, ...], ...], faces: tuple[int, ...]) -> list[bool]:
    """Return for each defence die of a figure whether it is rolled again."""
    again = stance.defence_reroll
    return [
        targets.save_again(face, stance.target(kind), again, terror=targets.terrifies(kind))
        for face, kind in zip(faces, _savable(stance, tags), strict=True)
    ]


def roll_save_again(stage: Stage, answer: Answer) -> Stage:
    """Note the second roll; it stands."""
    stage, faces = _by_figure(stage, answer)
    return replace(stage, turn=1, volley=replace(stage.volley, resaves=faces))


def leave_saves(stage: Stage) -> Stage:
    """Settle what becomes of everybody who was hit in this wave."""
    saves, resaves = dict(stage.volley.saves), dict(stage.volley.resaves)
    known = dict(stage.by_id)
    for figure, stance, tags in blows(stage):
        failed = failures(stance, tags, saves.get(figure, ()), resaves.get(figure, ()))
        fate, wounds = fate_of(stance, failed)
        known[figure] = worse(stage, figure, fate, wounds, (len(tags), len(failed)))
    return replace(stage, conditions=tuple(known[figure] for figure in sorted(known)))


def failures(
    stance: Stance, tags: tuple[tuple[str, ...], ...], faces: tuple[int, ...], again: tuple[int, ...]
) -> list[tuple[str, ...]]:
    """Return the tags of the hits that a figure did not save, in their order."""
    second = iter(again)
    rolled = iter(zip(faces, _repeats(stance, tags, faces), strict=True))
    failed: list[tuple[str, ...]] = []
    for kind in tags:
        target = stance.target(kind)
        if target >= NO_TARGET:
            failed.append(kind)
            continue
        face, repeat = next(rolled)
        if not targets.saves(next(second) if repeat else face, target):
            failed.append(kind)
    return failed


def worse(stage: Stage, figure: int, fate: Fate, wounds: int, blows: tuple[int, int] = (0, 0)) -> Condition:
    """Add a wave to what became of a figure: one dismounted in ambush stays so if nothing worse comes.

    `blows`: hits and failures of the wave.
    """
    hits, failed = blows
    old = stage.by_id.get(figure)
    if old is None:
        return Condition(figure, fate, wounds, hits, failed, blow=fate)
    kept = old.fate if fate in (Fate.UNHURT, Fate.HURT) and old.fate is not Fate.UNHURT else fate
    return Condition(figure, kept, wounds, old.hits + hits, old.failures + failed, blow=kept)
