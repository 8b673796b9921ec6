"""The map in a position of Lord of the Rings Risk: odds with leaders and strongholds, ways, leaders that move along."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
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


class LotrField(Field, frozen=True):
    """What bears on battles and conquests; leaders fight where the seat wants them to."""

    led: Sequence[Odds] = ()
    """Odds of the seat's attacks with a leader by target."""
    sites: int = 0
    idle: int = 0
    """Where own leaders stand that are not to fight."""
    friends: int = 0
    """The territories of a partner."""


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

    def front(self, seat: int) -> int:
        """Return the spaces of a seat that border an enemy's or free ones."""
        own = self.held[seat]
        friends = self.map.friends
        if not friends or seat != self.me:
            return super().front(seat)
        near, foreign = self.ground.near, ~own & ~friends
        return sum(1 << space for space in bits(own) if near[space] & foreign)

    def odds(self, source: int) -> Sequence[Odds]:
        """Return the odds of attacks from a space by target, better with a leader."""
        led = self.leaders & ~self.map.idle
        return self.map.led if led >> source & 1 else self.field.odds[-1]

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
    kinds, forts = _kinds(rules, attack), rules.strongholds
    return tuple([kinds[(leaders >> space & 1) + 2 * (forts >> space & 1)] for space in range(len(rules.names))])


@lru_cache(maxsize=1024)
def sources(rules: LotrRules, leaders: int, fighting: int) -> tuple[tuple[Odds, ...], ...]:
    """Return the odds by source and target; the last row is that of a source without a leader."""
    plain, led = rows(rules, leaders, 0), rows(rules, leaders, rules.options.leader_bonus)
    return (*(led if fighting >> space & 1 else plain for space in range(len(rules.names))), plain)


def field_of(rules: LotrRules, state: LotrState, seat: int, idle: int) -> LotrField:
    """Return what bears on battles for a seat; `idle` are own leaders that are not to fight."""
    own = state.held[seat]
    friends = partners(rules, state, seat) & ~own
    shut = friends | (free_spaces(state) if 0 in state.armies else 0)
    able = -1 if rules.options.chain_attacks else attack_sources(rules, state, seat)
    return _field(rules, state.leaders, state.leaders & own, idle, friends, shut, able)


@lru_cache(maxsize=1024)
def _field(
    rules: LotrRules, leaders: int, own: int, idle: int, friends: int, shut: int, able: int
) -> LotrField:  # fmt: skip
    """Return the field of these masks; `shut` may not be attacked, and nothing from where `able` does not allow it."""
    everything = rules.board.everything
    return LotrField(
        odds=sources(rules, leaders, own & ~idle),
        guard=rows(rules, leaders, 0),
        barred=tuple(shut if able >> space & 1 else everything for space in range(len(rules.names))),
        capitals=rules.strongholds if "strongholds" in rules.options.income else 0,
        led=rows(rules, leaders, rules.options.leader_bonus),
        sites=rules.sites,
        idle=idle,
        friends=friends,
    )


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
