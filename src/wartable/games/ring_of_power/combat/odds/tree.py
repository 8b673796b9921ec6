"""The course of a combat, state by state: what searches, duels and charges lead to, its waves, bouts and rounds."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from wartable.games.ring_of_power.combat import outcome
from wartable.games.ring_of_power.combat.lines import lines
from wartable.games.ring_of_power.combat.machine import answer, begin, final, resume, with_defaults
from wartable.games.ring_of_power.combat.odds.laws import State, after_wave, wave_law
from wartable.games.ring_of_power.combat.odds.result import RESULTS, Books, Fates, Result, Stop, add
from wartable.games.ring_of_power.combat.prepare import finds
from wartable.games.ring_of_power.combat.requests import Decision, Faces, Pool, Throw
from wartable.games.ring_of_power.combat.stage import Stage, Step, Volley
from wartable.games.ring_of_power.combat.values import CASUALTIES, Battle, Fate, Fighter


def mixture(stage: Stage) -> list[tuple[float, Stage]]:
    """Return the stages at which blows can begin, or the combat ends without any, with their chances.

    Decisions are taken by their defaults. Stages that differ only in dice that were shown are one.
    """
    waiting, ready = [(1.0, stage)], dict[Hashable, tuple[float, Stage]]()
    while waiting:
        weight, now = waiting.pop()
        now = with_defaults(now, until=Step.ATTACK)
        if isinstance(now.awaits, Throw) and now.step < Step.ATTACK:
            for pools in product(*(_ways(now, pool) for pool in now.awaits.pools)):
                faces = Faces(tuple(face for _, shown in pools for face in shown))
                waiting.append((weight * prod(share for share, _ in pools), replace(answer(now, faces), dice=())))
        else:
            # Where nobody has a die to roll, a bout ends at once: what it costs is decided before the next blow.
            now = to_next_blow(now)
            # What of a stage decides the rest of the combat.
            opened = now.place is not None and now.place.open
            key = now.step, now.bout, now.wave, now.pairings, now.silenced, opened, now.spent, now.boons
            ready[key] = (ready.get(key, (0.0, now))[0] + weight, now)
    return list(ready.values())


def _ways(stage: Stage, pool: Pool) -> list[tuple[float, tuple[int, ...]]]:
    """Return faces that stand for all that a pool can show, with the chance of all they stand for."""
    kind, groups = pool.name.split(".", maxsplit=1)[0], dict[int, list[tuple[int, ...]]]()
    for faces in product(range(1, 7), repeat=pool.dice):
        # The same for faces with the same effect: whether somebody is found, the difference of a duel, a total.
        effect = sum(faces)
        if kind == "search":
            effect = int(finds(stage.battle, pool.name, faces[0]))
        elif kind == "duel":
            effect = faces[0] - faces[1]
        groups.setdefault(effect, []).append(faces)
    return [(len(ways) / 6**pool.dice, ways[0]) for ways in groups.values()]


def to_next_blow(stage: Stage) -> Stage:
    """Return the stage after defaults up to the blows of the next bout, or to the end."""
    while isinstance(stage.awaits, Decision) and (stage.step > Step.DEFEND):
        stage = answer(stage, stage.awaits.default)
    return stage


def with_state(stage: Stage, index: int, state: State) -> Stage:
    """Return the stage with what the last wave did to one side, the other unhurt by it."""
    other = tuple(() for _ in lines(stage)[1 - index].exposed)
    return after_wave(stage, (state, other) if index == 0 else (other, state))


def decided(stage: Stage, index: int, result: Result) -> Stage:
    """Return the end of a bout that a side wins, draws or loses, with the play's own aftermath and its defaults."""
    sides = stage.pairing.sides
    winner = {"win": sides[index], "loss": sides[1 - index]}.get(result)
    scores = (outcome.side_score(stage, 0), outcome.side_score(stage, 1))
    return with_defaults(resume(outcome.settled(stage, scores, winner), Step.EXTRA))


def result_of(stage: Stage, bout: int) -> Result:
    """Return how a bout ended, as its first side sees it."""
    winner = stage.bouts[bout].winner
    if winner is None:
        return "draw"
    return "win" if winner == stage.pairings[bout].sides[0] else "loss"


def fight_fates(stage: Stage, fighters: Iterable[Fighter]) -> Fates:
    """Return what the blows alone did to figures."""
    found = ((f.id, stage.by_id[f.id].blow) for f in fighters if f.id in stage.by_id)
    return {figure: fate for figure, fate in found if fate is not Fate.UNHURT}


def final_fates(stage: Stage, fighters: Iterable[Fighter]) -> Fates:
    """Return what becomes of figures in the end, extra losses and the fall of a place counted in."""
    found = ((f.id, final(stage, f)[0]) for f in fighters)
    return {figure: fate for figure, fate in found if fate is not Fate.UNHURT}


def survivors(stage: Stage) -> Battle | None:
    """Return the next round after a draw (G12): everybody where he was, found; None if a side has nobody left."""
    left = [_as_left(stage, f) for f in stage.battle.fighters]
    fighters = tuple(f for f in left if f is not None)
    able = {f.side for f in fighters if not f.wounded and f.engaged and not f.weapon}
    if not set(stage.pairings[0].sides) <= able:
        return None
    forces = {f.force for f in fighters}
    meetings = tuple(m for m in stage.battle.meetings if m.one in forces and m.other in forces)
    found = tuple(sorted(forces))
    place = stage.place
    if place is not None and any(barrier.broken for barrier in place.barriers):
        place = replace(place, open=True)
    return replace(stage.battle, fighters=fighters, meetings=meetings, found=found, place=place)


def _as_left(stage: Stage, fighter: Fighter) -> Fighter | None:
    """Return a figure as it enters the next round, None if it is off the table."""
    fate = final(stage, fighter)[0]
    if fate in (Fate.DEAD, Fate.DISPERSED):
        return None
    if fate in CASUALTIES:
        return replace(fighter, wounded=True)
    wounds = stage.by_id[fighter.id].wounds if fighter.id in stage.by_id else fighter.wounds
    if fate is Fate.DISMOUNTED and fighter.foot:
        return replace(fighter, profile=fighter.foot, foot=None, wounds=wounds)
    return replace(fighter, wounds=wounds) if wounds != fighter.wounds else fighter


Law: TypeAlias = list[tuple[State, int, float]]
"""What became of a side, its merit, and the chance."""


class Past(NamedTuple):
    """What happened before: the round, counted from 0, and what became of figures in the blows and in the end."""

    turn: int
    fates: Fates
    final: Fates


NOTHING = Past(0, {}, {})
"""Before the first round."""
NEGLIGIBLE = 1e-12
"""Draws less likely than this are not fought on (5.6, step 7)."""


class Walker:
    """Follows a combat through everything that can happen and fills the books."""

    def __init__(self, books: Books, stop: Sequence[Stop] = ()) -> None:
        self.books = books
        self.stop = tuple(stop)
        self.drawn: dict[Hashable, tuple[float, Battle, Past]] = {}
        """What is fought on in the next round, by what became of everybody."""

    def start(self, stage: Stage) -> None:
        """Follow a combat from any stage before the first blow, then its draws round by round."""
        self._fight(stage, 1.0, NOTHING)
        while self.drawn:
            again, self.drawn = self.drawn, {}
            for weight, left, past in again.values():
                self._fight(begin(left), weight, past)

    def _fight(self, stage: Stage, weight: float, past: Past) -> None:
        for chance, ready in mixture(stage):
            self.follow(ready, weight * chance, past)

    def follow(self, stage: Stage, weight: float, past: Past) -> None:
        """Follow a combat from where the first blows can fall, or book that there are none."""
        self._bouts(stage, 0, weight, past)
        self.blows(stage, weight, past)

    def _bouts(self, stage: Stage, first: int, weight: float, past: Past) -> None:
        """Book how bouts ended that are over; some are without a single die."""
        for bout in range(first, len(stage.bouts)):
            self.books.result(past.turn, bout, result_of(stage, bout), weight)

    def blows(self, stage: Stage, weight: float, past: Past) -> None:
        """Follow a combat from the beginning of a wave, or book that there is none."""
        if stage.over:
            if not stage.bouts:
                self.books.result(past.turn, 0, "none", weight)
            for side in range(len(stage.battle.sides)):
                self._book(side, (stage, stage), weight, past)
            return
        one, other = (wave_law(stage, index) for index in (0, 1))
        if stage.wave == 1 and len(stage.pairings) == 1:
            self._bout(stage, (_judged(stage, 0, one), _judged(stage, 1, other)), weight, past)
            return
        for first, a in one.items():
            for second, b in other.items():
                self._pair(stage, (first, second), weight * a * b, past)

    def _pair(self, stage: Stage, states: tuple[State, State], weight: float, past: Past) -> None:
        """Follow one pair of states: to the second wave, or through the end of one of several bouts (Q24)."""
        after = after_wave(stage, states)
        if stage.wave == 0:
            after = replace(after, wave=1, volley=Volley())
        else:
            after = to_next_blow(resume(after, Step.SCORE))
            self._bouts(after, stage.bout, weight, past)
        self.blows(after, weight, past)

    def _book(self, side: int, stages: tuple[Stage, Stage], weight: float, past: Past) -> None:
        """Book a side by the stage after the blows and the stage at the end."""
        own = [fighter for fighter in stages[0].battle.fighters if fighter.side == side]
        fates = {**past.fates, **fight_fates(stages[0], own)}
        self.books.side(side, weight, fates, {**past.final, **final_fates(stages[1], own)})

    def _bout(self, stage: Stage, laws: tuple[Law, Law], weight: float, past: Past) -> None:
        """Book who wins and what it costs each side; fight draws on while rounds are left."""
        again = past.turn + 1 < len(self.books.rounds)
        for index in (0, 1):
            for state, result, share in _shares(laws[index], laws[1 - index]):
                if not (again and result == "draw"):
                    self._state(stage, index, (state, result), weight * share, past)
        draws = ((first, second, a * b) for first, x, a in laws[0] for second, y, b in laws[1] if x == y)
        for first, second, share in draws if again else ():
            self._next_round(after_wave(stage, (first, second)), weight * share, past)

    def _state(self, stage: Stage, index: int, came: tuple[State, Result], weight: float, past: Past) -> None:
        state, result = came
        sides = stage.pairings[0].sides
        if index == 0:
            self.books.result(past.turn, 0, result, weight)
            for away in set(range(len(stage.battle.sides))) - set(sides):
                self._book(away, (stage, stage), weight, past)
        hit = with_state(stage, index, state)
        self._book(sides[index], (hit, decided(hit, index, result)), weight, past)

    def _next_round(self, hit: Stage, weight: float, past: Past) -> None:
        end = decided(hit, 0, "draw")
        everybody = end.battle.fighters
        fates = {**past.fates, **fight_fates(hit, everybody)}
        after = Past(past.turn + 1, fates, {**past.final, **final_fates(end, everybody)})
        stopped = any(stop.met(self.books.battle, fates) for stop in self.stop)
        left = survivors(end)
        if left is not None and not stopped and weight >= NEGLIGIBLE:
            # It is fought on together with all that led to the same.
            key = (after.turn, left.fighters, frozenset(after.fates.items()), frozenset(after.final.items()))
            self.drawn[key] = (weight + self.drawn.get(key, (0.0,))[0], left, after)
            return
        self.books.result(past.turn, 0, "stopped" if stopped else "draw", weight)
        for side in range(len(end.battle.sides)):
            self.books.side(side, weight, after.fates, after.final)


def _judged(stage: Stage, index: int, law: Mapping[State, float]) -> Law:
    """Return a law with what each state adds to a side's score less the enemy's: leadership less casualties (G11)."""
    after = ((state, with_state(stage, index, state), weight) for state, weight in law.items())
    return [(s, outcome.leadership(hit, index)[0] - outcome.casualties(hit, index), weight) for s, hit, weight in after]


def _shares(own: Law, enemy: Law) -> Iterator[tuple[State, Result, float]]:
    """Yield each state of a side with each result of its, and the chance of both together."""
    merits: dict[int, float] = {}
    for _, value, weight in enemy:
        add(merits, value, weight)
    chances = {
        value: [
            sum(weight for other, weight in merits.items() if (value > other) - (value < other) == sign)
            for sign in (1, 0, -1)
        ]
        for value in {value for _, value, _ in own}
    }
    for state, value, weight in own:
        for result, chance in zip(RESULTS, chances[value], strict=True):
            if chance > 0:
                yield state, result, weight * chance
