"""Why a decision is refused: a stable code, a sentence that also says what works, and the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wartable.engine.errors import Reason
from wartable.engine.values import Action
from wartable.engine.words import listed, nearest
from wartable.games.conquest.core.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Occupy, Place
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import NOBODY, ConquestState
from wartable.games.conquest.core.tasks import MovingIn, SetUpPlacing
from wartable.games.conquest.core.ways import border, fortify_pairs, fortify_targets, free_spaces, targets
from wartable.games.conquest.core.words import armies
from wartable.games.conquest.core.words import dice as dice_words


def no(code: str, message: str, rule: str, fix: tuple[str, ...] = ()) -> Reason:
    """Return a refusal by a numbered rule of Classic Risk."""
    return Reason(code=code, message=message, rule=f"risk {rule}", fix=fix)


def spaces_by_name(rules: Rules) -> dict[str, str]:
    """Return every space's id by what it may be called in small letters: its name, or its id in words."""
    ids = rules.board.ids
    names = {name.lower(): ids[space] for space, name in enumerate(rules.names)}
    return names | {each.replace("_", " "): each for each in ids}


def no_space(rules: Rules, name: str) -> Reason:
    """Say that the board has no such space, and which may be meant."""
    spaces = spaces_by_name(rules)
    near = nearest(name.lower().replace("_", " "), spaces)
    meant = (rules.name(rules.board.index[spaces[near]]),) if near else ()
    hint = f" Did you mean {meant[0]}?" if meant else ""
    return no("space.unknown", f'I know no "{name}".{hint}', "D7", meant)


def unknown_space(rules: Rules, *names: str) -> Reason | None:
    """Refuse the first space that the board does not have."""
    return next((no_space(rules, name) for name in names if name not in rules.board.index), None)


def holder(state: ConquestState, seat: int, space: int) -> str:
    """Say whose a space is to a seat: `is yours`, `belongs to seat 2`."""
    owner = state.owner(space)
    if owner == seat:
        return "is yours"
    if owner == NOBODY and state.armies[space]:
        return "belongs to the neutral army"
    return "belongs to nobody" if owner == NOBODY else f"belongs to seat {owner + 1}"


def not_yours(rules: Rules, state: ConquestState, seat: int, name: str, what: str, rule: str) -> Reason | None:
    """Refuse a space that is unknown or not the seat's own."""
    if (space := rules.board.index.get(name)) is None:
        return no_space(rules, name)
    if state.held[seat] >> space & 1:
        return None
    message = f"{rules.name(space)} {holder(state, seat, space)}. {what}"
    return no("space.not_yours", message, rule, rules.listed(state.held[seat]))


# --- one check per kind of action


def claim(rules: Rules, state: ConquestState, seat: int, action: Claim) -> Reason | None:
    """Say why a space may not be claimed."""
    if (wrong := unknown_space(rules, action.space)) is not None:
        return wrong
    space = rules.board.index[action.space]
    if not state.armies[space]:
        return None
    message = f"{rules.name(space)} {holder(state, seat, space)} already. Claim a free territory."
    return no("claim.taken", message, "D4", rules.listed(free_spaces(state)))


def place(rules: Rules, state: ConquestState, seat: int, action: Place) -> Reason | None:
    """Say why armies may not be placed on an own space."""
    space = rules.board.index.get(action.space)
    first = type(state.agenda[0]) is SetUpPlacing
    if space is None or not (state.held[seat] if first else rules.places(state, seat)) >> space & 1:
        return not_yours(rules, state, seat, action.space, "Place armies on your own territories.", "D6")
    most = 1 if first else state.to_place
    return None if 1 <= action.count <= most else _bad_placement(action.count, most, first=first)


def _bad_placement(count: int, most: int, *, first: bool) -> Reason | None:
    if first:
        return no("place.too_many", "Starting armies are placed one at a time, in turn.", "D4")
    if count < 1:
        return no("count.too_small", f"Say how many armies to place: from 1 to {most}.", "D6")
    return no("place.too_many", f"You have {armies(most)} left to place, not {count}.", "D6")


def attack(rules: Rules, state: ConquestState, seat: int, action: Attack) -> Reason | None:
    """Say why a space may not be attacked."""
    index = rules.board.index
    source, target = index.get(action.source), index.get(action.target)
    if source is None or target is None:
        return unknown_space(rules, action.source, action.target)
    near = rules.ways(state, seat)[source] & ~rules.friends(state, seat)
    if not state.held[seat] >> source & 1 or not near >> target & 1:
        return _bad_pair(rules, state, seat, source, target)
    return strength(rules, state, action, source, target)


def strength(rules: Rules, state: ConquestState, action: Attack, source: int, target: int) -> Reason | None:
    """Say why an attack may not roll so many dice, or stop with so many armies left."""
    count, stay = state.armies[source], rules.stay
    if not 0 < action.dice <= count - stay or action.dice > rules.dice(state, source, target).attack_dice:
        return _bad_dice(rules, state, source, target, action.dice)
    if action.until is not None and not stay <= action.until < count:
        message = f"{rules.name(source)} has {armies(count)}, so you can stop at {stay} to {count - 1} left."
        return no("attack.until", message, "D8")
    return None


def _bad_pair(rules: Rules, state: ConquestState, seat: int, source: int, target: int) -> Reason:
    own = state.held[seat]
    start, end = rules.name(source), rules.name(target)
    reachable = rules.listed(targets(rules, state, seat, source))
    if not own >> source & 1:
        message = f"{start} {holder(state, seat, source)}. Attack from one of your own territories."
        return no("attack.not_yours", message, "D7", tuple(map(rules.name, border(rules, state, seat))))
    if own >> target & 1:
        message = f"{end} is yours already. Move armies there at the end of your turn."
        return no("attack.own_target", message, "D7", reachable)
    if rules.ways(state, seat)[source] >> target & 1:
        message = f"{end} {holder(state, seat, target)}, who is on your side."
        return no("attack.friend", message, "D7", reachable)
    works = f"From {start} you can reach {listed(reachable)}." if reachable else f"{start} borders no enemy."
    return no("attack.not_adjacent", f"{start} does not border {end}. {works}", "D7", reachable)


def _bad_dice(rules: Rules, state: ConquestState, source: int, target: int, dice: int) -> Reason:
    count, name, stay = state.armies[source], rules.name(source), rules.stay
    if count <= stay:
        message = f"{name} has {armies(count)}, and {stay} must stay. You need at least {stay + 1} to attack."
        return no("attack.too_few", message, "D8")
    limit = rules.dice(state, source, target).attack_dice
    most = min(limit, count - stay)
    if dice < 1:
        return no("attack.dice", f"An attack rolls at least 1 die, and at most {most}.", "D8")
    if most == limit:
        return no("attack.dice", f"An attack rolls at most {dice_words(most)}, not {dice}.", "D8")
    return no(
        "attack.dice", f"{name} has {armies(count)}, and {stay} must stay: roll at most {dice_words(most)}.", "D8"
    )


def occupy(rules: Rules, state: ConquestState, _seat: int, action: Occupy) -> Reason | None:
    """Say why so many armies may not move in."""
    entry: MovingIn = state.agenda[0]
    if entry.least <= action.count <= entry.most:
        return None
    if action.count < entry.least:
        one = rules.enter_least != "fought" or entry.least == 1
        why = "a conquered territory is not left empty" if one else "as many as attacked last and are left"
        return no("occupy.too_few", f"At least {armies(entry.least)} must move in: {why}.", "D10")
    count, name = state.armies[entry.source], rules.name(entry.source)
    why = f"{count} are in {name} and {rules.stay} must stay"
    if entry.most < count - rules.stay:
        why = "no more attacked last and are left"
    return no("occupy.too_many", f"{armies(entry.most)} can move in: {why}.", "D10")


def fortify(rules: Rules, state: ConquestState, seat: int, action: Fortify) -> Reason | None:
    """Say why armies may not be moved at the end of the turn."""
    for name in (action.source, action.target):
        if (
            wrong := not_yours(rules, state, seat, name, "Move armies between your own territories.", "D11")
        ) is not None:
            return wrong
    source, target = rules.board.index[action.source], rules.board.index[action.target]
    reachable = fortify_targets(rules, state, seat, source)
    if not reachable >> target & 1:
        return _out_of_reach(rules, source, target, reachable)
    if 1 <= action.count <= state.armies[source] - rules.stay:
        return None
    return _bad_amount(rules, state, seat, source, action.count)


def _out_of_reach(rules: Rules, source: int, target: int, reachable: int) -> Reason:
    start, end, names = rules.name(source), rules.name(target), rules.listed(reachable)
    if source == target:
        return no("fortify.same", f"{start} is where the armies are. Choose another territory.", "D11", names)
    how = "border" if rules.fortify == "adjacent" else "reach through your own territories"
    works = f"From {start} you can move to {listed(names)}." if names else "Choose another source."
    return no("fortify.not_connected", f"{start} does not {how} {end}. {works}", "D11", names)


def _bad_amount(rules: Rules, state: ConquestState, seat: int, source: int, count: int) -> Reason:
    held, name, stay = state.armies[source], rules.name(source), rules.stay
    if held <= stay:
        others = tuple(dict.fromkeys(rules.name(source) for source, _ in fortify_pairs(rules, state, seat)))
        return no("fortify.too_few", f"{name} has {armies(held)}, and {stay} must stay.", "D11", others)
    if count < 1:
        return no("count.too_small", f"Say how many armies move: from 1 to {held - stay}.", "D11")
    message = f"{armies(held - stay)} can leave {name}: {held} are there and {stay} must stay."
    return no("fortify.too_many", message, "D11")


def always(_rules: Rules, _state: ConquestState, _seat: int, _action: Action) -> None:
    """Refuse nothing."""


CHECKS: Mapping[type[Action], Callable[[Any, Any, Any, Any], Reason | None]] = {
    Claim: claim,
    Place: place,
    Attack: attack,
    Occupy: occupy,
    Fortify: fortify,
    EndAttacks: always,
    EndTurn: always,
}
"""The checks of what may be done in every game of the family."""
