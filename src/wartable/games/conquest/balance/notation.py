"""The short notation of the variant's decisions: `buy atomic_bomb on brazil with c07`, `capital peru`, `done`."""

from __future__ import annotations

from typing import get_args

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.engine.words import hint
from wartable.games.conquest.balance import actions
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.effects import NEUTRAL
from wartable.games.conquest.core import notation as family
from wartable.games.conquest.core.actions import Trade
from wartable.games.conquest.core.notation import Forms, form, of, space_named
from wartable.games.conquest.core.rules import Rules

_CARDS = r"(?P<cards>[cw]\d+(?: [cw]\d+)*)"
_ARMIES = r"(?P<armies>[^\W\d][\w .'-]*? \d{1,9}(?:, ?[^\W\d][\w .'-]*? \d{1,9})*)"
_KEYS = get_args(ActionKey)


def _buy(
    rules: Rules, what: str, side: str | None = None, armies: str | None = None, cards: str = "", **spaces: str
) -> Action:
    key = next((one for one in _KEYS if one == what.lower()), None)
    if key is None:
        message = f"There is no action {what!r}. {hint(what.lower(), _KEYS)}"
        raise BadNotation(Reason(code="notation.action", message=message, fix=_KEYS))
    return actions.Buy(
        key,
        seat=_side(side) if side else None,
        armies=_armies(rules, armies) if armies else (),
        cards=tuple(cards.lower().split()),
        **spaces,
    )


def _side(words: str) -> int:
    return NEUTRAL if words.lower() == "neutral" else int(words.rsplit(maxsplit=1)[-1]) - 1


def _armies(rules: Rules, text: str) -> actions.Armies:
    parts = (part.strip().rpartition(" ") for part in text.split(","))
    return tuple((space_named(rules, space), int(count)) for space, _, count in parts)


def _trade(_rules: Rules, cards: str) -> Action:
    return Trade(tuple(cards.lower().split()))


def _collect(_rules: Rules, objective: str, space: str | None = None) -> Action:
    return actions.Collect(objective.lower(), space)


def _give(_rules: Rules, card: str) -> Action:
    return actions.Give(card.lower())


def _write_buy(action: actions.Buy) -> str:
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


def _write_tanks(action: actions.MoveTanks) -> str:
    armies = f" with {action.count}" if action.count else ""
    return f"move tanks {action.source} > {action.target} {action.tanks}{armies}"


FORMS: Forms = {
    **family.FORMS,
    actions.Capital: form("capital SPACE", "capital SPACE", of(actions.Capital), "capital {0.space}".format),
    actions.Buy: form(
        "buy ACTION [on SPACE] [against seat N|neutral] [: SPACE N, SPACE N] [tank SPACE] [with CARD CARD]",
        r"buy (?P<what>\w+)(?: on SPACE)?(?: against (?P<side>seat [1-9]\d?|neutral))?"
        rf"(?: ?: ?{_ARMIES})?(?: tank TANK)?(?: with {_CARDS})?",
        _buy,
        _write_buy,
    ),
    Trade: form(
        "trade CARD CARD ...",
        f"trade {_CARDS}",
        _trade,
        lambda action: f"trade {' '.join(action.cards)}",
    ),
    actions.Collect: form(
        "collect OBJECTIVE [on SPACE]",
        r"collect (?P<objective>\w+)(?: on SPACE)?",
        _collect,
        lambda action: f"collect {action.objective}" + (f" on {action.space}" if action.space else ""),
    ),
    actions.Give: form("give CARD", r"give (?P<card>[cw]\d+)", _give, "give {0.card}".format),
    actions.FormTank: form("form tank SPACE", "form tank SPACE", of(actions.FormTank), "form tank {0.space}".format),
    actions.DisbandTank: form(
        "disband tank SPACE", "disband tank SPACE", of(actions.DisbandTank), "disband tank {0.space}".format
    ),
    actions.MoveTanks: form(
        "move tanks SPACE > SPACE TANKS [with N]",
        "move tanks SOURCE ?> ?TARGET x?TANKS(?: with COUNT)?",
        of(actions.MoveTanks),
        _write_tanks,
    ),
    actions.Done: form("done", "done", of(actions.Done), "done".format),
}
"""The notation of the variant."""
