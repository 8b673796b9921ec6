"""Why a decision is refused in the variant: the family's checks with its rule numbers, and what it adds."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wartable.engine.errors import Reason
from wartable.engine.values import Action, Seat
from wartable.engine.words import listed
from wartable.games.conquest.balance import actions, shop, tanks
from wartable.games.conquest.balance.collecting import refuse_collect
from wartable.games.conquest.balance.effects import NEUTRAL
from wartable.games.conquest.balance.modifiers import MOST_ATTACKERS, ROUGH_ATTACKERS
from wartable.games.conquest.balance.neutral import raid_pairs, raid_targets
from wartable.games.conquest.balance.opening import capital_spaces
from wartable.games.conquest.balance.phases import PHASES
from wartable.games.conquest.balance.refuse import no
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.sides import may_attack, side_words, unheld
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.tasks import NeutralPlacing, Raiding
from wartable.games.conquest.core import explain as family
from wartable.games.conquest.core.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Occupy, Place, Trade
from wartable.games.conquest.core.machine import Check
from wartable.games.conquest.core.tasks import Reinforcing
from wartable.games.conquest.core.tell import filled
from wartable.games.conquest.core.ways import attack_pairs
from wartable.games.conquest.core.words import armies

_NUMBERS = {"D4": 9, "D5": 18, "D6": 55, "D7": 56, "D8": 56, "D10": 56, "D11": 61, "D12": 32}
"""The variant's rule for each of Classic Risk's that the family's checks name."""


def _cited(check: Check) -> Check:
    """Have a check of the family name the rule of the variant."""

    def cited(rules: BalanceRules, state: BalanceState, seat: Seat, action: Action) -> Reason | None:
        reason = check(rules, state, seat, action)
        return None if reason is None else _renumbered(reason)

    return cited


def _renumbered(reason: Reason) -> Reason:
    number = _NUMBERS.get(reason.rule.removeprefix("risk "))
    return replace(reason, rule=f"balance-of-power {number}") if number else reason


def _capital(rules: BalanceRules, state: BalanceState, seat: int, action: actions.Capital) -> Reason | None:
    spaces = capital_spaces(rules, state, seat)
    if wrong := family.not_yours(rules, state, seat, action.space, "Your capital lies on a territory of yours.", "D4"):
        return replace(_renumbered(wrong), rule="balance-of-power 10", fix=wrong.fix and rules.listed(spaces))
    space = rules.board.index[action.space]
    if spaces >> space & 1:
        return None
    where = rules.regions[rules.board.region_ids[rules.board.region_of[space]]]
    message = f"{where} has a capital already, and you hold territories in continents without one. Choose there."
    return no("capital.continent", message, 10, rules.listed(spaces))


# --- placing


def _place(rules: BalanceRules, state: BalanceState, seat: int, action: Place) -> Reason | None:
    step = type(state.agenda[0])
    if step is NeutralPlacing:
        return _place_neutral(rules, state, seat, action)
    if step is Reinforcing and not state.to_place:
        message = "All your new armies are placed. Form tanks, or be done and attack."
        return no("place.none_left", message, 62)
    reason = family.place(rules, state, seat, action)
    return None if reason is None else _renumbered(reason)


def _place_neutral(rules: BalanceRules, state: BalanceState, seat: int, action: Place) -> Reason | None:
    if (wrong := family.unknown_space(rules, action.space)) is not None:
        return replace(wrong, rule="balance-of-power 25")
    space = rules.board.index[action.space]
    if not unheld(state) >> space & 1:
        message = f"{rules.name(space)} {family.holder(state, seat, space)}. Place these armies on neutral territories."
        return no("place.not_neutral", message, 25, rules.listed(unheld(state)))
    if 1 <= action.count <= state.to_place:
        return None
    if action.count < 1:
        return no("count.too_small", f"Say how many armies to place: from 1 to {state.to_place}.", 25)
    return no("place.too_many", f"The neutral army has {armies(state.to_place)} left to place, not {action.count}.", 25)


def _trade(rules: BalanceRules, state: BalanceState, seat: int, action: Trade) -> Reason | None:
    if not state.to_place:
        return no("trade.not_now", "Stars are turned in before the last army is placed.", 32)
    index, hand = rules.cards.index, state.cards.hands[seat]
    given = [index.get(name, -1) for name in action.cards]
    if not given or len(set(given)) != len(given) or any(card not in hand for card in given):
        held = tuple(rules.cards.names[card] for card in hand)
        own = f"Turn in cards of your own hand, each once: {listed(held)}." if held else "You hold no cards to turn in."
        return no("trade.not_held", own, 32, held)
    if action.bonus is not None:
        return no("trade.bonus", "Stars bring no armies to pictured territories.", 32)
    stars, table = sum(rules.stars[card] for card in given), rules.tables.stars.values
    if stars in table:
        return None
    return no("trade.stars", f"From {min(table)} to {max(table)} stars are turned in at once, not {stars}.", 32)


# --- attacks


def _attack(rules: BalanceRules, state: BalanceState, seat: int, action: Attack) -> Reason | None:
    if type(state.agenda[0]) is Raiding:
        return _raid(rules, state, seat, action)
    reason = family.attack(rules, state, seat, action)
    if reason is not None and reason.code != "attack.dice":
        return _renumbered(reason)
    index = rules.board.index  # whom one may attack comes before how: it does not depend on the dice
    banned = _banned(rules, state, seat, index[action.source], index[action.target])
    return banned or (reason and _rough(rules, state, action, reason))


def _rough(rules: BalanceRules, state: BalanceState, action: Attack, reason: Reason) -> Reason:
    """Name the rule about rough terrain where a die too many is refused for it (`balance-of-power 5`)."""
    source, target = rules.board.index.get(action.source, -1), rules.board.index.get(action.target, -1)
    spared = state.armies[source] > action.dice == MOST_ATTACKERS
    if reason.code != "attack.dice" or not spared or not state.rough >> target & 1:
        return _renumbered(reason)
    message = f"{rules.name(target)} is rough terrain: attack it with {ROUGH_ATTACKERS} dice at most."
    return no("attack.rough", message, 5)


def _banned(rules: BalanceRules, state: BalanceState, side: int, source: int, target: int) -> Reason | None:
    """Refuse an attack that a bought action forbids (`balance-of-power 54`)."""
    holder = state.owner(target)
    ban = state.effects.ban(side, source, holder)
    if not ban:
        return None
    who, subject = side_words(holder), "You are" if side != NEUTRAL else "The neutral army is"
    left = _attack_left(rules, state, side)
    if ban == "forced_alliance":
        cure = "Choose another target." if left else _NOTHING_LEFT
        return no("attack.alliance", f"{subject} bound by a forced alliance and may not attack {who} now. {cure}", 40)
    cure = "Attack from elsewhere." if left else _NOTHING_LEFT
    return no("attack.general", f"{_dead_generals(rules, state, side, source, holder)} {cure}", 43)


_NOTHING_LEFT = "Nothing else can be attacked."


def _attack_left(rules: BalanceRules, state: BalanceState, side: int) -> bool:
    """Whether any attack is left to a side that one ban or another keeps from some."""
    if side == NEUTRAL:
        return bool(raid_pairs(rules, state))
    return any(may_attack(state, *pair) for pair in attack_pairs(rules, state, side))


def _dead_generals(rules: BalanceRules, state: BalanceState, side: int, source: int, holder: int) -> str:
    """Say where generals were killed by whom a side would attack, the place of the attack first."""
    killed = (one.space for one in state.effects.generals if (one.buyer, one.side) == (holder, side))
    places = [rules.name(source), *(rules.name(space) for space in killed if space != source)]
    what = "general" if len(places) == 1 else "generals"
    was = "was" if len(places) == 1 else "were"
    return f"The {what} in {listed(places)} {was} killed: no attack on {side_words(holder)} from there now."


def _raid(rules: BalanceRules, state: BalanceState, seat: int, action: Attack) -> Reason | None:
    """Refuse a neutral attack on neutrals or on the commander, or a second one (`balance-of-power 26`)."""
    index = rules.board.index
    source, target = index.get(action.source), index.get(action.target)
    if source is None or target is None:
        wrong = family.unknown_space(rules, action.source, action.target)
        return wrong and replace(wrong, rule="balance-of-power 26")
    if raid_targets(rules, state, source) >> target & 1:
        reason = family.strength(rules, state, action, source, target)
        return reason and _rough(rules, state, action, reason)
    return _bad_raid(rules, state, seat, source, target)


def _bad_raid(rules: BalanceRules, state: BalanceState, seat: int, source: int, target: int) -> Reason:
    if state.raid is not None:
        where = f"{rules.name(state.raid.source)} on {rules.name(state.raid.target)}"
        return no("raid.one", f"The neutral army makes one attack, and that is the one from {where}.", 26)
    neutral, start, end = unheld(state), rules.name(source), rules.name(target)
    sources = tuple(dict.fromkeys(rules.name(each) for each, _ in raid_pairs(rules, state)))
    wrong = (
        (not neutral >> source & 1, "raid.not_neutral", f"{start} is not neutral. Attack from a neutral territory."),
        (neutral >> target & 1, "raid.neutral", f"{end} is neutral too. The neutral army attacks players."),
        (state.held[seat] >> target & 1, "raid.own", f"{end} is yours, and you command the neutral army."),
        (not rules.board.neighbour_masks[source] >> target & 1, "raid.not_adjacent", f"{start} does not border {end}."),
        (state.armies[source] < 2, "raid.too_few", f"{start} has 1 army, and 1 must stay. Attack from elsewhere."),
    )
    found = next((no(code, message, 26, sources) for holds, code, message in wrong if holds), None)
    banned = found or _banned(rules, state, NEUTRAL, source, target)
    assert banned is not None  # noqa: S101 - nothing else is left
    return banned


# --- the rest


def _give(rules: BalanceRules, state: BalanceState, seat: int, action: actions.Give) -> Reason | None:
    hand = state.cards.hands[seat]
    if rules.cards.index.get(action.card, -1) in hand:
        return None
    held = tuple(rules.cards.names[card] for card in hand)
    return no("give.not_held", f"Give one of your own cards: {listed(held)}.", 34, held)


def _done(rules: BalanceRules, state: BalanceState, seat: int, _action: actions.Done) -> Reason | None:
    if type(state.agenda[0]) is Reinforcing and state.to_place:
        return no("place.left", f"Place {armies(state.to_place)} first.", 55, rules.listed(state.held[seat]))
    return None


_MEANT: Mapping[type[Action], tuple[str, int]] = {
    actions.Buy: ("Special combat actions are bought before the draft.", 36),
    Trade: ("Stars are turned in during the draft, before the last army is placed.", 32),
    Place: ("All your new armies are placed. The next ones come with your next turn.", 55),
    Fortify: ("The maneuver comes after your attacks and the objective.", 61),
    actions.MoveTanks: ("Tanks move with the maneuver at the end of your turn.", 66),
    actions.FormTank: ("Tanks are formed during the draft or the maneuver.", 62),
    actions.DisbandTank: ("Tanks are turned back during the maneuver.", 65),
    actions.Collect: ("Objectives are collected after your attacks.", 58),
    actions.Give: ("You hold no card beyond the limit.", 34),
    actions.Capital: ("Capitals were founded at the end of the set-up.", 10),
    Claim: ("The map has been claimed.", 9),
}
"""When what was tried can be done, and by which rule."""


def wrong_phase(rules: BalanceRules, state: BalanceState, seat: int, kind: type[Action]) -> Reason:
    """Say why an action of a kind is refused that the phase does not allow."""
    row = PHASES[state.phase]
    now = filled(row.hint, rules, state, seat) or "The dice are rolling; wait for them."
    said, number = _MEANT.get(kind, ("", int(row.rule)))
    if kind in (actions.FormTank, actions.DisbandTank, actions.MoveTanks) and not state.tanks:
        said, number = "This game has no tanks.", 67
    if kind is actions.Buy and not state.options.actions:
        said, number = "This game has no special combat actions.", 36
    return no("phase.wrong", f"{said} {now}".strip(), number)


CHECKS: Mapping[type[Action], Check] = {
    Claim: _cited(family.claim),
    Place: _place,
    actions.Capital: _capital,
    actions.Buy: shop.refuse,
    Trade: _trade,
    actions.FormTank: tanks.refuse_form,
    actions.DisbandTank: tanks.refuse_disband,
    actions.MoveTanks: tanks.refuse_move,
    Attack: _attack,
    Occupy: _cited(family.occupy),
    actions.Collect: refuse_collect,
    Fortify: _cited(family.fortify),
    actions.Give: _give,
    EndAttacks: family.always,
    EndTurn: family.always,
    actions.Done: _done,
}
"""The check of each kind of action in the phases that allow it."""
