"""Actions that remove armies: bombardment and atomic bomb (`balance-of-power 37`, 46 and 47)."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from msgspec.structs import replace

from wartable.engine.chance import Roll, Rolled
from wartable.engine.errors import Reason
from wartable.engine.values import Event, Seat
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.casualties import fallen
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop.events import FalloutRolled, Struck
from wartable.games.conquest.balance.shop.item import SpaceItem, all_but
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.tasks import Fallout
from wartable.games.conquest.core.battle import DIE
from wartable.games.conquest.core.words import armies


class Strike(SpaceItem):
    """An action that removes armies of an enemy territory and leaves the last one."""

    def reach(self, rules: BalanceRules, state: BalanceState) -> int:
        """Return the enemy territories that it can be aimed at, whatever they hold."""
        raise NotImplementedError

    def spaces(self, rules: BalanceRules, state: BalanceState) -> int:
        """Return those of them that have an army to lose."""
        return all_but(state, self.reach(rules, state), 2)

    def why_not(self, rules: BalanceRules, state: BalanceState, space: int) -> Reason:
        """Say that the territory is own, has one army alone, or is too far."""
        name, fix = rules.name(space), rules.listed(self.spaces(rules, state))
        if state.owner(space) == state.seat:
            return self.no("buy.own_target", f"{name} is yours. Choose an enemy territory.", fix)
        if not self.reach(rules, state) >> space & 1:
            return self.no("buy.not_adjacent", f"{name} borders none of your territories.", fix)
        return self.no("buy.last_army", f"{name} has 1 army, and the last one is never removed.", fix)

    def strike(
        self, rules: BalanceRules, state: BalanceState, action: Buy, count: int, tell: list[Event] | None
    ) -> BalanceState:
        """Remove so many armies of the target."""
        return remove(rules, state, {rules.board.index[action.space or ""]: count}, tell)


class Bombardment(Strike):
    """Remove three armies of an enemy territory beside an own one."""

    key: ClassVar[ActionKey] = "bombardment"
    rule: ClassVar[int] = 47

    def reach(self, rules: BalanceRules, state: BalanceState) -> int:
        """Return the enemy territories beside own ones."""
        return rules.board.around(state.held[state.seat])

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse it without such a territory."""
        if self.spaces(rules, state):
            return None
        return self.no(
            "bombardment.no_target", "No enemy territory beside yours has 2 armies, and the last is never removed."
        )

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Bombard."""
        return self.strike(rules, state, action, rules.tables.shop.bombardment, tell)

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say where it would strike."""
        spaces = self.spaces(rules, state)
        full = all_but(state, spaces, rules.tables.shop.bombardment + 1).bit_count()
        most = armies(rules.tables.shop.bombardment)
        choice = f"{spaces.bit_count()} to choose from, {full} with so many to lose"
        return f"Remove {most} from a territory beside yours: {choice}."


class AtomicBomb(Strike):
    """Remove two armies of an enemy territory anywhere, then perhaps one of each beside it."""

    key: ClassVar[ActionKey] = "atomic_bomb"
    rule: ClassVar[int] = 46

    def reach(self, rules: BalanceRules, state: BalanceState) -> int:
        """Return every enemy territory, the neutral army's among them."""
        return rules.board.everything & ~state.held[state.seat]

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse it without such a territory."""
        if self.spaces(rules, state):
            return None
        return self.no("atomic_bomb.no_target", "No enemy territory has 2 armies, and the last is never removed.")

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Drop the bomb and send for the dice of the territories beside it."""
        after = self.strike(rules, state, action, rules.tables.shop.atomic_bomb.removed, tell)
        return replace(after, agenda=(Fallout(Seat(state.seat), rules.board.index[action.space or ""]), *after.agenda))

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say where it could fall."""
        choice, table = self.spaces(rules, state).bit_count(), rules.tables.shop.atomic_bomb
        near = f"one more from each beside it, yours too, on {table.roll} to {DIE}"
        return f"Remove {armies(table.removed)} from a territory anywhere, {choice} to choose from, and {near}."


def bomb_request(rules: BalanceRules, _state: BalanceState, fallout: Fallout) -> Roll:
    """Return the dice: one for each territory beside the one bombed, in board order."""
    return Roll("bomb", (DIE,) * len(rules.board.neighbours[fallout.space]))


def answer_bomb(rules: BalanceRules, state: BalanceState, answer: Rolled, tell: list[Event] | None) -> BalanceState:
    """Remove an army from each territory whose die shows enough, then go on buying."""
    fallout = state.agenda[0]
    assert isinstance(fallout, Fallout)  # noqa: S101 - that is what was answered
    near, table = rules.board.neighbours[fallout.space], rules.tables.shop.atomic_bomb
    hit = [space for space, face in zip(near, answer.faces, strict=True) if face >= table.roll]
    if tell is not None:
        name = rules.id
        around = tuple(map(name, near))
        tell.append(FalloutRolled(state.seat, name(fallout.space), around, answer.faces, tuple(map(name, hit))))
    after = remove(rules, state, dict.fromkeys(hit, table.near), tell)
    return replace(after, agenda=after.agenda[1:])


def remove(rules: BalanceRules, state: BalanceState, counts: dict[int, int], tell: list[Event] | None) -> BalanceState:
    """Remove armies by territory, never the last of one.

    They go to the piles of their owners. Those that the acting seat kills of its own go to none, for no opponent's
    action killed them (`balance-of-power 30`).
    """
    left, dead = list(state.armies), Counter[int]()
    for space, count in counts.items():
        lost = min(count, left[space] - 1)
        if lost < 1:
            continue
        left[space] -= lost
        owner = state.owner(space)
        dead[owner] += lost
        if tell is not None:
            tell.append(Struck(state.seat, rules.id(space), owner, lost, left[space]))
    del dead[state.seat]
    piles = fallen(state.piles, dead, rules.tables.piles.most)
    return replace(state, armies=tuple(left), piles=piles)
