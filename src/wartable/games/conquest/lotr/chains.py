"""The best chain of attacks by which a leader gets to a territory in a turn, and its exact chance.

An army fights on from territory to territory with all that survives; a leader goes along, or follows afterwards by a
strategic move. A longer chain never has a better chance, so chains are looked at from the likeliest on; of two that
end alike, the one that never brings fewer units makes the other needless.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import accumulate, count
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.games.conquest.core.pieces import changed
from wartable.games.conquest.core.play import settled_by
from wartable.games.conquest.lotr.combat import with_leader
from wartable.games.conquest.lotr.data import Mission
from wartable.games.conquest.lotr.missions import fulfilled
from wartable.games.conquest.lotr.modifiers import battle_dice
from wartable.games.conquest.lotr.movement import (
    attack_sources,
    attack_ways,
    bridge_blocked,
    full,
    leader_reach,
    may_move,
    partners,
    reach,
    seaborne,
    tired,
    toll,
)
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState
from wartable.odds import next_leg

RAREST = 0.001
"""Chains less likely than this are not looked for."""
Kind: TypeAlias = Literal["declare", "attack", "enter", "fortify", "move_leader"]
"""What is decided in a step of a way, by the tag of the decision."""


class WayStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a way: `chance` is that of this step and all before it, the bonuses are on the highest dice.

    `defenders` are the units in the target, `leader` says whether the leader goes along, `sea` whether it is by sea.
    """

    kind: Kind
    source: str
    target: str
    chance: float
    leader: bool = True
    defenders: int = 0
    attack_bonus: int = 0
    defence_bonus: int = 0
    sea: bool = False


class Chain(msgspec.Struct, frozen=True):
    """Conquests that follow one another: the position after them, and how many units got there."""

    state: LotrState
    at: int
    units: tuple[float, ...]
    """By number of units (from 0): the probability that so many have come to where the army is."""
    led: bool
    """Whether a leader goes along."""
    steps: tuple[WayStep, ...] = ()

    @property
    def chance(self) -> float:
        """The probability of all conquests."""
        return sum(self.units[1:])


class Found(msgspec.Struct, frozen=True):
    """A way to the end: its chance and steps."""

    chance: float
    steps: tuple[WayStep, ...]


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked for: `aims` are the territories, `leader` where the leader stands who is to get there, if any.

    `mission` is what is to be fulfilled there; `unseen` are territories whose units the seat does not see, so that
    nothing can be said of attacks on them; `keep` are the units left behind in each territory, `escort` those that also
    stay with a leader who is to follow and does not move alone.
    """

    rules: LotrRules
    seat: int
    aims: int
    keep: int
    unseen: int
    escort: int = 0
    mission: Mission | None = None
    leader: int | None = None
    attacks: bool = True
    moves: bool = True

    def best(self, starts: list[Chain], least: float) -> Found | None:
        """Return the likeliest way that begins with one of some chains, if it is likelier than `least`."""
        number, found = count(), None
        waiting = [(-chain.chance, 0, next(number), chain) for chain in starts]
        waiting.sort()
        kept: dict[tuple[int, int, bool, bool], list[tuple[float, ...]]] = {}
        while waiting:
            chain = heappop(waiting)[-1]
            if chain.chance <= least:
                break
            done = self.ended(chain)
            if done is not None and done.chance > least:
                found, least = done, done.chance
            for further in self.further(chain) if self.attacks and least < chain.chance else ():
                if further.chance > least and self.better(further, kept):
                    heappush(waiting, (-further.chance, len(further.steps), next(number), further))
        return found

    def better(self, chain: Chain, kept: dict[tuple[int, int, bool, bool], list[tuple[float, ...]]]) -> bool:
        """Whether no chain known so far ends alike and never brings fewer units; then keep this one in mind."""
        rules, state = self.rules, chain.state
        joined = (
            self.leader is not None
            and not chain.led
            and bool(reach(rules, state, self.seat, self.leader, led=True) >> chain.at & 1)
        )
        alike = kept.setdefault((chain.at, state.held[self.seat] & rules.ports, chain.led, joined), [])
        tails = tuple(accumulate(reversed(chain.units)))[::-1]
        if any(len(one) >= len(tails) and all(map(float.__ge__, one, tails)) for one in alike):
            return False
        alike.append(tails)
        return True

    def further(self, chain: Chain) -> Iterator[Chain]:
        """Yield the chain with each conquest that could follow."""
        rules, state, source = self.rules, chain.state, chain.at
        if not attack_sources(rules, state, self.seat) >> source & 1:
            return
        targets = attack_ways(rules, state, self.seat)[source] & ~partners(rules, state, self.seat) & ~self.unseen
        standing = state.assault
        if standing is not None and standing.bound:
            targets &= 1 << standing.target if standing.source == source else 0
        for target in bits(targets):
            if chain.led or not bridge_blocked(state, source, target):
                yield self.conquered(chain, target)

    def conquered(self, chain: Chain, target: int) -> Chain:
        """Return the chain with one more territory, fought for or entered."""
        rules, state, source = self.rules, chain.state, chain.at
        defenders, standing = state.armies[target], state.assault
        dice = battle_dice(rules, state, source, target, leader=chain.led)
        rolled = standing is not None and standing.rolls and (standing.source, standing.target) == (source, target)
        lost = toll(rules, state, source, target) if defenders and not rolled else 0
        units = next_leg(_able(chain.units, self._left(source), lost), defenders, dice)
        if defenders and rules.enter_most == "fought":  # whoever takes the last unit loses none in that roll
            most = rules.plain.attack_dice
            units = (*units[:most], sum(units[most:]))
        step = WayStep(
            kind="attack" if defenders else "enter",
            source=rules.id(source),
            target=rules.id(target),
            chance=sum(units[1:]),
            leader=chain.led,
            defenders=defenders,
            attack_bonus=dice.attack_bonus if defenders else 0,
            defence_bonus=dice.defence_bonus if defenders else 0,
            sea=seaborne(rules, state, source, target),
        )
        return Chain(self._after(chain, target), target, units, chain.led, (*chain.steps, step))

    def _left(self, source: int) -> int:
        """Return the units left behind in a territory."""
        return self.keep + (self.escort if source == self.leader else 0)

    def _after(self, chain: Chain, target: int) -> LotrState:
        """Return the position after a conquest; of units it only says where some are."""
        state, source, bit = chain.state, chain.at, 1 << target
        armies, loser = list(state.armies), state.owner(target)
        fought = state.fought | 1 << source if chain.led and armies[target] else state.fought
        armies[source], armies[target] = self._left(source), 1
        held = [mask & ~bit if seat == loser else mask for seat, mask in enumerate(state.held)]
        held = list(settled_by(tuple(held), self.seat, target))
        if not self.keep:
            held[self.seat] &= ~(1 << source)
        after = replace(
            state, armies=tuple(armies), held=tuple(held), assault=None, fought=fought, entered=state.entered | bit,
            pieces=changed(state.pieces, LEADER, target, -state.pieces[LEADER][target]),
        )  # fmt: skip
        if not chain.led:
            return after
        return with_leader(self.rules, after, self.seat, source, target, None, everyone=not self.keep)

    def ended(self, chain: Chain) -> Found | None:
        """Return how a chain ends on the territory looked for, by a move where the leader is not there; else None."""
        if self.leader is None:
            there = bool(self.aims & chain.state.held[self.seat])
            return Found(chain.chance, chain.steps) if there else None
        place = chain.at if chain.led else self.leader
        if self._fulfils(chain.state, place):
            return Found(chain.chance, chain.steps)
        return self._moved(chain, place) if self.moves else None

    def _moved(self, chain: Chain, place: int) -> Found | None:
        """Return the way with a strategic move to the territory looked for, alone or along with units."""
        rules, state, seat = self.rules, chain.state, self.seat
        if tired(rules, state) >> place & 1 or self.aims >> place & 1:
            return None
        (aim,) = bits(self.aims)
        if rules.options.leaders_separate and leader_reach(rules, state, seat, place) & self.aims:
            kind: Kind = "move_leader"
            chance = chain.chance
        elif may_move(rules, state) and reach(rules, state, seat, place, led=True) & ~full(rules, state) & self.aims:
            kind, chance = "fortify", self._spare(chain, place)
        else:
            return None
        moved = with_leader(rules, state, seat, place, aim, None)
        if not chance or not self._fulfils(moved, aim):
            return None
        step = WayStep(kind=kind, source=rules.id(place), target=rules.id(aim), chance=chance)
        return Found(chance, (*chain.steps, step))

    def _spare(self, chain: Chain, place: int) -> float:
        """Return the probability that units may leave the leader's territory."""
        stay = self.rules.stay
        if place == chain.at:
            return sum(chain.units[stay + 1 :])
        return chain.chance if chain.state.armies[place] > stay else 0.0

    def _fulfils(self, state: LotrState, place: int) -> bool:
        """Whether the leader stands where it is to get to, and may claim the mission there."""
        if not self.aims >> place & 1 or not state.held[self.seat] >> place & 1:
            return False
        return self.mission is None or not fulfilled(self.rules, state, self.seat, self.mission)


def _able(units: tuple[float, ...], keep: int, lost: int) -> list[float]:
    """Return by number how probable it is that so many units may attack; `lost` go before, but never the last."""
    found = [0.0] * len(units)
    for there, chance in enumerate(units):
        left = max(min(there, 1), there - lost) - keep
        if left > 0:
            found[left] += chance
    return found


def start(state: LotrState, at: int, *, led: bool, steps: tuple[WayStep, ...] = ()) -> Chain:
    """Return the chain that begins in a territory, with nothing conquered yet."""
    return Chain(state, at, (*(0.0,) * state.armies[at], 1.0), led, steps)
