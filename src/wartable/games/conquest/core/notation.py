"""The short notation of decisions: `attack brazil > north_africa x3 until 4`, `place brazil x2`, `end turn`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.games.conquest.core.actions import Attack, Claim, EndAttacks, EndTurn, Fortify, Occupy, Place, Trade
from wartable.games.conquest.core.explain import no_space, spaces_by_name
from wartable.games.conquest.core.rules import Rules

_FIELD = re.compile("[A-Z]{2,}")
_SPACE, _NUMBER = r"[^\W\d][\w .'-]*?", r"\d{1,9}"
_SPACES = frozenset({"space", "source", "target", "bonus", "tank"})
_NUMBERS = frozenset({"count", "dice", "until", "tanks"})


class Form(NamedTuple):
    """One kind of decision in words: how help shows it, what matches it, what makes it, what writes it."""

    shown: str
    pattern: re.Pattern[str]
    make: Callable[..., Action]
    """Makes the action of the rules and of the fields that were given, by name."""
    write: Callable[[Any], str]


Forms: TypeAlias = Mapping[type[Action], Form]
"""The notation of a game, in the order in which help shows it."""


def form(shown: str, pattern: str, make: Callable[..., Action], write: Callable[[Any], str]) -> Form:
    """Make a form of a pattern in which SPACE, COUNT and the like stand for fields of the action."""
    return Form(shown, re.compile(_FIELD.sub(_group, pattern), re.IGNORECASE), make, write)


def _group(found: re.Match[str]) -> str:
    field = found[0].lower()
    return f"(?P<{field}>{_SPACE if field in _SPACES else _NUMBER})"


def of(kind: Callable[..., Action]) -> Callable[..., Action]:
    """Make an action of nothing but its fields."""

    def make(_rules: Rules, **fields: Any) -> Action:  # noqa: ANN401 - as the action has them
        return kind(**fields)

    return make


def parse_action(rules: Rules, text: str, forms: Forms) -> Action:
    """Read a notation; spaces may be given by id or by name. Raises `BadNotation` saying which forms there are."""
    line = " ".join(text.split())
    for form in forms.values():
        if found := form.pattern.fullmatch(line):
            given = {field: words for field, words in found.groupdict().items() if words is not None}
            return form.make(rules, **{field: _read(rules, field, words) for field, words in given.items()})
    verb = line.split(" ")[0].lower() if line else ""
    every = tuple(form.shown for form in forms.values())
    known = tuple(shown for shown in every if verb and shown.startswith(verb)) or every
    raise BadNotation(
        Reason(code="notation.form", message=f"I cannot read {text!r}. Write {' or '.join(known)}.", fix=known)
    )


def _read(rules: Rules, field: str, words: str) -> str | int:
    if field in _SPACES:
        return space_named(rules, words)
    return int(words) if field in _NUMBERS else words


def space_named(rules: Rules, name: str) -> str:
    """Return the id of a space given by id or name in any case; raises `BadNotation` with the nearest name."""
    spaces, plain = spaces_by_name(rules), name.strip().lower().replace("_", " ")
    if plain not in spaces:
        raise BadNotation(replace(no_space(rules, name), rule=""))
    return spaces[plain]


def _trade(_rules: Rules, cards: str, bonus: str | None = None) -> Action:
    return Trade(tuple(cards.lower().split()), bonus)


def _write_trade(action: Trade) -> str:
    return f"trade {' '.join(action.cards)}" + (f" +{action.bonus}" if action.bonus else "")


def _attack(rules: Rules, dice: int | None = None, **fields: Any) -> Action:  # noqa: ANN401 - as above
    return Attack(dice=rules.plain.attack_dice if dice is None else dice, **fields)


def _write_attack(action: Attack) -> str:
    until = f" until {action.until}" if action.until is not None else ""
    return f"attack {action.source} > {action.target} x{action.dice}{until}"


FORMS: Forms = {
    Claim: form("claim SPACE", "claim SPACE", of(Claim), "claim {0.space}".format),
    Place: form("place SPACE [xN]", "place SPACE(?: x?COUNT)?", of(Place), "place {0.space} x{0.count}".format),
    Trade: form(
        "trade CARD CARD CARD [+SPACE]",
        r"trade (?P<cards>[cw]\d+ [cw]\d+ [cw]\d+)(?: \+ ?BONUS)?",
        _trade,
        _write_trade,
    ),
    Attack: form(
        "attack SPACE > SPACE [xDICE] [until N]",
        "attack SOURCE ?> ?TARGET(?: xDICE)?(?: until UNTIL)?",
        _attack,
        _write_attack,
    ),
    Occupy: form("occupy N", "occupy x?COUNT", of(Occupy), "occupy {0.count}".format),
    EndAttacks: form("end attacks", "end attacks", of(EndAttacks), "end attacks".format),
    Fortify: form(
        "fortify SPACE > SPACE N",
        "fortify SOURCE ?> ?TARGET x?COUNT",
        of(Fortify),
        "fortify {0.source} > {0.target} {0.count}".format,
    ),
    EndTurn: form("end turn", "end turn", of(EndTurn), "end turn".format),
}
"""The notation of Classic Risk."""
