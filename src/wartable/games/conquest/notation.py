"""The short notation of decisions: `attack brazil > north_africa x3 until 4`, `place brazil x2`, `end turn`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.engine.words import nearest
from wartable.games.conquest.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Occupy, Place, Trade
from wartable.games.conquest.rules import Rules

_SPACE = r"([^\W\d][\w .'-]*?)"
_COUNT = r"(\d{1,9})"


class Form(NamedTuple):
    """One kind of decision in words: how help shows it, what matches it, and what makes it of the groups."""

    shown: str
    pattern: re.Pattern[str]
    build: Callable[..., Action]


def format_action(action: Action) -> str:
    """Return the notation of a decision."""
    match action:
        case Attack() | Fortify():
            return _format_move(action)
        case Trade():
            return f"trade {' '.join(action.cards)}" + (f" +{action.bonus}" if action.bonus else "")
        case Place():
            return f"place {action.space} x{action.count}"
        case Claim():
            return f"claim {action.space}"
        case Occupy():
            return f"occupy {action.count}"
        case _:
            return str(action.__struct_config__.tag).replace("_", " ")


def _format_move(action: Attack | Fortify) -> str:
    ends = f"{action.source} > {action.target}"
    if isinstance(action, Fortify):
        return f"fortify {ends} {action.count}"
    return f"attack {ends} x{action.dice}" + (f" until {action.until}" if action.until else "")


def parse_action(rules: Rules, text: str, forms: Mapping[str, Form]) -> Action:
    """Read a notation; spaces may be given by id or by name. Raises `BadNotation` saying which forms there are."""
    line = " ".join(text.split())
    for form in forms.values():
        if found := form.pattern.fullmatch(line):
            return form.build(rules, *found.groups())
    verb = line.split(" ")[0].lower() if line else ""
    every = tuple(form.shown for form in forms.values())
    known = tuple(shown for shown in every if verb and shown.startswith(verb)) or every
    raise BadNotation(
        Reason(code="notation.form", message=f"I cannot read {text!r}. Write {' or '.join(known)}.", fix=known)
    )


def space_named(rules: Rules, name: str) -> str:
    """Return the id of a space given by id or name in any case; raises `BadNotation` with the nearest name."""
    known = _known(rules)
    key = name.strip().lower().replace("_", " ")
    if key in known:
        return known[key]
    near = nearest(key, known)
    best = rules.names[rules.board.index[known[near]]] if near else ""
    hint = f" Did you mean {best}?" if best else ""
    reason = Reason(code="space.unknown", message=f'I know no "{name}".{hint}', fix=(best,) if best else ())
    raise BadNotation(reason)


def _known(rules: Rules) -> dict[str, str]:
    ids = rules.board.ids
    names = {name.lower(): ids[space] for space, name in enumerate(rules.names)}
    return names | {each.replace("_", " "): each for each in ids}


def _claim(rules: Rules, space: str) -> Action:
    return Claim(space_named(rules, space))


def _place(rules: Rules, space: str, count: str | None) -> Action:
    return Place(space_named(rules, space), int(count or 1))


def _trade(rules: Rules, one: str, two: str, three: str, bonus: str | None) -> Action:
    return Trade((one.lower(), two.lower(), three.lower()), space_named(rules, bonus) if bonus else None)


def _attack(rules: Rules, source: str, target: str, dice: str | None, until: str | None) -> Action:
    last = int(until) if until else None
    return Attack(
        space_named(rules, source), space_named(rules, target), int(dice) if dice else rules.plain.attack_dice, last
    )


def _occupy(_rules: Rules, count: str) -> Action:
    return Occupy(int(count))


def _fortify(rules: Rules, source: str, target: str, count: str) -> Action:
    return Fortify(space_named(rules, source), space_named(rules, target), int(count))


def _end_attacks(_rules: Rules) -> Action:
    return EndAttacks()


def _end_turn(_rules: Rules) -> Action:
    return EndTurn()


def form(shown: str, pattern: str, build: Callable[..., Action]) -> Form:
    """Make a form of a pattern in which SPACE and COUNT stand for those."""
    return Form(shown, re.compile(pattern.replace("SPACE", _SPACE).replace("COUNT", _COUNT), re.IGNORECASE), build)


FORMS: Mapping[str, Form] = {
    "claim": form("claim SPACE", "claim SPACE", _claim),
    "place": form("place SPACE [xN]", "place SPACE(?: x?COUNT)?", _place),
    "trade": form("trade CARD CARD CARD [+SPACE]", r"trade ([cw]\d+) ([cw]\d+) ([cw]\d+)(?: \+ ?SPACE)?", _trade),
    "attack": form(
        "attack SPACE > SPACE [xDICE] [until N]", "attack SPACE ?> ?SPACE(?: xCOUNT)?(?: until COUNT)?", _attack
    ),
    "occupy": form("occupy N", "occupy x?COUNT", _occupy),
    "end_attacks": form("end attacks", "end attacks", _end_attacks),
    "fortify": form("fortify SPACE > SPACE N", "fortify SPACE ?> ?SPACE x?COUNT", _fortify),
    "end_turn": form("end turn", "end turn", _end_turn),
}
"""The notation of Classic Risk, by tag of the action."""
