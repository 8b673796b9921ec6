"""The short notation of decisions: `attack brazil > north_africa x3 until 4`, `place brazil x2`, `end turn`."""

from __future__ import annotations

import re
from collections.abc import Callable

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.engine.words import nearest
from wartable.games.conquest.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Occupy, Place, Trade
from wartable.games.conquest.rules import Rules

FORMS = (
    "claim SPACE",
    "place SPACE [xN]",
    "trade CARD CARD CARD [+SPACE]",
    "attack SPACE > SPACE [xDICE] [until N]",
    "occupy N",
    "end attacks",
    "fortify SPACE > SPACE N",
    "end turn",
)
"""Every form, as help shows it."""

_SPACE = r"([^\W\d][\w .'-]*?)"
_COUNT = r"(\d{1,9})"
_PATTERNS = {
    "claim": rf"claim {_SPACE}",
    "place": rf"place {_SPACE}(?: x?{_COUNT})?",
    "trade": rf"trade ([cw]\d+) ([cw]\d+) ([cw]\d+)(?: \+ ?{_SPACE})?",
    "attack": rf"attack {_SPACE} ?> ?{_SPACE}(?: x{_COUNT})?(?: until {_COUNT})?",
    "occupy": rf"occupy x?{_COUNT}",
    "end_attacks": r"end attacks",
    "fortify": rf"fortify {_SPACE} ?> ?{_SPACE} x?{_COUNT}",
    "end_turn": r"end turn",
}
_COMPILED = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _PATTERNS.items()}


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


def parse_action(rules: Rules, text: str) -> Action:
    """Read a notation; spaces may be given by id or by name. Raises `BadNotation` saying which forms there are."""
    line = " ".join(text.split())
    for kind, pattern in _COMPILED.items():
        if found := pattern.fullmatch(line):
            return _BUILDERS[kind](rules, *found.groups())
    verb = line.split(" ")[0].lower() if line else ""
    forms = tuple(form for form in FORMS if verb and form.startswith(verb)) or FORMS
    raise BadNotation(
        Reason(code="notation.form", message=f"I cannot read {text!r}. Write {' or '.join(forms)}.", fix=forms)
    )


def _space(rules: Rules, name: str) -> str:
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
    return Claim(_space(rules, space))


def _place(rules: Rules, space: str, count: str | None) -> Action:
    return Place(_space(rules, space), int(count or 1))


def _trade(rules: Rules, one: str, two: str, three: str, bonus: str | None) -> Action:
    return Trade((one.lower(), two.lower(), three.lower()), _space(rules, bonus) if bonus else None)


def _attack(rules: Rules, source: str, target: str, dice: str | None, until: str | None) -> Action:
    last = int(until) if until else None
    return Attack(_space(rules, source), _space(rules, target), int(dice) if dice else rules.attack_dice, last)


def _occupy(_rules: Rules, count: str) -> Action:
    return Occupy(int(count))


def _fortify(rules: Rules, source: str, target: str, count: str) -> Action:
    return Fortify(_space(rules, source), _space(rules, target), int(count))


def _end_attacks(_rules: Rules) -> Action:
    return EndAttacks()


def _end_turn(_rules: Rules) -> Action:
    return EndTurn()


_BUILDERS: dict[str, Callable[..., Action]] = {
    "claim": _claim,
    "place": _place,
    "trade": _trade,
    "attack": _attack,
    "occupy": _occupy,
    "end_attacks": _end_attacks,
    "fortify": _fortify,
    "end_turn": _end_turn,
}
