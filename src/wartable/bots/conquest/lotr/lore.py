"""What a bot knows of Lord of the Rings Risk: points and strongholds, sites and missions, the Ring, sets of cards."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

from wartable.board.compiled import bits
from wartable.bots.conquest.ground import Ground
from wartable.bots.conquest.lore import Lore, Measure
from wartable.bots.conquest.lotr.clock import Clock, clock_of
from wartable.bots.conquest.lotr.field import LotrField, LotrPosition
from wartable.bots.conquest.lotr.standing import FULL, Standing
from wartable.bots.conquest.lotr.weighing import Weighing, weighing_of
from wartable.bots.conquest.weights import DUEL, MELEE, Weights
from wartable.bots.conquest.width import Width, Widths
from wartable.games.conquest.core.goals import Goal, HoldRegions
from wartable.games.conquest.core.maprules import SYMBOLS
from wartable.games.conquest.lotr.data import Mission, Side
from wartable.games.conquest.lotr.ends import goals_of
from wartable.games.conquest.lotr.fellowship import travels
from wartable.games.conquest.lotr.goals import EliminateColour
from wartable.games.conquest.lotr.income import income_of
from wartable.games.conquest.lotr.movement import leader_reach, passes_site
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState

if TYPE_CHECKING:
    from wartable.bots.conquest.field import Field
    from wartable.bots.conquest.position import Position
    from wartable.bots.conquest.scene import Scene

STRONGHOLD, SITE, CAPITAL = 2.0, 2.5, 12.0
"""Worth in units of a stronghold, of a site to a leader that conquers it, and of the own capital."""
UNIT = 0.4
"""What a unit is worth in points."""
GOAL_BONUS = 8.0
"""Units a turn that a region of an own goal is taken to be worth."""
FOUND = 40.0
"""What it is worth to find the Ring, in units."""
SHARE = (0.0, 0.22, 0.5, 0.85, 1.1, 1.3)
"""The part of a set that 0 to 5 cards are."""
NARROW = Widths(Width(10, 500, 16, 6), Width(10, 300, 16, 6), Width(7, 200, 11, 4))
"""How widely the hard level searches: four times as wide took twice as long and won no more (`docs/bots.md`)."""
AVERAGE = 7.5
"""What a set brings on average where it counts by its symbols."""


class Held(NamedTuple):
    """A mission in hand: its territory, what it counts, what it brings (a territory card as two units)."""

    place: int
    stars: int
    units: int

    @property
    def worth(self) -> float:
        """What it is worth in points."""
        return self.stars + UNIT * self.units


def held(rules: LotrRules, mission: Mission, side: Side) -> Held:
    """Return what a mission is to a player of a side."""
    units = mission.units(side) if mission.reward == "units" else 2
    return Held(rules.board.index[mission.territory], mission.stars_for(side), units)


class LotrLore(Lore):
    """The answers for one question put to a seat."""

    map: LotrField
    """The field, with what this game adds."""
    widths = NARROW

    def __init__(self, ground: Ground, rules: LotrRules, state: LotrState, seat: int) -> None:
        self.ground, self.rules, self.state, self.seat = ground, rules, state, seat
        self.idle = self._idle() if state.adventure.hands else 0
        self.map = LotrField(rules, state, seat, self.idle)
        self.field = cast("Field", self.map)  # what is remembered is read like any property
        capital = state.capitals[seat] if state.capitals else -1
        self.home = 1 << capital if capital >= 0 else 0

    # --- time

    @cached_property
    def clock(self) -> Clock:
        """What is left of the game."""
        return clock_of(self.rules, self.state, self.seat)

    @cached_property
    def hurry(self) -> float:  # type: ignore[override]
        """How much lower a chance is dared: units left over when the game ends are worth nothing."""
        return 0.4 * (1.0 - self.clock.again)

    @cached_property
    def replied(self) -> float:  # type: ignore[override]
        """The chance that somebody else has a turn before the end."""
        return 1.0 - self.clock.over

    # --- leaders and cards

    def _idle(self) -> int:
        """Return where own leaders stand that have something better to do than to fight (`lotr-risk T33`)."""
        options, state = self.rules.options, self.state
        staying = self.visiting if options.site_visit == "present" and self.drawing else 0
        found = staying & -staying  # one leader in a site is enough
        if options.claim_after_fighting and options.fought_leader_moves:
            return found
        able = state.leaders & state.held[self.seat] & ~(state.declared | state.fought | state.fresh)
        goals = self._errands() if able else 0
        for space in bits(able) if goals else ():
            reach = leader_reach(self.rules, state, self.seat, space) if options.leaders_separate else 0
            if (reach | 1 << space) & goals:
                found |= 1 << space
        return found

    def _errands(self) -> int:
        """Return the own territories where a leader that has not fought earns something."""
        options, state = self.rules.options, self.state
        if not state.adventure.hands:
            return 0
        found = 0 if options.claim_after_fighting else sum(1 << one.place for one in self.missions)
        if not options.fought_leader_moves and options.site_visit != "conquer" and not self.visited:
            found |= self.rules.sites & ~state.leaders
        return found & state.held[self.seat]

    @property
    def visiting(self) -> int:
        """The own sites in which leaders stand."""
        return self.rules.sites & self.state.leaders & self.state.held[self.seat]

    @property
    def visited(self) -> bool:
        """Whether an adventure card is earned already (`lotr-risk T35`)."""
        return bool(self.visiting) if self.rules.options.site_visit == "present" else self.state.site

    def earns_by_move(self, source: int, target: int) -> bool:
        """Whether a leader earns an adventure card by a move, where none is earned yet (`lotr-risk T35`)."""
        rules, state = self.rules, self.state
        shut = rules.options.mission_or_card == "either" and state.missions_shown
        if rules.options.site_visit == "conquer" or self.visited or not self.drawing or shut:
            return False
        if rules.sites >> target & 1:
            return True
        return rules.options.site_visit == "pass_through" and passes_site(rules, state, self.seat, source, target)

    @cached_property
    def missions(self) -> tuple[Held, ...]:
        """The missions in hand."""
        rules, state = self.rules, self.state
        hand = state.adventure.hands[self.seat] if state.adventure.hands else ()
        cards = [rules.deck[card] for card in hand]
        return tuple(held(rules, card, state.side(self.seat)) for card in cards if isinstance(card, Mission))

    @cached_property
    def drawing(self) -> bool:
        """Whether a conquered site still brings a card in this turn."""
        return bool(self.state.adventure.deck) and not self.state.drew

    # --- what the family asks

    @cached_property
    def victims(self) -> frozenset[int]:  # type: ignore[override]
        """Seats whose end the own goal asks for."""
        return frozenset(
            self.state.colours.index(goal.colour)
            for goal in self.goals
            if isinstance(goal, EliminateColour) and not goal.lost(self.state, self.seat)
        )

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """What wins for the seat beside points."""
        return goals_of(self.rules, self.state, self.seat)

    def income(self, held: int) -> int:
        """Return the units for territories, regions and strongholds."""
        return income_of(self.rules, held).total

    @cached_property
    def next_set(self) -> float:
        """What the next set brings."""
        if "cards" not in self.rules.options.income:
            return 0.0
        if self.rules.options.set_values == "combination":
            return AVERAGE
        game = self.rules.options.set_counter == "game"
        return self.rules.cards.sets.worth(SYMBOLS, self.state.cards.sets if game else self.state.sets_by[self.seat])

    def hand_worth(self, count: int) -> float:
        """Return the part of a set that so many cards are, as far as there is a turn to trade it in."""
        more = max(1.0, count / (len(SHARE) - 1))
        return self.next_set * SHARE[min(count, len(SHARE) - 1)] * more * self.clock.again

    def trade_worth(self, count: int) -> float:  # noqa: ARG002 - a set is a set
        """Return the units of the next set."""
        return self.next_set

    @cached_property
    def standing(self) -> Standing:
        """Measures points and goals."""
        return Standing(self)

    def measure(self) -> Measure:
        """Measure points and goals."""
        return self.standing

    def region_worth(self) -> list[float]:
        """Return what each region is worth: its bonus counts every turn and at the end, and goals more."""
        wanted = 0
        for goal in self.goals:
            if isinstance(goal, HoldRegions):
                wanted |= goal.wanted(self.rules, self.state.held[self.seat])
        scored = 0.6 if self.rules.options.ring else 0.0
        friends = self.map.friends  # a region that a partner holds a part of cannot be completed
        return [
            (region.bonus * (1.0 + scored) + GOAL_BONUS * bool(region.mask & wanted)) * (not region.mask & friends)
            for region in self.ground.regions
        ]

    @cached_property
    def prizes(self) -> dict[int, float]:
        """What territories are worth beyond their place on the map, in units."""
        found: dict[int, float] = dict.fromkeys(bits(self.rules.strongholds), STRONGHOLD)
        for one in self.missions:
            found[one.place] = found.get(one.place, 0.0) + one.worth / UNIT * 0.6
        if self.home:
            place = self.state.capitals[self.seat]
            found[place] = found.get(place, 0.0) + CAPITAL
        if self.seeking:
            place = self.rules.path[self.state.ring]
            found[place] = found.get(place, 0.0) + FOUND / 18.0
        return found

    @cached_property
    def seeking(self) -> bool:
        """Whether the seat may find the Ring (`lotr-risk T84`)."""
        finding = self.rules.options.find_ring and travels(self.rules, self.state)
        return finding and self.state.side(self.seat) == "evil"

    def wish(self, space: int) -> float:
        """Return what strongholds, missions and the Ring add to a territory."""
        return self.prizes.get(space, 0.0)

    def attraction(self, source: int, target: int) -> float:
        """Return what a site is worth to a leader that conquers it."""
        if not self.rules.sites >> target & 1 or self.visited or not self.drawing:
            return 0.0
        return SITE if self.state.leaders & ~self.idle & 1 << source else 0.0

    def because(self, space: int) -> str:
        """Name a mission, the Ring, a stronghold or a site."""
        if any(one.place == space for one in self.missions):
            return "where a mission can be fulfilled"
        if self.seeking and self.rules.path[self.state.ring] == space:
            return "where it can search for the Ring"
        if self.rules.strongholds >> space & 1:
            return "for its stronghold counts two points"
        return "for its site earns a card" if self.rules.sites >> space & 1 and not self.visited else ""

    @cached_property
    def weighing(self) -> Weighing:
        """What counts how much with so much of the game left."""
        return weighing_of(self.clock)

    def ended(self, pos: Position) -> float:
        """Return the chance to win by points if the journey ends with the turn at hand."""
        return self.standing.ended(cast("LotrPosition", pos))

    def weights(self) -> Weights:
        """Return the weights: the fewer turns are left, the more points count and the less what could earn some."""
        if not self.rules.options.ring:
            return DUEL, MELEE
        own = self.weighing
        row = (own.units, own.income, -0.2, 0.03, own.next, -0.5, FULL * own.point)
        return row, row


def lore_of(scene: Scene) -> LotrLore:
    """Return what is known of the game in a scene of it."""
    assert isinstance(scene.lore, LotrLore)  # noqa: S101 - no other scene has states of this game
    return scene.lore
