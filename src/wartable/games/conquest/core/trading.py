"""Sets of territory cards turned in for armies: when they may be, when they must, and what that does (`risk D12`)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wartable.games.conquest.core.actions import Trade
from wartable.games.conquest.core.events import Traded
from wartable.games.conquest.core.play import Play
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import MovingIn, Reinforcing
from wartable.games.conquest.core.turn import R, S, Tell


def holds_set(rules: Rules, state: ConquestState, seat: int) -> bool:
    """Whether a seat could turn in a set."""
    return bool(state.cards.hands) and any(True for _ in rules.cards.sets_in(state.cards.hands[seat]))


def must_trade(rules: Rules, state: ConquestState, seat: int) -> bool:
    """Whether a seat in its step must turn in a set before anything else.

    At the start of a turn with five cards or more, or with nothing else to place; after an elimination, with six or
    more, until four remain.
    """
    if not _reinforces(state) or not state.cards.hands:
        return False
    if not state.to_place and not state.conquered:
        return True
    if not rules.cards.limited:
        return False
    held = len(state.cards.hands[seat])
    return held > rules.cards.seized_to if state.conquered else held >= rules.cards.forced_at


def may_trade(rules: Rules, state: ConquestState, seat: int) -> bool:
    """Whether a seat may turn in a set in its step: at the start of its turn, or because it must."""
    return _reinforces(state) and bool(state.cards.hands) and (not state.conquered or must_trade(rules, state, seat))


def _reinforces(state: ConquestState) -> bool:
    return bool(state.agenda) and type(state.agenda[0]) is Reinforcing


def pictured(rules: Rules, state: ConquestState, seat: int, cards: Sequence[int]) -> tuple[str, ...]:
    """Return the own spaces on these cards that could get the extra armies; none if they were taken this turn."""
    if not rules.cards.picture_armies or state.cards.pictured:
        return ()
    own = state.held[seat]
    return tuple(rules.board.ids[card] for card in cards if card < len(rules.board.ids) and own >> card & 1)


class Trading(Play[R, S]):
    """What games do whose sets of cards bring armies."""

    def moved_in(self, rules: R, state: S, entry: MovingIn, tell: Tell) -> S:
        """Have sets turned in after an elimination that brought the hand to six cards or more."""
        hands = state.cards.hands
        if hands and rules.cards.limited and len(hands[entry.seat]) >= rules.cards.seized_from:
            return replace(state, agenda=(Reinforcing(entry.seat), *state.agenda))
        return state

    def trade(self, rules: R, state: S, seat: int, action: Trade, tell: Tell) -> S:
        """Turn in a set; its armies come to hand, the extra ones go to the pictured space at once."""
        cards = [rules.cards.index[name] for name in action.cards]
        gained = rules.cards.sets.worth([rules.cards.symbols[card] for card in cards], state.cards.sets)
        armies = list(state.armies)
        if action.bonus is not None:
            armies[rules.board.index[action.bonus]] += rules.cards.picture_armies
        if tell is not None:
            tell.append(Traded(seat, action.cards, gained, action.bonus))
        after = replace(
            state,
            armies=tuple(armies),
            to_place=state.to_place + gained,
            cards=replace(
                state.cards.passed(cards, seat),
                sets=state.cards.sets + 1,
                pictured=state.cards.pictured or action.bonus is not None,
            ),
        )
        return self.check_victory(rules, after, tell)
