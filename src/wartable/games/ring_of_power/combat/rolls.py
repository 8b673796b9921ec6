"""The dice of a wave: attack and defence, which are rolled again, hits, and what failures do to a figure (G6-G10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress, islice
from typing import Literal

from msgspec.structs import replace

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.allocation import struck
from wartable.games.ring_of_power.combat.lines import Line, Rank, Stance, lines
from wartable.games.ring_of_power.combat.requests import Answer, Pool, Throw
from wartable.games.ring_of_power.combat.stage import Condition, Pair, Stage, pooled, thrown
from wartable.games.ring_of_power.combat.values import Fate


def ask_attack(stage: Stage) -> Throw | None:
    """Ask for the attack dice of both sides at once, figures by id (Q80)."""
    return None if stage.turn else _throw(stage, [_dice_of(line) for line in lines(stage)], "")


def roll_attack(stage: Stage, answer: Answer, *, name: Literal["faces", "again"] = "faces") -> Stage:
    """Note the attack dice of both sides under a name of the volley."""
    after, faces = thrown(stage, answer)
    both = faces.get(0, ()), faces.get(1, ())
    return replace(after, turn=1, volley=replace(stage.volley, **{name: both}))


def ask_reroll(stage: Stage) -> Throw | None:
    """Ask for the attack dice that are rolled again."""
    if stage.turn:
        return None
    return _throw(stage, [_again(stage, index, line) for index, line in enumerate(lines(stage))], ".again")


roll_reroll = partial(roll_attack, name="again")
"""Note the second roll; it stands."""


def leave_reroll(stage: Stage) -> Stage:
    """Count the hits of each figure, and note who attacked (M4, M32)."""
    one, other = (_hits(stage, index, line) for index, line in enumerate(lines(stage)))
    return replace(stage, volley=replace(stage.volley, hits=(one, other)), fought=fought(stage))


def fought(stage: Stage) -> tuple[int, ...]:
    """Return who has attacked so far, the wave under way counted in."""
    now = {figure for line in lines(stage) for rank in line.strikers for figure in rank.ids}
    return tuple(sorted({*stage.fought, *now}))


def _throw(stage: Stage, dice: Sequence[Sequence[Pair]], suffix: str) -> Throw | None:
    names = [stage.battle.sides[side].name for side in stage.pairing.sides]
    pools = tuple(
        Pool(f"attack.{name}{suffix}", tuple(own), tuple(stances[figure].attack for figure, n in own for _ in range(n)))
        for name, own, stances in zip(names, dice, map(_stances, lines(stage)), strict=True)
        if own
    )
    return Throw(pools) if pools else None


def _dice_of(line: Line) -> list[Pair]:
    return sorted((figure, rank.stance.dice) for rank in line.strikers for figure in rank.ids)


def _stances(line: Line) -> dict[int, Stance]:
    return {figure: rank.stance for rank in line.strikers for figure in rank.ids}


def by_figure(counts: Sequence[Pair], faces: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return the faces of each figure from the faces of a pool."""
    left = iter(faces)
    return {figure: tuple(islice(left, count)) for figure, count in counts}


def _again(stage: Stage, index: int, line: Line) -> list[Pair]:
    """Return how many dice each figure rolls again, help by rams counted in."""
    if not stage.volley.faces[index]:
        return []
    faces, stances = by_figure(_dice_of(line), stage.volley.faces[index]), _stances(line)
    counts = {figure: _own_again(stances[figure], rolled) for figure, rolled in faces.items()}
    for figure, helped in _helped(stage, index, line, faces):
        counts[figure] += helped
    return [(figure, count) for figure, count in counts.items() if count]


def _own_again(stance: Stance, faces: Sequence[int]) -> int:
    return sum(targets.attack_again(face, stance.attack, stance.attack_reroll) for face in faces)


def _helped(stage: Stage, index: int, line: Line, faces: Mapping[int, Sequence[int]]) -> Iterator[Pair]:
    """Yield the figures whom rams help, each with all its misses: those who gain most by it first (L4)."""
    left = ram_help(stage, stage.pairing.sides[index])
    for rank in helped_order(line) if left else ():
        for figure in rank.ids:
            misses = sum(not targets.hits(face, rank.stance.attack) for face in faces[figure])
            again = misses - _own_again(rank.stance, faces[figure])
            if left and again:
                left -= 1
                yield figure, again


def helped_order(line: Line) -> list[Rank]:
    """Return the ranks that a ram helps, those whose dice bring most hits first: weapons are not helped."""
    hits = {rank.ids: rank.stance.dice * targets.hit_chance(rank.stance.attack, "") for rank in line.strikers}
    helped = (rank for rank in line.strikers if not rank.stance.weapon)
    return sorted(helped, key=lambda rank: (-hits[rank.ids], rank.stance.tags, rank.ids))


def ram_help(stage: Stage, side: int) -> int:
    """Return how many attackers the rams of a side let roll their misses again; ambushers have no help (L4)."""
    if stage.wave == 0:
        return 0
    rams = [stage.battle.by_id[figure] for figure, mode in stage.modes if mode == "support"]
    return sum(charts().artillery[ram.weapon].rerolls for ram in rams if ram.side == side)


def _hits(stage: Stage, index: int, line: Line) -> tuple[Pair, ...]:
    if not stage.volley.faces[index]:
        return ()
    stances, first = _stances(line), by_figure(_dice_of(line), stage.volley.faces[index])
    second = by_figure(_again(stage, index, line), stage.volley.again[index])
    counts = (
        # A die rolled again was a miss, so that first and second rolls are counted together.
        (figure, sum(targets.hits(face, stances[figure].attack) for face in (*faces, *second.get(figure, ()))))
        for figure, faces in first.items()
    )
    return tuple((figure, count) for figure, count in counts if count)


def fate_of(stance: Stance, failed: Sequence[tuple[str, ...]]) -> tuple[Fate, int]:
    """Return what becomes of a figure, and its wounds left, from the tags of the hits it failed to save, in order."""
    blows = len(failed) - stance.riding
    if blows >= stance.wounds:
        effects = [[charts().tags[tag] for tag in tags] for tags in failed]
        decisive = effects[stance.wounds + stance.riding - 1]
        if any(effect.paralyses for effect in decisive):
            return Fate.PARALYSED, 0
        slain = any(effect.slays_ethereal for each in effects for effect in each)
        return removed(hero=stance.hero, ethereal=stance.ethereal and not slain), 0
    if stance.riding and failed:
        return Fate.DISMOUNTED, stance.wounds - blows
    return (Fate.HURT if blows > 0 else Fate.UNHURT), stance.wounds - max(blows, 0)


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
    return _pools([(figure, stance, _savable(stance, tags)) for figure, stance, tags in blows(stage)], "")


def _savable(stance: Stance, tags: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    return [kind for kind in tags if stance.target(kind) < targets.NO_TARGET]


def _pools(hits: Iterable[tuple[int, Stance, Iterable[tuple[str, ...]]]], suffix: str) -> Throw | None:
    """Ask for dice figure by figure, with the face that saves for each of them."""
    needs = sorted((figure, tuple(map(stance.target, kinds))) for figure, stance, kinds in hits)
    pools = tuple(Pool(f"defence.{figure}{suffix}", ((figure, len(n)),), n) for figure, n in needs if n)
    return Throw(pools) if pools else None


def roll_defend(stage: Stage, answer: Answer, *, name: Literal["saves", "resaves"] = "saves") -> Stage:
    """Note the defence dice by figure, under a name of the volley."""
    after, named = pooled(stage, answer)
    faces = tuple((int(pool.split(".")[1]), shown) for pool, shown in named.items())
    return replace(after, turn=1, volley=replace(stage.volley, **{name: faces}))


def ask_save_again(stage: Stage) -> Throw | None:
    """Ask for the defence dice that are rolled again: saves against terror, failures of the tough (Q38)."""
    if stage.turn or not stage.volley.saves:
        return None
    saves = dict(stage.volley.saves)
    again = [
        (figure, stance, compress(_savable(stance, tags), _repeats(stance, tags, saves.get(figure, ()))))
        for figure, stance, tags in blows(stage)
    ]
    return _pools(again, ".again")


def _repeats(stance: Stance, tags: tuple[tuple[str, ...], ...], faces: tuple[int, ...]) -> list[bool]:
    """Return for each defence die of a figure whether it is rolled again."""
    again = stance.defence_reroll
    return [
        targets.save_again(face, stance.target(kind), again, terror=targets.terrifies(kind))
        for face, kind in zip(faces, _savable(stance, tags), strict=True)
    ]


roll_save_again = partial(roll_defend, name="resaves")
"""Note the second roll; it stands."""


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
        if target >= targets.NO_TARGET:
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
