"""What every special combat action has in common, and the two kinds that need a target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.engine.values import Event
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.refuse import no
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.sides import side_words
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.explain import holder, unknown_space

Wants: TypeAlias = Literal["", "space", "seat", "armies"]
"""What has to be chosen: nothing, a territory, a side, or armies by territory (for some a territory too)."""


class Item:
    """One special combat action without a target: when it is useless, what it does, and what it would do now."""

    key: ClassVar[ActionKey]
    rule: ClassVar[int]
    wants: ClassVar[Wants] = ""

    def amount(self, rules: BalanceRules) -> int:
        """Return the armies that are placed or moved at most; 0 where none are."""
        return 0

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Say why nobody in this place could buy it, whatever he pays and aims at."""
        raise NotImplementedError

    def choices(self, rules: BalanceRules, state: BalanceState) -> tuple[str, ...]:
        """Return the targets to choose from: ids of territories, or numbers of seats."""
        return ()

    def refuse(self, rules: BalanceRules, state: BalanceState, action: Buy) -> Reason | None:
        """Say what is wrong with the target of a purchase."""
        return self.surplus(action, space=False, seat=False, armies=False)

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Carry out a purchase that is legal and paid."""
        raise NotImplementedError

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say in a sentence what it would do now."""
        raise NotImplementedError

    def plans(self, rules: BalanceRules, state: BalanceState) -> Iterator[Buy]:
        """Yield a purchase for every target, without the payment; where armies are divided, not every division."""
        yield Buy(self.key)

    def pick(self, rules: BalanceRules, state: BalanceState, rng: Randomness) -> Buy:
        """Return any legal purchase, without the payment."""
        plans = list(self.plans(rules, state))
        return plans[rng.randrange(len(plans))]

    def no(self, code: str, message: str, fix: tuple[str, ...] = ()) -> Reason:
        """Return a refusal by the rule of this action."""
        return no(code, message, self.rule, fix)

    def unknown(self, rules: BalanceRules, name: str) -> Reason | None:
        """Refuse a territory that is not on the board."""
        wrong = unknown_space(rules, name)
        return wrong and replace(wrong, rule=f"balance-of-power {self.rule}")

    def surplus(self, action: Buy, *, space: bool, seat: bool, armies: bool) -> Reason | None:
        """Refuse a target that this action does not take."""
        given = (
            (action.space is not None, space, "territory"),
            (action.seat is not None, seat, "player"),
            (bool(action.armies) or action.tank is not None, armies, "armies"),
        )
        for present, allowed, what in given:
            if present and not allowed:
                return self.no("buy.surplus", f"This action takes no {what}. Leave that out.")
        return None

    def bad_places(self, rules: BalanceRules, state: BalanceState, action: Buy) -> Reason | None:
        """Refuse armies for a territory that is unknown, not own or named twice, and fewer than one."""
        names = [name for name, _ in action.armies]
        own = state.held[state.seat]
        for name, count in action.armies:
            if (wrong := self.unknown(rules, name)) is not None:
                return wrong
            space = rules.board.index[name]
            if not own >> space & 1:
                message = f"{rules.name(space)} {holder(state, state.seat, space)}. Name territories of yours."
                return self.no("space.not_yours", message, rules.listed(own))
            if names.count(name) > 1:
                return self.no("buy.named_twice", f"{rules.name(space)} is named twice. Name each territory once.")
            if count < 1:
                return self.no("count.too_small", f"Say how many armies for {rules.name(space)}: at least 1.")
        return None


class SpaceItem(Item):
    """An action on one territory."""

    wants: ClassVar[Wants] = "space"

    def spaces(self, rules: BalanceRules, state: BalanceState) -> int:
        """Return the territories it can be bought for, as a mask."""
        raise NotImplementedError

    def why_not(self, rules: BalanceRules, state: BalanceState, space: int) -> Reason:
        """Say why it cannot be bought for this one."""
        raise NotImplementedError

    def choices(self, rules: BalanceRules, state: BalanceState) -> tuple[str, ...]:
        """Return the ids of the territories it can be bought for."""
        return rules.board.names(self.spaces(rules, state))

    def refuse(self, rules: BalanceRules, state: BalanceState, action: Buy) -> Reason | None:
        """Refuse a missing, unknown or wrong territory."""
        if (wrong := self.surplus(action, space=True, seat=False, armies=False)) is not None:
            return wrong
        spaces = self.spaces(rules, state)
        if (wrong := self.missing_space(rules, action.space, spaces)) is not None:
            return wrong
        space = rules.board.index[action.space or ""]
        return None if spaces >> space & 1 else self.why_not(rules, state, space)

    def missing_space(self, rules: BalanceRules, name: str | None, spaces: int) -> Reason | None:
        """Refuse a territory that was not named or is not on the board."""
        if name is None:
            return self.no("buy.no_target", "Name a territory for this action.", rules.listed(spaces))
        return self.unknown(rules, name)

    def plans(self, rules: BalanceRules, state: BalanceState) -> Iterator[Buy]:
        """Yield a purchase for every territory."""
        return (Buy(self.key, space=name) for name in self.choices(rules, state))


class SideItem(Item):
    """An action on another player, or on the neutral army."""

    wants: ClassVar[Wants] = "seat"

    def sides(self, rules: BalanceRules, state: BalanceState) -> tuple[int, ...]:
        """Return the sides it can be bought against."""
        raise NotImplementedError

    def why_not(self, rules: BalanceRules, state: BalanceState, side: int) -> Reason:
        """Say why it cannot be bought against this one."""
        raise NotImplementedError

    def choices(self, rules: BalanceRules, state: BalanceState) -> tuple[str, ...]:
        """Return the numbers of the sides as text; -1 is the neutral army."""
        return tuple(map(str, self.sides(rules, state)))

    def refuse(self, rules: BalanceRules, state: BalanceState, action: Buy) -> Reason | None:
        """Refuse a missing or wrong side."""
        if (wrong := self.surplus(action, space=False, seat=True, armies=False)) is not None:
            return wrong
        sides = self.sides(rules, state)
        if action.seat in sides:
            return None
        names = tuple(map(side_words, sides))
        if action.seat is None:
            return self.no("buy.no_target", "Name a player for this action.", names)
        if action.seat == state.seat:
            return self.no("buy.own_target", "This action is aimed at others. Name another player.", names)
        if not -1 <= action.seat < state.seats:
            return self.no("seat.unknown", f"There is no seat {action.seat + 1} at this table.", names)
        return self.why_not(rules, state, action.seat)

    def plans(self, rules: BalanceRules, state: BalanceState) -> Iterator[Buy]:
        """Yield a purchase for every side."""
        return (Buy(self.key, seat=side) for side in self.sides(rules, state))


def all_but(state: BalanceState, spaces: int, least: int) -> int:
    """Return those of some spaces that have at least so many armies."""
    return sum(1 << space for space in bits(spaces) if state.armies[space] >= least)
