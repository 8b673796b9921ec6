"""The short notation of the variant's decisions: `buy atomic_bomb on brazil with c07`, `capital peru`, `done`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.engine.words import hint
from wartable.games.conquest import notation as family
from wartable.games.conquest.actions import Trade
from wartable.games.conquest.balance.actions import (
    Armies,
    Buy,
    Capital,
    Collect,
    DisbandTank,
    Done,
    FormTank,
    Give,
    MoveTanks,
)
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.effects import NEUTRAL
from wartable.games.conquest.notation import Form, form, space_named
from wartable.games.conquest.rules import Rules

_CARDS = r"([cw]\d+(?: [cw]\d+)*)"
_ARMIES = r"([^\W\d][\w .'-]*? \d{1,9}(?:, ?[^\W\d][\w .'-]*? \d{1,9})*)"
_KEYS = get_args(ActionKey)


def format_action(action: Action) -> str:
    """Return the notation of a decision."""
    write = _WRITERS.get(type(action))
    return family.format_action(action) if write is None else write(action)


def _format_buy(action: Buy) -> str:
    parts = [f"buy {action.what}"]
    if action.space is not None:
        parts.append(f"on {action.space}")
    if action.seat is not None:
        parts.append("against neutral" if action.seat == NEUTRAL else f"against seat {action.seat + 1}")
    if action.armies:
        parts.append(": " + ", ".join(f"{space} {count}" for space, count in action.armies))
    if action.tank is not None:
        parts.append(f"tank {action.tank}")
    if action.cards:
        parts.append(f"with {' '.join(action.cards)}")
    return " ".join(parts).replace(" : ", ": ")


def _format_collect(action: Collect) -> str:
    return f"collect {action.objective}" + (f" on {action.space}" if action.space else "")


def _format_tanks(action: MoveTanks) -> str:
    armies = f" with {action.count}" if action.count else ""
    return f"move tanks {action.source} > {action.target} {action.tanks}{armies}"


_WRITERS: Mapping[type[Action], Callable[[Any], str]] = {
    Buy: _format_buy,
    Collect: _format_collect,
    MoveTanks: _format_tanks,
    Trade: lambda action: f"trade {' '.join(action.cards)}",
    Capital: lambda action: f"capital {action.space}",
    Give: lambda action: f"give {action.card}",
    FormTank: lambda action: f"form tank {action.space}",
    DisbandTank: lambda action: f"disband tank {action.space}",
}


def _buy(rules: Rules, what: str, *rest: str | None) -> Action:
    space, side, armies, tank, cards = rest
    key = next((one for one in _KEYS if one == what.lower()), None)
    if key is None:
        message = f"There is no action {what!r}. {hint(what.lower(), _KEYS)}"
        raise BadNotation(Reason(code="notation.action", message=message, fix=_KEYS))
    return Buy(
        key,
        space=space_named(rules, space) if space else None,
        seat=_side(side) if side else None,
        armies=_armies(rules, armies) if armies else (),
        tank=space_named(rules, tank) if tank else None,
        cards=tuple(cards.lower().split()) if cards else (),
    )


def _side(words: str) -> int:
    return NEUTRAL if words.lower() == "neutral" else int(words.rsplit(maxsplit=1)[-1]) - 1


def _armies(rules: Rules, text: str) -> Armies:
    parts = (part.strip().rpartition(" ") for part in text.split(","))
    return tuple((space_named(rules, space), int(count)) for space, _, count in parts)


def _trade(_rules: Rules, cards: str) -> Action:
    return Trade(tuple(cards.lower().split()))


def _collect(rules: Rules, objective: str, space: str | None) -> Action:
    return Collect(objective.lower(), space_named(rules, space) if space else None)


def _move_tanks(rules: Rules, source: str, target: str, tanks: str, count: str | None) -> Action:
    return MoveTanks(space_named(rules, source), space_named(rules, target), int(tanks), int(count or 0))


def _capital(rules: Rules, space: str) -> Action:
    return Capital(space_named(rules, space))


def _give(_rules: Rules, card: str) -> Action:
    return Give(card.lower())


def _form(rules: Rules, space: str) -> Action:
    return FormTank(space_named(rules, space))


def _disband(rules: Rules, space: str) -> Action:
    return DisbandTank(space_named(rules, space))


def _done(_rules: Rules) -> Action:
    return Done()


FORMS: Mapping[str, Form] = {
    **{kind: each for kind, each in family.FORMS.items() if kind != "trade"},
    "capital": form("capital SPACE", "capital SPACE", _capital),
    "buy": form(
        "buy ACTION [on SPACE] [against seat N|neutral] [: SPACE N, SPACE N] [tank SPACE] [with CARD CARD]",
        r"buy (\w+)(?: on SPACE)?(?: against (seat [1-9]\d?|neutral))?"
        rf"(?: ?: ?{_ARMIES})?(?: tank SPACE)?(?: with {_CARDS})?",
        _buy,
    ),
    "trade": form("trade CARD CARD ...", f"trade {_CARDS}", _trade),
    "collect": form("collect OBJECTIVE [on SPACE]", r"collect (\w+)(?: on SPACE)?", _collect),
    "give": form("give CARD", r"give ([cw]\d+)", _give),
    "form_tank": form("form tank SPACE", "form tank SPACE", _form),
    "disband_tank": form("disband tank SPACE", "disband tank SPACE", _disband),
    "move_tanks": form(
        "move tanks SPACE > SPACE TANKS [with N]", "move tanks SPACE ?> ?SPACE x?COUNT(?: with COUNT)?", _move_tanks
    ),
    "done": form("done", "done", _done),
}
"""The notation of the variant, by tag of the action."""
