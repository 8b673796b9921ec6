"""Games per second of Classic Risk under the full contract, against a bare prototype, as a ratio within one run.

Run `python bench/risk_engine.py [--games N] [--batches N] [--seats N]`. Both sides play the same rules (random deal
and placement, income with one minimum over the whole sum, three dice against two, fortification between neighbours)
with the same policy, "greedy": all new armies on one random border territory, attack uniformly among the pairs with an
edge of two armies, move all in, one random fortification; at most 300 turns of a seat.

The *prototype* is what one would write for this purpose alone: lists changed in place, frozen actions, no checks of
legality, no requests of chance, no events, no views. The *engine* asks `legal`, checks every action and every answer
of chance, and makes a new immutable state each time.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from _before import compare
from wartable.board.compiled import bits
from wartable.engine.chance import answer_with
from wartable.engine.values import CHANCE, Action
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import PRESETS, RiskOptions
from wartable.games.conquest.classic.rules import rules_of
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.actions import Attack, EndAttacks, EndTurn, Fortify, Occupy, Place
from wartable.games.conquest.core.offers import ConquestActions
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.tasks import Attacking, Fortifying, MovingIn, Reinforcing, Step
from wartable.games.conquest.core.ways import attack_pairs, border, fortify_pairs

CAP = 300
"""Turns of a seat after which a game is given up."""
EDGE = 2
"""How many armies more than the target a source must have for the policy to attack."""
ARMIES = {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}


@dataclass(frozen=True, slots=True)
class Placement:
    """Put armies on a space."""

    space: int
    count: int


@dataclass(frozen=True, slots=True)
class Assault:
    """Attack once."""

    source: int
    target: int
    dice: int


@dataclass(frozen=True, slots=True)
class Transfer:
    """Move armies, after a conquest or at the end of the turn."""

    source: int
    target: int
    count: int


class Prototype:
    """Risk with lists that change in place."""

    def __init__(self, rules: Rules, seats: int, rng: Random) -> None:
        self.rng = rng
        self.seats = seats
        self.neighbours = rules.board.neighbours
        self.regions = [(tuple(bits(mask)), armies) for mask, armies in rules.bonuses]
        self.owners = [0] * len(rules.board.ids)
        self.armies = [1] * len(rules.board.ids)
        self.turns = 0
        self.decisions = 0
        self._deal()

    def _deal(self) -> None:
        order = list(range(len(self.owners)))
        self.rng.shuffle(order)
        for number, space in enumerate(order):
            self.owners[space] = number % self.seats
        for seat in range(self.seats):
            own = self.own(seat)
            for _ in range(ARMIES[self.seats] - len(own)):
                self.armies[self.rng.choice(own)] += 1

    def own(self, seat: int) -> list[int]:
        """Spaces of a seat."""
        return [space for space, owner in enumerate(self.owners) if owner == seat]

    def income(self, seat: int) -> int:
        """Armies for a turn."""
        owners = self.owners
        bonus = sum(armies for region, armies in self.regions if all(owners[space] == seat for space in region))
        return max(3, owners.count(seat) // 3 + bonus)

    def border(self, seat: int) -> list[int]:
        """Own spaces beside others."""
        owners = self.owners
        return [space for space in self.own(seat) if any(owners[other] != seat for other in self.neighbours[space])]

    def attacks(self, seat: int) -> list[tuple[int, int]]:
        """Every pair that may be attacked."""
        owners, armies = self.owners, self.armies
        return [
            (space, other)
            for space, owner in enumerate(owners)
            if owner == seat and armies[space] > 1
            for other in self.neighbours[space]
            if owners[other] != seat
        ]

    def fortifications(self, seat: int) -> list[tuple[int, int]]:
        """Every pair that armies may move between."""
        owners, armies = self.owners, self.armies
        return [
            (space, other)
            for space, owner in enumerate(owners)
            if owner == seat and armies[space] > 1
            for other in self.neighbours[space]
            if owners[other] == seat
        ]

    def place(self, action: Placement) -> None:
        """Place armies."""
        self.armies[action.space] += action.count

    def move(self, action: Transfer) -> None:
        """Move armies."""
        self.armies[action.source] -= action.count
        self.armies[action.target] += action.count

    def assault(self, action: Assault) -> bool:
        """Roll once; whether the target fell."""
        randint, armies = self.rng.randint, self.armies
        attack = sorted((randint(1, 6) for _ in range(action.dice)), reverse=True)
        defence = sorted((randint(1, 6) for _ in range(min(2, armies[action.target]))), reverse=True)
        for ours, theirs in zip(attack, defence, strict=False):
            if ours > theirs:
                armies[action.target] -= 1
            else:
                armies[action.source] -= 1
        return armies[action.target] == 0

    def turn(self, seat: int) -> None:
        """Take a whole turn."""
        rng, armies, owners = self.rng, self.armies, self.owners
        self.place(Placement(rng.choice(self.border(seat)), self.income(seat)))
        self.decisions += 3
        while good := [(s, t) for s, t in self.attacks(seat) if armies[s] >= armies[t] + EDGE]:
            source, target = rng.choice(good)
            self.decisions += 1
            if self.assault(Assault(source, target, min(3, armies[source] - 1))):
                owners[target] = seat
                self.decisions += 1
                self.move(Transfer(source, target, armies[source] - 1))
        if pairs := self.fortifications(seat):
            source, target = rng.choice(pairs)
            self.move(Transfer(source, target, rng.randint(1, armies[source] - 1)))

    def play(self) -> int:
        """Play to the end or the cap; return the turns."""
        seat = 0
        while self.turns < CAP:
            if seat in self.owners:
                self.turns += 1
                self.turn(seat)
                if self.owners.count(seat) == len(self.owners):
                    break
            seat = (seat + 1) % self.seats
        return self.turns


def greedy(legal: ConquestActions, state: RiskState, rng: Random) -> Action:
    """Decide as the policy says, from what the legal actions offer."""
    return _DECISIONS[type(state.agenda[0])](legal, state, rng)


def _placing(legal: ConquestActions, state: RiskState, rng: Random) -> Action:
    rules = legal.rules
    own = border(rules, state, state.seat)
    return Place(rules.board.ids[own[rng.randrange(len(own))]], state.to_place)


def _attacking(legal: ConquestActions, state: RiskState, rng: Random) -> Action:
    armies = state.armies
    pairs = attack_pairs(legal.rules, state, state.seat)
    good = [(source, target) for source, target in pairs if armies[source] >= armies[target] + EDGE]
    if not good:
        return END_ATTACKS
    source, target = good[rng.randrange(len(good))]
    ids = legal.rules.board.ids
    return Attack(ids[source], ids[target], min(3, armies[source] - 1))


def _moving_in(_legal: ConquestActions, state: RiskState, _rng: Random) -> Action:
    step = state.agenda[0]
    return Occupy(state.armies[step.source] - 1) if isinstance(step, MovingIn) else END_TURN


def _fortifying(legal: ConquestActions, state: RiskState, rng: Random) -> Action:
    rules = legal.rules
    pairs = fortify_pairs(rules, state, state.seat)
    source, target = pairs[rng.randrange(len(pairs))]
    count = 1 + rng.randrange(state.armies[source] - 1)
    return Fortify(rules.board.ids[source], rules.board.ids[target], count)


END_ATTACKS, END_TURN = EndAttacks(), EndTurn()
_DECISIONS: dict[type[Step], Callable[[ConquestActions, RiskState, Random], Action]] = {
    Reinforcing: _placing,
    Attacking: _attacking,
    MovingIn: _moving_in,
    Fortifying: _fortifying,
}


def play_engine(options: RiskOptions, seats: int, rng: Random) -> tuple[int, int]:
    """Play one game by the contract; return turns of seats and decisions of seats."""
    state, turns, decisions = RISK.start(options, seats), 0, 0
    while turns <= CAP:
        asked = RISK.to_act(state)
        if not asked:
            break
        seat = asked[0]
        if seat == CHANCE:
            state = RISK.advance(state, CHANCE, answer_with(RISK.request(state), rng))
            continue
        turns += type(state.agenda[0]) is Reinforcing
        decisions += 1
        state = RISK.advance(state, seat, greedy(RISK.legal(state, seat), state, rng))
    return turns, decisions


class Tally:
    """Work done by one side so far."""

    def __init__(self) -> None:
        self.games = self.turns = self.decisions = 0
        self.rates: list[float] = []

    def run(self, play: Callable[[Random], tuple[int, int]], seeds: range) -> None:
        """Play a batch; CPU time, so that other work on the machine counts less."""
        start, turns = time.process_time(), self.turns
        for seed in seeds:
            played = play(Random(seed))
            self.turns += played[0]
            self.decisions += played[1]
        self.games += len(seeds)
        self.rates.append((self.turns - turns) / (time.process_time() - start))

    @property
    def turn_rate(self) -> float:
        """Median turns per second over the batches."""
        return median(self.rates)

    @property
    def rate(self) -> float:
        """Games per second: the turn rate over the mean length, so that a batch of long games does not mislead."""
        return self.turn_rate * self.games / self.turns


def decision_times(options: RiskOptions, seats: int, decisions: int) -> list[float]:
    """Return the seconds that single decisions took as people make them: structure of the choice, apply, view."""
    rng, state, times = Random(1), RISK.start(options, seats), []
    while len(times) < decisions and RISK.to_act(state):
        seat = RISK.to_act(state)[0]
        if seat == CHANCE:
            state = RISK.apply(state, CHANCE, answer_with(RISK.request(state), rng)).state
            continue
        start = time.process_time()
        legal = RISK.legal(state, seat)
        legal.structure()
        middle = time.process_time()
        action = legal.sample(rng)
        again = time.process_time()
        state = RISK.apply(state, seat, action).state
        RISK.view(state, seat)
        times.append(middle - start + time.process_time() - again)
    return sorted(times)


def main(arguments: list[str]) -> None:
    """Print both rates and their ratio."""
    parser = argparse.ArgumentParser(description="Classic Risk: the contract against a bare prototype")
    parser.add_argument("--games", type=int, default=25, help="games of a batch")
    parser.add_argument("--batches", type=int, default=15)
    parser.add_argument("--seats", type=int, default=3)
    given = parser.parse_args(arguments)
    options, rules = PRESETS["engine"], rules_of(PRESETS["engine"])

    def bare(rng: Random) -> tuple[int, int]:
        game = Prototype(rules, given.seats, rng)
        return game.play(), game.decisions

    def full(rng: Random) -> tuple[int, int]:
        return play_engine(options, given.seats, rng)

    sides = {"prototype": (bare, Tally()), "engine": (full, Tally())}
    for batch in range(given.batches):  # in turns, so that a slow moment of the machine meets both
        for play, tally in sides.values():
            tally.run(play, range(batch * given.games, (batch + 1) * given.games))
    for name, (_, tally) in sides.items():
        length = f"{tally.turns / tally.games:.1f} turns, {tally.decisions / tally.games:.0f} decisions a game"
        print(f"{name:10} {tally.rate:6.1f} games/s  {tally.turn_rate:7.0f} turns/s  {length}")
    pairs = zip(sides["engine"][1].rates, sides["prototype"][1].rates, strict=True)
    print(f"engine / prototype: {median(ours / theirs for ours, theirs in pairs):.2f} (at least 0.5, aim 0.8)")
    for preset, chosen in PRESETS.items():
        times = decision_times(chosen, 6, 2_000)
        typical, slow = times[len(times) // 2] * 1e6, times[int(len(times) * 0.99)] * 1e6
        print(f"one decision, {preset:9} legal, structure, apply and view: median {typical:.0f} µs, p99 {slow:.0f} µs")
    beside()


GAMES = """
import time
from random import Random
from wartable import bots
from wartable.engine.chance import SealedDice
from wartable.engine.driver import run_quick
try:
    from wartable.games.conquest.classic.game import RISK
except ImportError:  # an earlier commit
    from wartable.games.conquest.risk import RISK
def play(numbers):
    for number in numbers:
        players = [bots.get(RISK, "{level}") for _ in range(4)]
        rngs = [Random(f"{{number}}/{{seat}}") for seat in range(4)]
        run_quick(RISK, RISK.presets["engine"], 4, players, rngs, SealedDice.of("bench", number))
play(range(2))
began = time.process_time()
play(range({games}))
print({games} / (time.process_time() - began))
"""
"""Games a second of four bots of a level by `run_quick`, as simulations play them, with sealed dice."""
GREEDY = """
import sys, time
sys.path.insert(0, {bench!r})
from random import Random
from risk_engine import PRESETS, play_engine
for number in range(5):
    play_engine(PRESETS["engine"], 3, Random(number))
began = time.process_time()
for number in range(60):
    play_engine(PRESETS["engine"], 3, Random(number))
print(60 / (time.process_time() - began))
"""


def beside() -> None:
    """Print the rates beside those of an earlier commit."""
    greedy = GREEDY.format(bench=str(Path(__file__).parent))
    compare("greedy, three seats", greedy, unit="games/s", more_is_better=True, turns=5)
    for level, games in (("easy", 40), ("medium", 4)):
        code = GAMES.format(level=level, games=games)
        compare(f"{level}, four seats", code, unit="games/s", more_is_better=True, turns=5)


if __name__ == "__main__":
    main(sys.argv[1:])
