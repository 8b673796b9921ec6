"""What a card makes of an attack: its odds once the card is played, for the one who holds it."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine.errors import Reason, demand
from wartable.engine.game import Inquiry
from wartable.engine.values import Forecast
from wartable.games.conquest.core.tasks import Rolling
from wartable.games.conquest.lotr.actions import LotrAttack, PlayCard
from wartable.games.conquest.lotr.adventure import powers, reaction_cards
from wartable.games.conquest.lotr.handlers import COURSE
from wartable.games.conquest.lotr.preview import forecast_of
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Reacting
from wartable.games.conquest.lotr.visible import seen


class AskCard(Inquiry, frozen=True, kw_only=True, tag="card"):
    """How likely the attack conquers that a card in hand is for, or against, once it is played so.

    The fields are those of playing it; `leader`: the own leader takes part, where there is one.
    """

    card: str
    source: str = ""
    target: str = ""
    count: int = 0
    leader: bool = True


def odds_with(rules: LotrRules, state: LotrState, seat: int | None, asked: AskCard) -> Forecast | None:
    """Return the odds of the attack to its end, rolled with all dice; None where the card is for no attack.

    None too where the seat does not see both sides (`lotr-risk V6`), or nothing is left to fight about. Raises
    `IllegalAction` for a card that the seat may not play so now.
    """
    action = PlayCard(asked.card, asked.source, asked.target, asked.count)
    task = state.agenda[0] if state.agenda else None
    about = task.about if isinstance(task, Reacting) else ""
    demand(_refusal(rules, state, seat, about, action))
    own = seat or 0
    if about:
        return _against(rules, state, own, action)
    index = rules.board.index
    if action.source not in index or action.target not in index:
        return None
    after = COURSE.play_card(rules, state, own, action, None)
    if after.assault is None:
        return None
    led = asked.leader and bool(after.leaders >> index[action.source] & 1)
    return _foretold(rules, after, own, index[action.source], index[action.target], led=led)


def _refusal(rules: LotrRules, state: LotrState, seat: int | None, about: str, action: PlayCard) -> Reason | None:
    """Say why a seat may not play a card now; None where it may."""
    if seat is None:
        return Reason(code="card.not_held", message="Spectators hold no cards.", rule="lotr-risk T17")
    if about:
        return reaction_cards.refusal(rules, state, about, seat, action)
    if state.victory is not None or state.seat != seat or not state.agenda:
        return Reason(code="card.not_now", message="It is not your turn.", rule="lotr-risk L43")
    return powers.check(rules, state, seat, action)


def _against(rules: LotrRules, state: LotrState, seat: int, action: PlayCard) -> Forecast | None:
    """Return the odds of the attack that a window is about, once a card answers it."""
    state = replace(state, agenda=tuple(task for task in state.agenda if not isinstance(task, Reacting)))
    fight, standing = state.agenda[0], state.assault
    if not isinstance(fight, Rolling):
        return None
    after = reaction_cards.play(rules, state, seat, action, None, COURSE.all_lost)
    led = standing is not None and standing.leader
    return _foretold(rules, after, seat, fight.source, fight.target, led=led)


def _foretold(rules: LotrRules, state: LotrState, seat: int, source: int, target: int, *, led: bool) -> Forecast | None:
    visible = seen(rules, state, seat)
    dice = min(rules.plain.attack_dice, state.armies[source] - rules.stay)
    if dice < 1 or not state.armies[target] or not visible >> source & visible >> target & 1:
        return None
    attack = LotrAttack(rules.id(source), rules.id(target), dice, rules.stay, leader=led)
    return forecast_of(rules, state, attack)
