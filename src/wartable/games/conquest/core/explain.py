"""Why a decision is refused: a stable code, a sentence that also says what works, and the rule."""

from __future__ import annotations

from wartable.engine.errors import Reason
from wartable.engine.values import Action
from wartable.engine.words import listed, nearest
from wartable.games.conquest.core.actions import Attack, Claim, Fortify, Occupy, Place
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import NOBODY, ConquestState
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


def holder(state: ConquestState, space: int) -> str:
    """Say whose a space is to the seat that acts: `is yours`, `belongs to seat 2`."""
    owner = state.owner(space)
    if owner == state.seat:
        return "is yours"
    if owner == NOBODY and state.armies[space]:
        return "belongs to the neutral army"
    return "belongs to nobody" if owner == NOBODY else f"belongs to seat {owner + 1}"


def not_yours(rules: Rules, state: ConquestState, name: str, what: str, rule: str) -> Reason | None:
    """Refuse a space that is unknown or not the seat's own."""
    if (space := rules.board.index.get(name)) is None:
        return no_space(rules, name)
    if state.held[state.seat] >> space & 1:
        return None
    message = f"{rules.name(space)} {holder(state, space)}. {what}"
    return no("space.not_yours", message, rule, rules.listed(state.held[state.seat]))


# --- one check per kind of action


def claim(rules: Rules, state: ConquestState, action: Claim) -> Reason | None:
    """Say why a space may not be claimed."""
    if (wrong := unknown_space(rules, action.space)) is not None:
        return wrong
    space = rules.board.index[action.space]
    if not state.armies[space]:
        return None
    message = f"{rules.name(space)} {holder(state, space)} already. Claim a free territory."
    return no("claim.taken", message, "D4", rules.listed(free_spaces(state)))


def place(rules: Rules, state: ConquestState, action: Place) -> Reason | None:
    """Say why armies may not be placed on an own space."""
    space = rules.board.index.get(action.space)
    if space is None or not state.held[state.seat] >> space & 1:
        return not_yours(rules, state, action.space, "Place armies on your own territories.", "D6")
    most = 1 if state.phase == "setup" else state.to_place
    return None if 1 <= action.count <= most else _bad_placement(state, action.count, most)


def _bad_placement(state: ConquestState, count: int, most: int) -> Reason | None:
    if state.phase == "setup":
        return no("place.too_many", "Starting armies are placed one at a time, in turn.", "D4")
    if count < 1:
        return no("count.too_small", f"Say how many armies to place: from 1 to {most}.", "D6")
    return no("place.too_many", f"You have {armies(most)} left to place, not {count}.", "D6")


def attack(rules: Rules, state: ConquestState, action: Attack) -> Reason | None:
    """Say why a space may not be attacked."""
    index = rules.board.index
    source, target = index.get(action.source), index.get(action.target)
    if source is None or target is None:
        return unknown_space(rules, action.source, action.target)
    own = state.held[state.seat]
    if own >> target & 1 or not own >> source & 1 or not rules.board.neighbour_masks[source] >> target & 1:
        return _bad_pair(rules, state, source, target)
    return strength(rules, state, action, source, target)


def strength(rules: Rules, state: ConquestState, action: Attack, source: int, target: int) -> Reason | None:
    """Say why an attack may not roll so many dice, or stop with so many armies left."""
    count = state.armies[source]
    if not 0 < action.dice < count or action.dice > rules.dice(state, source, target).attack_dice:
        return _bad_dice(rules, state, source, target, action.dice)
    if action.until is not None and not 1 <= action.until < count:
        message = f"{rules.name(source)} has {armies(count)}, so you can stop at 1 to {count - 1} left."
        return no("attack.until", message, "D8")
    return None


def _bad_pair(rules: Rules, state: ConquestState, source: int, target: int) -> Reason:
    own = state.held[state.seat]
    start, end = rules.name(source), rules.name(target)
    reachable = rules.listed(targets(rules, state, source))
    if not own >> source & 1:
        message = f"{start} {holder(state, source)}. Attack from one of your own territories."
        return no("attack.not_yours", message, "D7", tuple(map(rules.name, border(rules, state, state.seat))))
    if own >> target & 1:
        message = f"{end} is yours already. Move armies there at the end of your turn."
        return no("attack.own_target", message, "D7", reachable)
    works = f"From {start} you can reach {listed(reachable)}." if reachable else f"{start} borders no enemy."
    return no("attack.not_adjacent", f"{start} does not border {end}. {works}", "D7", reachable)


def _bad_dice(rules: Rules, state: ConquestState, source: int, target: int, dice: int) -> Reason:
    count, name = state.armies[source], rules.name(source)
    if count < 2:
        message = f"{name} has 1 army, and 1 must stay. You need at least 2 to attack."
        return no("attack.too_few", message, "D8")
    limit = rules.dice(state, source, target).attack_dice
    most = min(limit, count - 1)
    if dice < 1:
        return no("attack.dice", f"An attack rolls at least 1 die, and at most {most}.", "D8")
    if most == limit:
        return no("attack.dice", f"An attack rolls at most {dice_words(most)}, not {dice}.", "D8")
    return no("attack.dice", f"{name} has {armies(count)}, and 1 must stay: roll at most {dice_words(most)}.", "D8")


def occupy(rules: Rules, state: ConquestState, action: Occupy) -> Reason | None:
    """Say why so many armies may not move in."""
    entry = state.entry
    assert entry is not None  # noqa: S101 - the phase says so
    count = state.armies[entry.source]
    if entry.least <= action.count < count:
        return None
    if action.count < entry.least:
        why = "1 must stand in every territory" if entry.least == 1 else "as many as attacked last and are left"
        return no("occupy.too_few", f"At least {armies(entry.least)} must move in: {why}.", "D10")
    most, name = count - 1, rules.name(entry.source)
    message = f"{armies(most)} can move in: {count} are in {name} and 1 must stay."
    return no("occupy.too_many", message, "D10")


def fortify(rules: Rules, state: ConquestState, action: Fortify) -> Reason | None:
    """Say why armies may not be moved at the end of the turn."""
    for name in (action.source, action.target):
        if (wrong := not_yours(rules, state, name, "Move armies between your own territories.", "D11")) is not None:
            return wrong
    source, target = rules.board.index[action.source], rules.board.index[action.target]
    reachable = fortify_targets(rules, state, source)
    if not reachable >> target & 1:
        return _out_of_reach(rules, source, target, reachable)
    most = state.armies[source] - 1
    if 1 <= action.count <= most:
        return None
    return _bad_amount(rules, state, source, action.count)


def _out_of_reach(rules: Rules, source: int, target: int, reachable: int) -> Reason:
    start, end, names = rules.name(source), rules.name(target), rules.listed(reachable)
    if source == target:
        return no("fortify.same", f"{start} is where the armies are. Choose another territory.", "D11", names)
    how = "border" if rules.fortify == "adjacent" else "reach through your own territories"
    works = f"From {start} you can move to {listed(names)}." if names else "Choose another source."
    return no("fortify.not_connected", f"{start} does not {how} {end}. {works}", "D11", names)


def _bad_amount(rules: Rules, state: ConquestState, source: int, count: int) -> Reason:
    held, name = state.armies[source], rules.name(source)
    if held < 2:
        others = tuple(dict.fromkeys(rules.name(source) for source, _ in fortify_pairs(rules, state)))
        return no("fortify.too_few", f"{name} has 1 army, and 1 must stay.", "D11", others)
    if count < 1:
        return no("count.too_small", f"Say how many armies move: from 1 to {held - 1}.", "D11")
    message = f"{armies(held - 1)} can leave {name}: {held} are there and 1 must stay."
    return no("fortify.too_many", message, "D11")


def always(_rules: Rules, _state: ConquestState, _action: Action) -> None:
    """Refuse nothing."""
