"""Actions that bring or move forces: draft, neutral attack and airfield (`balance-of-power 44`, 45 and 52)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.engine.values import Event, Seat
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.neutral import raid_pairs
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop.events import AirfieldBuilt
from wartable.games.conquest.balance.shop.item import Item, SpaceItem, Wants
from wartable.games.conquest.balance.sides import neutral_lives
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.tasks import Raiding
from wartable.games.conquest.core.events import Placed
from wartable.games.conquest.core.explain import holder
from wartable.games.conquest.core.words import armies, territories


class Draft(Item):
    """Place three armies at once."""

    key: ClassVar[ActionKey] = "draft"
    rule: ClassVar[int] = 45
    wants: ClassVar[Wants] = "armies"

    def amount(self, rules: BalanceRules) -> int:
        """Return the armies placed."""
        return rules.tables.shop.draft

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Never refuse it: everybody in the game has a territory."""
        return None

    def choices(self, rules: BalanceRules, state: BalanceState) -> tuple[str, ...]:
        """Return the own territories."""
        return rules.board.names(state.held[state.seat])

    def refuse(self, rules: BalanceRules, state: BalanceState, action: Buy) -> Reason | None:
        """Refuse territories that are not own, and any number but three in all."""
        if (wrong := self.surplus(action, space=False, seat=False, armies=True)) is not None:
            return wrong
        if (wrong := self.bad_places(rules, state, action)) is not None:
            return wrong
        most, given = rules.tables.shop.draft, sum(count for _, count in action.armies)
        if given == most:
            return None
        return self.no(
            "draft.count", f"Say where {armies(most)} go, not {given}.", rules.listed(state.held[state.seat])
        )

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Place them."""
        after = list(state.armies)
        for name, count in action.armies:
            after[rules.board.index[name]] += count
            if tell is not None:
                tell.append(Placed(state.seat, name, count))
        return replace(state, armies=tuple(after))

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say how many go where."""
        return f"Place {armies(rules.tables.shop.draft)} on your territories at once; sabotage does not touch them."

    def plans(self, rules: BalanceRules, state: BalanceState) -> Iterator[Buy]:
        """Yield all on one territory."""
        return (Buy(self.key, armies=((name, rules.tables.shop.draft),)) for name in self.choices(rules, state))

    def pick(self, rules: BalanceRules, state: BalanceState, rng: Randomness) -> Buy:
        """Place each army at random."""
        own = self.choices(rules, state)
        counts = Counter(own[rng.randrange(len(own))] for _ in range(rules.tables.shop.draft))
        return Buy(self.key, armies=tuple(counts.items()))


class NeutralAttack(Item):
    """Attack once with the neutral army."""

    key: ClassVar[ActionKey] = "neutral_attack"
    rule: ClassVar[int] = 44

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse it without a neutral army, or one that can attack nobody else."""
        if not neutral_lives(state):
            return self.no("neutral_attack.none", "There is no neutral army.")
        if raid_pairs(rules, state):
            return None
        message = "The neutral army can attack nobody else: it needs 2 armies beside a territory of another player."
        return self.no("neutral_attack.no_target", message)

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Hand the command over."""
        return replace(state, agenda=(Raiding(Seat(state.seat)), *state.agenda))

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say from where it could attack how many."""
        pairs = raid_pairs(rules, state)
        sources, targets = ({pair[end] for pair in pairs} for end in (0, 1))
        return f"Attack once with the neutral army: from {territories(len(sources))}, {len(targets)} could be attacked."


class Airfield(SpaceItem):
    """Build an airfield."""

    key: ClassVar[ActionKey] = "airfield"
    rule: ClassVar[int] = 52

    def spaces(self, rules: BalanceRules, state: BalanceState) -> int:
        """Return the own territories without one."""
        return airfield_spaces(state)

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse it when every own territory has one."""
        if self.spaces(rules, state):
            return None
        return self.no("airfield.everywhere", "Each of your territories has an airfield already.")

    def why_not(self, rules: BalanceRules, state: BalanceState, space: int) -> Reason:
        """Say that it has one, or is not own."""
        name, fix = rules.name(space), rules.listed(self.spaces(rules, state))
        if state.airfields >> space & 1 and state.held[state.seat] >> space & 1:
            return self.no("airfield.twice", f"{name} has an airfield already; a second one adds nothing.", fix)
        return self.no(
            "space.not_yours", f"{name} {holder(state, state.seat, space)}. Build on a territory of yours.", fix
        )

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Build it."""
        return build_airfield(rules, state, rules.board.index[action.space or ""], tell)

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say what it brings where."""
        spaces = self.spaces(rules, state)
        fronts = sum(1 for space in bits(spaces) if rules.board.neighbour_masks[space] & ~state.held[state.seat])
        return (
            "For good, +1 on its holder's highest die in battles in that territory and beside it; "
            f"{spaces.bit_count()} of yours to choose from, {fronts} beside others."
        )


def airfield_spaces(state: BalanceState) -> int:
    """Return the acting seat's territories that have no airfield yet."""
    return state.held[state.seat] & ~state.airfields


def build_airfield(rules: BalanceRules, state: BalanceState, space: int, tell: list[Event] | None) -> BalanceState:
    """Build an airfield, bought or earned."""
    if tell is not None:
        tell.append(AirfieldBuilt(state.seat, rules.id(space)))
    return replace(state, airfields=state.airfields | 1 << space)
