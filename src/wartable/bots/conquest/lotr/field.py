"""The map in a position of Lord of the Rings Risk: odds with leaders and strongholds, ways, leaders that move along."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import cast

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.bots.conquest.field import Field
from wartable.bots.conquest.ground import Ground, Odds, ground_of, odds_by
from wartable.bots.conquest.position import Position
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.ways import free_spaces
from wartable.games.conquest.lotr.movement import attack_sources, partners
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState


class LotrField:
    """What bears on battles and conquests, worked out when it is asked for: most questions need little of it.

    `idle` are own leaders that are not to fight: all others do where the seat wants them to.
    """

    cities = 0

    def __init__(self, rules: LotrRules, state: LotrState, seat: int, idle: int) -> None:
        self._rules, self._state, self._seat = rules, state, seat
        self.idle, self.sites = idle, rules.sites
        self.capitals = rules.strongholds if "strongholds" in rules.options.income else 0
        sided = rules.options.sides != "none"
        self.sides = tuple(int(state.side(each) == "evil") for each in range(state.seats)) if sided else ()
        self.friends = partners(rules, state, seat) & ~state.held[seat] if sided else 0  # the territories of a partner

    @cached_property
    def odds(self) -> Sequence[Sequence[Odds]]:
        """Odds of the seat's attacks by source and target."""
        found = [self.guard] * len(self._rules.names)
        for space in bits(self._state.leaders & self._state.held[self._seat] & ~self.idle):
            found[space] = self.led
        return found

    @cached_property
    def guard(self) -> Sequence[Odds]:
        """Odds of others' attacks by target, and of the seat's own without a leader."""
        return rows(self._rules, self._state.leaders, 0)

    @cached_property
    def led(self) -> Sequence[Odds]:
        """Odds of the seat's attacks with a leader by target."""
        return rows(self._rules, self._state.leaders, self._rules.options.leader_bonus)

    @cached_property
    def barred(self) -> Sequence[int]:
        """By source, what the seat may not attack: partners and what is empty, or all of it."""
        rules, state = self._rules, self._state
        shut = self.friends | free_spaces(state)
        if rules.options.chain_attacks:
            return (shut,) * len(rules.names)
        found = [rules.board.everything] * len(rules.names)
        for space in bits(attack_sources(rules, state, self._seat)):
            found[space] = shut
        return found


class LotrPosition(Position):
    """A position with leaders: they go along with conquests, and are lost with their territory."""

    __slots__ = ("earned", "leaders", "me")
    leaders: int
    earned: bool
    """Whether a leader of the seat has conquered a site."""
    me: int

    @classmethod
    def of(cls, ground: Ground, field: Field, state: ConquestState, seat: int) -> LotrPosition:
        """Read a state, as seen by a seat."""
        found = cls(ground, field, seat, list(state.held), list(state.armies), None)
        own = cast("LotrState", state)
        found.leaders, found.earned, found.me = own.leaders, own.site, seat
        return found

    def copy(self) -> LotrPosition:
        """Return a position that can be changed without changing this one."""
        found = LotrPosition(self.ground, self.field, self.seat, self.held[:], self.armies[:], self.owner[:])
        found.leaders, found.earned, found.me = self.leaders, self.earned, self.me
        return found

    @property
    def map(self) -> LotrField:
        """The field, with what this game adds."""
        return cast("LotrField", self.field)

    def odds(self, source: int) -> Sequence[Odds]:
        """Return the odds of attacks from a space by target, better with a leader."""
        led = self.leaders & ~self.map.idle
        return self.map.led if led >> source & 1 else self.map.guard

    def conquer(self, source: int, target: int, stay: int, arrive: int) -> None:
        """Take a space; a leader that fought goes along, one that stood there is lost."""
        super().conquer(source, target, stay, arrive)
        start, end = 1 << source, 1 << target
        self.leaders &= ~end
        if self.leaders & start and not (self.seat == self.me and self.map.idle & start):
            self.leaders ^= start | end
            if self.seat == self.me and self.map.sites & end:
                self.earned = True


@lru_cache(maxsize=256)
def _kinds(rules: LotrRules, attack: int) -> tuple[Odds, ...]:
    """Return the odds with a bonus against nothing, a leader, a stronghold, both."""
    leader, fort = rules.options.leader_bonus, rules.data.combat.stronghold
    return tuple(
        odds_by(replace(rules.plain, attack_bonus=attack, defence_bonus=defence))
        for defence in (0, leader, fort, leader + fort)
    )


@lru_cache(maxsize=1024)
def rows(rules: LotrRules, leaders: int, attack: int) -> tuple[Odds, ...]:
    """Return the odds against each territory, of an attack with a bonus, where leaders stand as a mask says."""
    _, leader, fort, both = _kinds(rules, attack)
    found = list(_bare(rules, attack))
    for space in bits(leaders):
        found[space] = both if found[space] is fort else leader
    return tuple(found)


@lru_cache(maxsize=256)
def _bare(rules: LotrRules, attack: int) -> tuple[Odds, ...]:
    """Return the odds against each territory where no leader stands."""
    nothing, _, fort, _ = _kinds(rules, attack)
    return tuple(fort if rules.strongholds >> space & 1 else nothing for space in range(len(rules.names)))


def ground(rules: Rules, state: LotrState, seat: int) -> Ground:
    """Return the ground with the ways that are open to a seat: by sea as the rule has it, storms and bridges."""
    own = cast("LotrRules", rules)
    base = _calm(own)
    tunnel = state.assault is not None and state.assault.mountain
    if own.options.sea_rule != "until_enemy" and not state.in_force and not tunnel:
        return base
    ways = tuple(own.ways(state, seat))
    return replace(base, near=ways, neighbours=tuple(map(bits, ways)))


@lru_cache(maxsize=32)
def _calm(rules: LotrRules) -> Ground:
    return replace(ground_of(rules), near=rules.near, neighbours=tuple(map(bits, rules.near)))
