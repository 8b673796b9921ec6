"""The attack dice of a wave: who rolls how many, which are rolled again, and the hits of each figure (G6, G7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.lines import Line, Rank, Stance, lines
from wartable.games.ring_of_power.combat.requests import Answer, Pool, Throw
from wartable.games.ring_of_power.combat.stage import Pair, Stage, thrown

BOTH = (0, 1)


def ask_attack(stage: Stage) -> Throw | None:
    """Ask for the attack dice of both sides at once, figures by id (Q80)."""
    return None if stage.turn else _throw(stage, [_dice_of(line) for line in lines(stage)], "")


def roll_attack(stage: Stage, answer: Answer) -> Stage:
    """Note the attack dice."""
    stage, faces = thrown(stage, answer)
    return replace(stage, turn=1, volley=replace(stage.volley, faces=(faces.get(0, ()), faces.get(1, ()))))


def ask_reroll(stage: Stage) -> Throw | None:
    """Ask for the attack dice that are rolled again."""
    if stage.turn:
        return None
    return _throw(stage, [_again(stage, index, line) for index, line in enumerate(lines(stage))], ".again")


def roll_reroll(stage: Stage, answer: Answer) -> Stage:
    """Note the second roll; it stands."""
    stage, faces = thrown(stage, answer)
    return replace(stage, turn=1, volley=replace(stage.volley, again=(faces.get(0, ()), faces.get(1, ()))))


def leave_reroll(stage: Stage) -> Stage:
    """Count the hits of each figure, and note who attacked (M4, M32)."""
    both = lines(stage)
    one, other = (_hits(stage, index, line) for index, line in enumerate(both))
    fought = {figure for line in both for rank in line.strikers for figure in rank.ids}
    return replace(
        stage, volley=replace(stage.volley, hits=(one, other)), fought=tuple(sorted({*stage.fought, *fought}))
    )


def _throw(stage: Stage, dice: Sequence[Sequence[Pair]], suffix: str) -> Throw | None:
    names = [stage.battle.sides[side].name for side in stage.pairing.sides]
    pools = tuple(
        Pool(f"attack.{names[i]}{suffix}", tuple(dice[i]), _needs(lines(stage)[i], dice[i])) for i in BOTH if dice[i]
    )
    return Throw(pools) if pools else None


def _needs(line: Line, dice: Sequence[Pair]) -> tuple[int, ...]:
    targets = {figure: rank.stance.attack for rank in line.strikers for figure in rank.ids}
    return tuple(targets[figure] for figure, count in dice for _ in range(count))


def _dice_of(line: Line) -> list[Pair]:
    return sorted((figure, rank.stance.dice) for rank in line.strikers for figure in rank.ids)


def _stances(line: Line) -> dict[int, Stance]:
    return {figure: rank.stance for rank in line.strikers for figure in rank.ids}


def _first_faces(stage: Stage, index: int, line: Line) -> dict[int, tuple[int, ...]]:
    return by_figure(_dice_of(line), stage.volley.faces[index])


def by_figure(counts: Sequence[Pair], faces: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return the faces of each figure from the faces of a pool."""
    found: dict[int, tuple[int, ...]] = {}
    start = 0
    for figure, count in counts:
        found[figure] = tuple(faces[start : start + count])
        start += count
    return found


def _again(stage: Stage, index: int, line: Line) -> list[Pair]:
    """Return how many dice each figure rolls again, help by rams counted in."""
    if not stage.volley.faces[index]:
        return []
    faces, stances = _first_faces(stage, index, line), _stances(line)
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
    helped = [rank for rank in line.strikers if not rank.stance.weapon]
    return sorted(helped, key=lambda rank: (-_worth(rank.stance), rank.stance.tags, rank.ids))


def _worth(stance: Stance) -> int:
    """Return in sixths how many hits the dice of a figure bring."""
    return stance.dice * sum(targets.hits(face, stance.attack) for face in targets.FACES)


def ram_help(stage: Stage, side: int) -> int:
    """Return how many attackers the rams of a side let roll their misses again; ambushers have no help (L4)."""
    if stage.wave == 0:
        return 0
    helping = [figure for figure, mode in stage.modes if mode == "support"]
    rams = [stage.battle.by_id[figure] for figure in helping]
    return sum(charts().artillery[ram.weapon].rerolls for ram in rams if ram.side == side)


def _hits(stage: Stage, index: int, line: Line) -> tuple[Pair, ...]:
    if not stage.volley.faces[index]:
        return ()
    stances = _stances(line)
    second = by_figure(_again(stage, index, line), stage.volley.again[index])
    counts = (
        (figure, _landed(stances[figure].attack, (*faces, *second.get(figure, ()))))
        for figure, faces in _first_faces(stage, index, line).items()
    )
    return tuple((figure, count) for figure, count in counts if count)


def _landed(target: int, faces: Sequence[int]) -> int:
    """Count hits; a die rolled again was a miss, so that first and second rolls can be counted together."""
    return sum(targets.hits(face, target) for face in faces)
