"""Actions that change the own dice for a while: recon, improved attack and defense, special forces (rules 38 to 50)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from wartable.engine.errors import Reason
from wartable.engine.values import Event
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.effects import MOST_EXTRA, Effects
from wartable.games.conquest.balance.modifiers import LEAST_DEFENCE, MOST_ATTACKERS
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop.item import Item
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.words import dice, territories


class LastingItem(Item):
    """An action without a target that changes what is in force."""

    def after(self, state: BalanceState) -> Effects:
        """Return what is in force with it."""
        raise NotImplementedError

    def do(
        self,
        rules: BalanceRules,
        state: BalanceState,
        action: Buy,
        tell: list[Event] | None,
    ) -> BalanceState:
        """Put it in force."""
        return replace(state, effects=self.after(state))


class Recon(LastingItem):
    """One attack die more cannot show 1 against sites (`balance-of-power 38`)."""

    key: ClassVar[ActionKey] = "recon"
    rule: ClassVar[int] = 38

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse it without a site to attack, or when every die is protected already."""
        if not state.sites & ~state.held[state.seat]:
            return self.no("recon.no_site", "There is no site to attack: it helps against sites alone.")
        most = MOST_ATTACKERS + MOST_EXTRA + ("attack_die" in self._earned(state))
        if state.effects.recon >= most:
            return self.no("recon.enough", f"{dice(most)} are protected, and more are never rolled.")
        return None

    @staticmethod
    def _earned(state: BalanceState) -> tuple[str, ...]:
        return state.earned[state.seat] if state.earned else ()

    def after(self, state: BalanceState) -> Effects:
        """Protect one die more."""
        return replace(state.effects, recon=state.effects.recon + 1)

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say how many dice would be protected."""
        sites = (state.sites & ~state.held[state.seat]).bit_count()
        protected = dice(state.effects.recon + 1, "attack")
        return f"Until your turn ends, {protected} cannot show 1 against sites of others: {sites} now."


class ImprovedAttack(LastingItem):
    """One attack die more (`balance-of-power 41`)."""

    key: ClassVar[ActionKey] = "improved_attack"
    rule: ClassVar[int] = 41

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse a third one."""
        if state.effects.attack_dice < MOST_EXTRA:
            return None
        return self.no(
            "improved_attack.enough", f"You have {dice(MOST_EXTRA, 'extra attack')} this turn, and that is the most."
        )

    def after(self, state: BalanceState) -> Effects:
        """Add a die."""
        return replace(state.effects, attack_dice=state.effects.attack_dice + 1)

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say how many dice a full attack would roll."""
        rolled = MOST_ATTACKERS + state.effects.attack_dice + 1
        return f"Until your turn ends, each of your attacks rolls one die more: {rolled} with three armies."


class ImprovedDefense(LastingItem):
    """One defence die more (`balance-of-power 42`)."""

    key: ClassVar[ActionKey] = "improved_defense"
    rule: ClassVar[int] = 42

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse a third one."""
        if state.effects.defence_of(state.seat) < MOST_EXTRA:
            return None
        message = f"You have {dice(MOST_EXTRA, 'extra defense')} until your next turn, and that is the most."
        return self.no("improved_defense.enough", message)

    def after(self, state: BalanceState) -> Effects:
        """Add a die."""
        return state.effects.with_defence(state.seat, state.seats)

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say how many dice a full defence would roll."""
        rolled = LEAST_DEFENCE + state.effects.defence_of(state.seat) + 1
        return f"Until your next turn, each of your defenses rolls one die more: {rolled} with two armies."


class SpecialForces(LastingItem):
    """Three armies may attack rough terrain (`balance-of-power 50`)."""

    key: ClassVar[ActionKey] = "special_forces"
    rule: ClassVar[int] = 50

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse a second one, and one without rough terrain to attack."""
        if state.effects.special_forces:
            return self.no("special_forces.twice", "You have special forces this turn; a second purchase adds nothing.")
        if not state.rough & ~state.held[state.seat]:
            return self.no("special_forces.no_rough", "There is no rough terrain to attack: others hold none.")
        return None

    def after(self, state: BalanceState) -> Effects:
        """Send them."""
        return replace(state.effects, special_forces=True)

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say where it would help."""
        spaces = territories((state.rough & ~state.held[state.seat]).bit_count())
        return f"Until your turn ends, three armies may attack rough terrain of others: {spaces} now."
