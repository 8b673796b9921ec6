"""What a bot knows of the variant: dice by target, bans, cities, stars, objectives."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.bots.conquest.balance.aims import Aims
from wartable.bots.conquest.field import SetField
from wartable.bots.conquest.ground import Ground, Odds, odds_by
from wartable.bots.conquest.lore import Lore, Measure
from wartable.bots.conquest.weights import DUEL, Weights
from wartable.games.conquest.balance.dice import attack_support, later_clash, rules_for, support_of
from wartable.games.conquest.balance.draft import places_income
from wartable.games.conquest.balance.modifiers import Modifiers, attack_bonus, defence_bonus
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.sites import effects_at, extra_draft
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.maprules import SiteEffect
from wartable.games.conquest.core.rules import region_bonus
from wartable.odds import PLAIN, DiceRules

GOAL, GOAL_AMONG_MORE = 4.5, 6.0
"""The weight of progress with objectives while two are left, and while more are, found by play: three of them win."""
HAND = (0.0, 1.2, 3.0, 6.0, 9.5, 13.3)
"""Worth of 0 to 5 unknown cards in armies: four stars for three cards, less what waiting costs."""
TRADED = (0.0, 0.0, 3.0, 7.0, 11.0, 15.0)
"""Armies that so many cards bring, four stars for three."""
CITY, OWN_CAPITAL, OTHER_CAPITAL = 0.8, 8.0, 2.0
"""Worth of such a space beyond its place on the map."""
SITES: Mapping[SiteEffect, float] = {
    "barracks": 4.0, "airfield": 2.5, "fortress": 1.0, "arsenal": 2.0, "listening_post": 2.0,
}  # fmt: skip
"""Worth of a site by its special effect."""


class BalanceLore(Lore):
    """Stars, cities, capitals and objectives; much bears on a battle."""

    victims: frozenset[int] = frozenset()

    def __init__(self, ground: Ground, rules: BalanceRules, state: BalanceState, seat: int) -> None:
        self.ground, self.rules, self.state, self.seat = ground, rules, state, seat
        self.capitals = sum({1 << space for space in state.capitals if space >= 0})
        self.aims = Aims(rules, state, seat)
        self.sites = {space: SITES[effect] for space, effect in effects_at(state)}
        capital = state.capitals[seat]
        self.home = 1 << capital if capital >= 0 else 0
        self.field = self._field()

    def _field(self) -> SetField:
        state, size = self.state, self.ground.size
        own = state.held[self.seat]
        return SetField(
            odds=self._attacks(next(iter(bits(own)), -1)),
            guard=tuple(odds_by(self._guard(target)) for target in range(size)),
            barred=tuple(self._barred(space, own) for space in range(size)),
            cities=state.cities,
            capitals=self.capitals,
        )

    def _attacks(self, own: int) -> tuple[tuple[Odds, ...], ...]:
        """Return the odds of the seat's attacks by source and target; only tanks make the source matter.

        `own` is any space of the seat. A space that it does not hold yet may be the source of a later attack.
        """
        size, state = self.ground.size, self.state
        clashes = [self._clash(own, target) for target in range(size)]
        row = tuple(odds_by(rules_for(clash) if clash else PLAIN) for clash in clashes)
        if not any(state.tanks[space] for space in bits(state.held[self.seat] if state.tanks else 0)):
            return (row,) * size
        return tuple(self._attacks_from(source, row, clashes) for source in range(size))

    def _attacks_from(self, source: int, row: tuple[Odds, ...], clashes: list[Modifiers | None]) -> tuple[Odds, ...]:
        """Return a row of odds with the tanks that help an attack from this source."""
        found, board, state = list(row), self.rules.board, self.state
        for target in self.ground.neighbours[source]:
            if (clash := clashes[target]) is not None:
                support = attack_support(board, state, self.seat, source, target)
                found[target] = odds_by(
                    rules_for(replace(clash, attack_bonus=attack_bonus(support, state.tanks[target])))
                )
        return tuple(found)

    def _clash(self, source: int, target: int) -> Modifiers | None:
        """Return what bears on an attack of the seat after its first roll; None against its own spaces."""
        if source < 0 or self.state.held[self.seat] >> target & 1:
            return None
        return later_clash(self.rules.board, self.state, source, target)

    def _guard(self, target: int) -> DiceRules:
        """Return the dice of an attack of somebody without help of his own."""
        state = self.state
        owner = state.owner(target)
        return rules_for(
            Modifiers(
                rough=bool(state.rough >> target & 1),
                neutral=owner < 0,
                defence_bought=state.effects.defence_of(owner),
                defence_bonus=defence_bonus(support_of(self.rules.board, state, owner, target)),
            )
        )

    def _barred(self, source: int, own: int) -> int:
        effects = self.state.effects
        if not (effects.alliances or effects.generals) or not own >> source & 1:
            return 0
        near = self.ground.near[source] & ~own
        return sum(1 << space for space in bits(near) if effects.ban(self.seat, source, self.state.owner(space)))

    def income(self, held: int) -> int:
        """Return the draft for the spaces of a mask."""
        cities, up = (held & self.state.cities).bit_count(), self.state.options.rounding == "up"
        places = places_income(self.rules.tables.draft, held.bit_count(), cities, up=up)
        capitals = (held & self.capitals).bit_count()
        return places + region_bonus(self.rules, held) + capitals + extra_draft(self.state, held)

    def hand_worth(self, count: int) -> float:
        """Return what stars on so many cards are worth."""
        return HAND[min(count, len(HAND) - 1)] * max(1.0, count / (len(HAND) - 1))

    def trade_worth(self, count: int) -> float:
        """Return the armies for the stars of so many cards."""
        return TRADED[min(count, len(TRADED) - 1)]

    def measure(self) -> Measure:
        """Measure objectives."""
        return self.aims

    def region_worth(self) -> list[float]:
        """Return the bonus of each region, more where an objective is about it."""
        extra = self.aims.region_extra()
        return [region.bonus + more for region, more in zip(self.ground.regions, extra, strict=True)]

    def wish(self, space: int) -> float:
        """Return what cities, capitals and objectives add to a space."""
        bit, value = 1 << space, self.aims.wish(space)
        if self.state.cities & bit:
            value += CITY
        value += self.sites.get(space, 0.0)
        if self.capitals & bit:
            value += OWN_CAPITAL if self.state.capitals[self.seat] == space else OTHER_CAPITAL
        return value

    def because(self, space: int) -> str:
        """Name a capital, an objective or a city."""
        if self.capitals >> space & 1:
            own = self.state.capitals[self.seat] == space
            return "and its own capital is won back" if own else "and it holds a capital"
        if self.aims.wish(space) >= 1.0:
            return "on the way to an objective"
        if space in self.sites:
            return "for what its site brings"
        return "and it holds a city" if self.state.cities >> space & 1 else ""

    def weights(self) -> Weights:
        """Return the family's weights of a duel with more on the goal, whoever is left: objectives are a race."""
        return (*DUEL[:-1], GOAL), (*DUEL[:-1], GOAL_AMONG_MORE)
