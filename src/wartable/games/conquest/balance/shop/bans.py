"""Actions that hinder others in their next turn: alliance, general, sabotage (`balance-of-power 40`, 43 and 49)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.errors import Reason
from wartable.engine.values import Event
from wartable.games.conquest.balance.actions import Buy
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.draft import sabotaged
from wartable.games.conquest.balance.effects import Alliance, General
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop.item import SideItem, SpaceItem, all_but
from wartable.games.conquest.balance.sides import neutral_lives, others, side_words
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.state import NOBODY


class ForcedAlliance(SideItem):
    """A side may not attack the buyer in its next turn (`balance-of-power 40`)."""

    key: ClassVar[ActionKey] = "forced_alliance"
    rule: ClassVar[int] = 40

    def sides(self, rules: BalanceRules, state: BalanceState) -> tuple[int, ...]:
        """Return everybody else who is not bound yet, nor was last turn where that may not be twice in a row."""
        seat, effects = state.seat, state.effects
        return tuple(
            side
            for side in _everybody_else(state)
            if Alliance(seat, side) not in effects.alliances and not effects.rests(seat, side, state.turn)
        )

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse it when everybody is bound."""
        if self.sides(rules, state):
            return None
        if any(state.effects.rests(state.seat, side, state.turn) for side in _everybody_else(state)):
            message = "Who is not bound to you already was last turn: nobody is forced into an alliance twice in a row."
            return self.no("forced_alliance.in_a_row", message)
        return self.no(
            "forced_alliance.twice", "Everybody else is bound to you already; a second purchase adds nothing."
        )

    def why_not(self, rules: BalanceRules, state: BalanceState, side: int) -> Reason:
        """Say that the side is bound, or is not there."""
        if Alliance(state.seat, side) in state.effects.alliances:
            message = f"{_capital(side_words(side))} is bound to you already; a second purchase adds nothing."
            return self.no("forced_alliance.twice", message)
        if state.effects.rests(state.seat, side, state.turn):
            message = f"{_capital(side_words(side))} was bound to you last turn: not twice in a row."
            return self.no("forced_alliance.in_a_row", message)
        return gone(self, side)

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Bind the side."""
        bound = Alliance(state.seat, NOBODY if action.seat is None else action.seat)
        effects = replace(state.effects, alliances=(*state.effects.alliances, bound))
        if state.options.alliances == "rested":
            effects = effects.with_pact(bound.buyer, bound.side, state.turn)
        return replace(state, effects=effects)

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say what it would forbid."""
        neutral = ", the neutral army until your next turn" if neutral_lives(state) else ""
        return f"A side of your choice may not attack you: a player for the whole of the next turn{neutral}."


class KillGeneral(SpaceItem):
    """A territory's holder may not attack the buyer from it in his next turn (`balance-of-power 43`)."""

    key: ClassVar[ActionKey] = "kill_general"
    rule: ClassVar[int] = 43

    def spaces(self, rules: BalanceRules, state: BalanceState) -> int:
        """Return the enemy territories beside own ones from which an attack is still allowed."""
        open_ = 0
        for space in bits(rules.board.around(state.held[state.seat])):
            if not state.effects.ban(state.owner(space), space, state.seat):
                open_ |= 1 << space
        return open_

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse it where nobody could attack."""
        if self.spaces(rules, state):
            return None
        return self.no(
            "kill_general.nobody", "No enemy territory beside yours could attack you in its holder's next turn."
        )

    def why_not(self, rules: BalanceRules, state: BalanceState, space: int) -> Reason:
        """Say that it is own, too far, or bound already."""
        name, beside = rules.name(space), rules.listed(self.spaces(rules, state))
        owner = state.owner(space)
        if owner == state.seat:
            return self.no("buy.own_target", f"{name} is yours. Choose an enemy territory beside yours.", beside)
        if not rules.board.around(state.held[state.seat]) >> space & 1:
            return self.no("buy.not_adjacent", f"{name} borders none of your territories.", beside)
        if state.effects.ban(owner, space, state.seat) == "forced_alliance":
            message = f"{_capital(side_words(owner))} is bound to you already and cannot attack you from {name}."
            return self.no("kill_general.bound", message, beside)
        return self.no(
            "kill_general.twice", f"{name} lacks its general already; a second purchase adds nothing.", beside
        )

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Forbid attacks from there."""
        space = rules.board.index[action.space or ""]
        killed = General(state.seat, state.owner(space), space)
        return replace(state, effects=replace(state.effects, generals=(*state.effects.generals, killed)))

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say how many territories threaten."""
        spaces = self.spaces(rules, state)
        able, beside = all_but(state, spaces, 2).bit_count(), spaces.bit_count()
        choice = f"{beside} to choose from, {able} able to attack now"
        return f"A territory beside yours cannot attack you next turn: {choice}."


class Sabotage(SideItem):
    """A player's next draft is cut to two fifths (`balance-of-power 49`)."""

    key: ClassVar[ActionKey] = "sabotage"
    rule: ClassVar[int] = 49

    def sides(self, rules: BalanceRules, state: BalanceState) -> tuple[int, ...]:
        """Return the players whose draft is not cut yet."""
        return tuple(seat for seat in others(state) if not state.effects.sabotaged >> seat & 1)

    def closed(self, rules: BalanceRules, state: BalanceState) -> Reason | None:
        """Refuse it when everybody's draft is cut."""
        if self.sides(rules, state):
            return None
        return self.no("sabotage.twice", "Every other player's next draft is sabotaged already; once is the most.")

    def why_not(self, rules: BalanceRules, state: BalanceState, side: int) -> Reason:
        """Say that it is cut already, or that the side drafts nothing."""
        if side == NOBODY:
            return self.no("sabotage.neutral", "The neutral army drafts nothing. Name another player.")
        if state.effects.sabotaged >> side & 1:
            return self.no(
                "sabotage.twice", f"The next draft of {side_words(side)} is sabotaged already; once is the most."
            )
        return gone(self, side)

    def do(self, rules: BalanceRules, state: BalanceState, action: Buy, tell: list[Event] | None) -> BalanceState:
        """Cut the draft."""
        return replace(
            state, effects=replace(state.effects, sabotaged=state.effects.sabotaged | 1 << (action.seat or 0))
        )

    def now(self, rules: BalanceRules, state: BalanceState) -> str:
        """Say what it would leave of each draft as things stand."""
        cut = rules.tables.draft.sabotage
        whole = [(seat, rules.income(state, seat)) for seat in self.sides(rules, state)]
        left = [f"{side_words(seat)} {sabotaged(cut, sum_)} instead of {sum_}" for seat, sum_ in whole]
        return f"As things stand the next draft would be: {'; '.join(left)}, and stars are cut alike."


def _everybody_else(state: BalanceState) -> tuple[int, ...]:
    """Return the other players who are left, and the neutral army if there is one."""
    return (*others(state), *((NOBODY,) if neutral_lives(state) else ()))


def gone(item: SideItem, side: int) -> Reason:
    """Refuse a side that is not in the game."""
    return item.no("buy.gone", f"{_capital(side_words(side))} is not in the game any more.")


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
