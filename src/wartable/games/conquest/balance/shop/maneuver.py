"""The maneuver of the shop: up to five armies, or a tank, to one territory (`balance-of-power 39`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.engine.values import Event
from wartable.engine.words import listed
from wartable.games.conquest.balance.actions import Buy, MoveTanks
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop.item import SpaceItem, Wants, all_but
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.tanks import move_tanks, with_tanks
from wartable.games.conquest.core.events import Fortified
from wartable.games.conquest.core.explain import holder
from wartable.games.conquest.core.words import armies


class Maneuver(SpaceItem):
    """Move up to five armies to one own territory from others that a chain of own ones joins to it."""

    key: ClassVar[ActionKey] = "maneuver"
    rule: ClassVar[int] = 39
    wants: ClassVar[Wants] = "armies"

    def amount(self, rules: BalanceRules) -> int:
        """Return the armies moved at most."""
        return rules.tables.shop.maneuver

    def sources(self, rules: BalanceRules, state: BalanceState, target: int) -> int:
        """Return the territories that armies may come from."""
        joined = rules.board.component(target, state.held[state.seat]) & ~(1 << target)
        return all_but(state, joined, 2)

    def tank_sources(self, rules: BalanceRules, state: BalanceState, target: int) -> int:
        """Return the territories that a tank may come from."""
        return rules.board.component(target, state.held[state.seat]) & ~(1 << target) & with_tanks(state)

    def spaces(self, rules: BalanceRules, state: BalanceState) -> int:
        """Return the own territories that something can move to: all of a realm but the only one that can send."""
        own, found = state.held[state.seat], 0
        senders, rest = all_but(state, own, 2) | with_tanks(state), own
        while rest:
            realm = rules.board.component((rest & -rest).bit_length() - 1, own)
            sending = realm & senders
            if sending:
                found |= realm if sending & (sending - 1) else realm & ~sending
            rest &= ~realm
        return found

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse it where nothing can move."""
        if self.spaces(rules, state):
            return None
        return self.no("maneuver.nothing", "None of your territories can send an army to another: one stays in each.")

    def why_not(self, rules: BalanceRules, state: BalanceState, space: int) -> Reason:
        """Say that it is not own, or that nothing reaches it."""
        name, fix = rules.name(space), rules.listed(self.spaces(rules, state))
        if not state.held[state.seat] >> space & 1:
            return self.no(
                "space.not_yours", f"{name} {holder(state, state.seat, space)}. Move to a territory of yours.", fix
            )
        return self.no("maneuver.not_connected", f"No armies can reach {name} through your own territories.", fix)

    def refuse(self, rules: BalanceRules, state: BalanceState, action: Buy) -> Reason | None:
        """Refuse a wrong target, wrong sources, and more than five armies in all."""
        if (wrong := self.surplus(action, space=True, seat=False, armies=True)) is not None:
            return wrong
        wrong = super().refuse(rules, state, replace(action, armies=(), tank=None))
        if wrong is not None:
            return wrong
        target = rules.board.index[action.space or ""]
        if action.tank is not None:
            return self._bad_tank(rules, state, action, target)
        return self._bad_armies(rules, state, action, target)

    def _bad_armies(self, rules: BalanceRules, state: BalanceState, action: Buy, target: int) -> Reason | None:
        if (wrong := self.bad_places(rules, state, action)) is not None:
            return wrong
        most, moved = rules.tables.shop.maneuver, sum(count for _, count in action.armies)
        if not 1 <= moved <= most:
            return self.no("maneuver.count", f"Move from 1 to {armies(most)} in all, not {moved}.")
        sources = self.sources(rules, state, target)
        for name, count in action.armies:
            space = rules.board.index[name]
            if not sources >> space & 1:
                return self._bad_source(rules, state, space, target)
            if count >= state.armies[space]:
                message = f"{armies(state.armies[space] - 1)} can leave {rules.name(space)}: one must stay."
                return self.no("maneuver.too_many", message)
        return None

    def _bad_source(self, rules: BalanceRules, state: BalanceState, space: int, target: int) -> Reason:
        name, fix = rules.name(space), rules.listed(self.sources(rules, state, target))
        if space == target:
            return self.no("maneuver.same", f"{name} is where the armies go. Choose another source.", fix)
        if state.armies[space] < 2:
            return self.no("maneuver.too_few", f"{name} has 1 army, and 1 must stay.", fix)
        works = f" From {listed(fix)} armies can." if fix else ""
        message = f"From {name} no chain of your territories leads to {rules.name(target)}.{works}"
        return self.no("maneuver.not_connected", message, fix)

    def _bad_tank(self, rules: BalanceRules, state: BalanceState, action: Buy, target: int) -> Reason | None:
        if not state.tanks:
            return self.no("tank.off", "This game has no tanks.")
        if action.armies:
            most = armies(rules.tables.shop.maneuver)
            return self.no("maneuver.tank_alone", f"A tank counts as {most}, so no army moves with it.")
        sources = self.tank_sources(rules, state, target)
        space = rules.board.index.get(action.tank or "", -1)
        if space >= 0 and sources >> space & 1:
            return None
        return self.no(
            "maneuver.no_tank", f"No tank of yours can come from there to {rules.name(target)}.", rules.listed(sources)
        )

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Move."""
        index, target = rules.board.index, action.space or ""
        if action.tank is not None:
            return move_tanks(rules, state, MoveTanks(action.tank, target, 1), tell)
        after = list(state.armies)
        for name, count in action.armies:
            after[index[name]] -= count
            after[index[target]] += count
            if tell is not None:
                tell.append(Fortified(state.seat, name, target, count))
        return replace(state, armies=tuple(after))

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say how many armies could move."""
        free = sum(state.armies[space] - 1 for space in bits(state.held[state.seat]))
        most = min(free, rules.tables.shop.maneuver)
        tank = ", or a tank," if with_tanks(state) else ""
        what = f"Move up to {armies(most)}{tank} to one of your territories at once"
        return f"{what}; you keep the move that ends your turn."

    def plans(self, rules: BalanceRules, state: BalanceState) -> Iterator[Buy]:
        """Yield for each target and source the most that can move, and each tank."""
        for target in bits(self.spaces(rules, state)):
            name = rules.id(target)
            for source in bits(self.sources(rules, state, target)):
                count = min(rules.tables.shop.maneuver, state.armies[source] - 1)
                yield Buy(self.key, space=name, armies=((rules.id(source), count),))
            for source in bits(self.tank_sources(rules, state, target)):
                yield Buy(self.key, space=name, tank=rules.id(source))

    def pick(self, rules: BalanceRules, state: BalanceState, rng: Randomness) -> Buy:
        """Move any number from anywhere to somewhere."""
        targets = list(bits(self.spaces(rules, state)))
        target = targets[rng.randrange(len(targets))]
        name, tanks = rules.id(target), list(bits(self.tank_sources(rules, state, target)))
        spare = [space for space in bits(self.sources(rules, state, target)) for _ in range(state.armies[space] - 1)]
        if tanks and (not spare or not rng.randrange(4)):
            return Buy(self.key, space=name, tank=rules.id(tanks[rng.randrange(len(tanks))]))
        moved: Counter[str] = Counter()
        for _ in range(1 + rng.randrange(min(len(spare), rules.tables.shop.maneuver))):
            moved[rules.id(spare.pop(rng.randrange(len(spare))))] += 1
        return Buy(self.key, space=name, armies=tuple(moved.items()))
