"""Why a decision is refused: a stable code, a sentence that also says what works, and the rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.engine.errors import Reason
from wartable.engine.values import Action
from wartable.engine.words import counted, listed
from wartable.games.conquest.core.actions import Claim, EndAttacks, EndTurn, Occupy, Place, Trade
from wartable.games.conquest.core.explain import holder, no_space
from wartable.games.conquest.core.machine import Check
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.tasks import Attacking, Claims, Fortifying, MovingIn, Reinforcing, SetUpPlacing
from wartable.games.conquest.core.tell import filled
from wartable.games.conquest.core.words import cards as card_words
from wartable.games.conquest.lotr.actions import (
    Declare,
    Discard,
    EndStep,
    Enter,
    LotrAttack,
    Move,
    MoveLeader,
    NameCapital,
    Pass,
    PlaceLeader,
    PlaceReward,
    PlayCard,
    ShowMission,
)
from wartable.games.conquest.lotr.missions import owed_now
from wartable.games.conquest.lotr.opening import claimable, starts_on
from wartable.games.conquest.lotr.phases import PHASES
from wartable.games.conquest.lotr.reinforcement import may_trade, must_trade, placeable
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState, at_hand
from wartable.games.conquest.lotr.tasks import PlacingLeader
from wartable.games.conquest.lotr.turn import may_place_leader, owes_leader, picked


def no(code: str, message: str, rule: str, fix: Sequence[str] = ()) -> Reason:
    """Return a refusal by a numbered rule of this game."""
    return Reason(code=code, message=message, rule=f"lotr-risk {rule}", fix=tuple(fix))


def units(count: int) -> str:
    """Say a number of units."""
    return counted(count, "unit")


def unknown(rules: LotrRules, *names: str) -> Reason | None:
    """Refuse the first territory that the board does not have."""
    for name in names:
        if name not in rules.board.index:
            found = no_space(rules, name)
            return no(found.code, found.message, "1.3", found.fix)
    return None


def not_yours(rules: LotrRules, state: LotrState, seat: int, name: str, what: str, rule: str) -> Reason | None:
    """Refuse a territory that is unknown or not the seat's own."""
    if (wrong := unknown(rules, name)) is not None:
        return wrong
    space = rules.board.index[name]
    if state.held[seat] >> space & 1:
        return None
    message = f"{rules.name(space)} {holder(state, seat, space)}. {what}"
    return no("space.not_yours", message, rule, rules.listed(state.held[seat]))


# --- claiming, placing, leaders


def claim(rules: LotrRules, state: LotrState, seat: int, action: Claim) -> Reason | None:
    """Say why a territory may not be claimed."""
    if (wrong := unknown(rules, action.space)) is not None:
        return wrong
    space, free = rules.board.index[action.space], claimable(rules, state)
    if free >> space & 1:
        return None
    owner = next((other for other, dealt in enumerate(state.dealt) if dealt >> space & 1), NOBODY)
    whose = holder(state, seat, space) if owner == NOBODY else f"was dealt to {_seat(owner, seat)}"
    message = f"{rules.name(space)} {whose}. Claim an open territory."
    return no("claim.taken", message, "1.1.5", rules.listed(free))


def _seat(owner: int, seat: int) -> str:
    return "you" if owner == seat else f"seat {owner + 1}"


def place(rules: LotrRules, state: LotrState, seat: int, action: Place) -> Reason | None:
    """Say why units may not be placed on a territory."""
    first = type(state.agenda[0]) is SetUpPlacing
    where = starts_on(rules, state, seat) if first else placeable(rules, state, seat)
    space = rules.board.index.get(action.space)
    if space is None or not where >> space & 1:
        rule = "1.1.5" if first else "T55"
        return not_yours(rules, state, seat, action.space, "Place units on your own territories.", rule)
    if first:
        message = "First units are placed one at a time, in turn."
        return None if action.count == 1 else no("place.too_many", message, "1.1.5")
    if 1 <= action.count <= state.to_place:
        return None
    message = f"You have {units(state.to_place)} left to place, not {action.count}."
    return no("place.too_many", message, "1.2.1")


def place_leader(rules: LotrRules, state: LotrState, seat: int, action: PlaceLeader) -> Reason | None:
    """Say why a leader may not be placed in a territory."""
    task = state.agenda[0]
    late = isinstance(task, Fortifying)
    if late and rules.options.new_leader != "with_leader_move":
        return no("leader.not_now", "A new leader comes later in the turn.", "T34")
    if late and state.leaders & state.held[seat]:
        return no("leader.there", "Only a player without a leader places a new one.", "T34")
    rule = "1.1.6" if isinstance(task, PlacingLeader) and task.why == "setup" else "T34"
    wrong = not_yours(rules, state, seat, action.space, "Leaders stand in your own territories.", rule)
    if wrong is not None:
        return wrong
    free = may_place_leader(rules, state, seat)
    if free >> rules.board.index[action.space] & 1:
        return None
    message = f"{rules.name(rules.board.index[action.space])} has a leader already. Choose another territory."
    return no("leader.two", message, "T30", rules.listed(free))


def declare(rules: LotrRules, state: LotrState, seat: int, action: Declare) -> Reason | None:
    """Say why a leader may not be declared for a mission."""
    if wrong := not_yours(rules, state, seat, action.space, "Name a territory of yours with a leader.", "T33"):
        return wrong
    space = rules.board.index[action.space]
    if not state.leaders >> space & 1:
        return no("leader.none", f"No leader stands in {rules.name(space)}.", "T33")
    if state.declared >> space & 1:
        return no("leader.declared", f"The leader in {rules.name(space)} is declared already.", "T33")
    return None


# --- sets of cards


def trade(rules: LotrRules, state: LotrState, seat: int, action: Trade) -> Reason | None:
    """Say why cards cannot be traded."""
    if barred := may_trade(rules, state, seat):
        return no("trade.not_now", _NO_TRADE[barred], barred)
    hand = state.cards.hands[seat]
    chosen = [rules.cards.index.get(name, NOBODY) for name in action.cards]
    if len(set(chosen)) != len(chosen) or any(card not in hand for card in chosen):
        held = tuple(rules.cards.names[card] for card in hand)
        own = f"You can trade only cards of your own hand, each once: {listed(held)}." if held else ""
        return no("trade.not_held", own or "You have no cards to trade yet.", "T51", held)
    symbols = [rules.cards.symbols[card] for card in chosen]
    if not rules.cards.sets.is_set(symbols):
        message = "A set is three alike, one of each, or any two with a wild card."
        return no("trade.no_set", f"{message} These are {listed(symbols) if symbols else 'no cards'}.", "T51")
    return bad_bonus(rules, state, seat, action, chosen)


_NO_TRADE: Mapping[str, str] = {
    "T50": "Cards bring no units in this game.",
    "T72": "You hold fewer than five cards; the next sets wait for your next reinforcement.",
    "sets_per_turn": "One set is traded in a turn.",
}


def depicted(rules: LotrRules, state: LotrState, seat: int, chosen: Sequence[int]) -> tuple[str, ...]:
    """Return the own territories on cards that could get the extra units (`lotr-risk T54`)."""
    if not rules.cards.picture_armies:
        return ()
    spaces = len(rules.board.ids)
    return tuple(rules.id(card) for card in chosen if card < spaces and state.held[seat] >> card & 1)


def bad_bonus(rules: LotrRules, state: LotrState, seat: int, action: Trade, chosen: Sequence[int]) -> Reason | None:
    """Say why the extra units cannot go where they are wanted, or that they must be given a place (`L87`)."""
    choice = depicted(rules, state, seat, chosen)
    if action.bonus in (choice or (None,)):
        return None
    names = tuple(rules.name(rules.board.index[space]) for space in choice)
    message = f"Say which territory of yours gets the extra units: {listed(names)}."
    if not rules.cards.picture_armies:
        message = "This game gives no extra units for depicted territories."
    elif not choice:
        message = "Extra units go to a territory of yours that a card of the set shows; none does."
    return no("trade.bonus", message, "T54", names)


def discard(rules: LotrRules, state: LotrState, seat: int, action: Discard) -> Reason | None:
    """Say why these cards are not what is to be discarded."""
    limit, hand = rules.options.adventure_limit, state.adventure.hands[seat]
    over = len(hand) - limit
    if len(picked(rules, state, seat, action.cards)) != len(action.cards):
        held = tuple(rules.deck[card].name for card in hand)
        return no("discard.not_held", f"Discard cards of your own hand: {listed(held)}.", "T83", held)
    if len(action.cards) == over:
        return None
    return no("discard.count", f"Discard {card_words(over)}: {limit} may be kept.", "T83")


# --- ends of steps


def end_step(rules: LotrRules, state: LotrState, seat: int, action: Action) -> Reason | None:
    """Say why a step may not be ended yet."""
    del action
    task = state.agenda[0]
    if isinstance(task, Reinforcing):
        return _unfinished(rules, state, seat)
    return leader_due(rules, state, seat) if isinstance(task, Fortifying) else None


def _unfinished(rules: LotrRules, state: LotrState, seat: int) -> Reason | None:
    if rule := must_trade(rules, state, seat):
        held = len(state.cards.hands[seat])
        return no("trade.forced", f"You hold {card_words(held)}, so trade a set first.", rule)
    if state.to_place and placeable(rules, state, seat):
        return no("place.left", f"Place the rest first: {units(state.to_place)}.", "1.2.1")
    if owed_now(rules, state, seat):
        return no("reward.left", "Units of a mission are still to be placed.", "T18")
    return None


def leader_due(rules: LotrRules, state: LotrState, seat: int) -> Reason | None:
    """Refuse to end the fortify step while a new leader is owed."""
    if not owes_leader(rules, state, seat):
        return None
    return no("leader.due", "You have no leader: place one first.", "T34")


def end_attacks(rules: LotrRules, state: LotrState, seat: int, action: Action) -> Reason | None:
    """Refuse to end the attacks between a card played for one and its first roll (`lotr-risk L41`)."""
    if isinstance(state.agenda[0], Attacking):
        return bound(rules, state)
    return end_step(rules, state, seat, action)


def bound(rules: LotrRules, state: LotrState) -> Reason | None:
    """Refuse everything but the attack for which a card was played."""
    standing = state.assault
    if standing is None or not standing.bound:
        return None
    if state.armies[standing.source] <= rules.stay or not state.armies[standing.target]:
        return None
    ends = f"{rules.name(standing.target)} from {rules.name(standing.source)}"
    return no("attack.bound", f"You have played a card for it: attack {ends} first.", "L41")


def occupy(rules: LotrRules, state: LotrState, seat: int, action: Occupy) -> Reason | None:
    """Say why so many units may not move in."""
    del seat
    entry = at_hand(state, MovingIn)
    if entry.least <= action.count <= entry.most:
        return None
    if action.count < entry.least:
        why = "as many as rolled last and are left" if rules.enter_least == "fought" else "it is not left empty"
        return no("occupy.too_few", f"At least {units(entry.least)} must move in: {why}.", "T21")
    count = state.armies[entry.source]
    if action.count > count - rules.stay:
        message = f"{units(entry.most)} can move in: {count} are in {rules.name(entry.source)}, {rules.stay} must stay."
        return no("occupy.too_many", message, "T20")
    return no("occupy.too_many", f"{units(entry.most)} can move in: no more rolled last and are left.", "T22")


def wrong_phase(rules: LotrRules, state: LotrState, seat: int, kind: type[Action]) -> Reason:
    """Say why an action of a kind is refused that the step does not allow."""
    task, row = state.agenda[0], PHASES[state.phase]
    if isinstance(task, Reinforcing) and (rule := must_trade(rules, state, seat)):
        held = len(state.cards.hands[seat])
        return no("trade.forced", f"You hold {card_words(held)}, so trade a set first.", rule)
    rule = row.rule if isinstance(task, Claims | SetUpPlacing | MovingIn | PlacingLeader) else RULES.get(kind, row.rule)
    hint = filled(row.hint, rules, state, seat) or "Wait for the dice."
    return no("phase.wrong", f"{WHEN[kind]} {hint}" if kind in WHEN else hint, rule)


RULES: Mapping[type[Action], str] = {
    LotrAttack: "1.2.2",
    Enter: "T23",
    Place: "1.2.1",
    Move: "1.2.3",
    MoveLeader: "T62",
    Trade: "T72",
    PlaceLeader: "T34",
    Declare: "T33",
    ShowMission: "T18",
    PlaceReward: "T18",
    PlayCard: "1.3",
    Discard: "T83",
    EndAttacks: "1.2.2",
    EndTurn: "1.2.3",
    Claim: "1.1.5",
    Occupy: "T21",
    NameCapital: "V3",
    Pass: "L46",
}
"""The rule that says when a kind of action is done."""
WHEN: Mapping[type[Action], str] = {
    Claim: "Territories are claimed in the set-up.",
    Place: "Units are placed at the start of your turn.",
    Trade: "Sets are traded at the start of your turn.",
    PlaceReward: "Units of a mission are placed at the start of your turn.",
    Declare: "Leaders are declared before the attacks.",
    LotrAttack: "Attacks come after the reinforcement.",
    Enter: "Attacks come after the reinforcement.",
    Occupy: "Units move in when a territory has been taken.",
    Move: "Moves come after the attacks.",
    MoveLeader: "Moves come after the attacks.",
    PlaceLeader: "A leader is placed when you are asked for one.",
    ShowMission: "Missions are shown after the attacks.",
    Discard: "Adventure cards are discarded where a hand holds too many.",
    NameCapital: "Capitals are named in the set-up.",
    Pass: "No card is asked for now.",
}
"""When a kind of action is done, in words."""
CHECKS: Mapping[type[Action], Check] = {
    Claim: claim,
    Place: place,
    PlaceLeader: place_leader,
    Declare: declare,
    Trade: trade,
    Discard: discard,
    Occupy: occupy,
    EndStep: end_step,
    EndAttacks: end_attacks,
    EndTurn: end_attacks,
}
"""The checks of all but attacks, moves and missions."""
