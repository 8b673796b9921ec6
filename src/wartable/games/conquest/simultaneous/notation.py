"""The short notation of simultaneous rounds: `orders lorien > fangorn 2 with leader; moria > lorien 1`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.games.conquest.core.notation import Forms, form, of, space_named
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.simultaneous.actions import (
    FightOn,
    NameTargets,
    Order,
    Orders,
    Placements,
    SetTurnedIn,
    Withdraw,
)

_ORDER = re.compile(r"(?P<source>.+?) ?> ?(?P<target>.+?) x?(?P<count>\d{1,9})(?P<leader> with leader)?", re.IGNORECASE)
_PLACED = re.compile(r"(?P<space>.+?) x?(?P<count>\d{1,9})")
_SET = re.compile(r"trade (?P<cards>\w+(?: \w+)*)(?: \+ ?(?P<bonus>.+))?", re.IGNORECASE)
_AIM = re.compile(r"(?P<count>\d{1,9}) at (?P<target>\d{1,9}|neutral)", re.IGNORECASE)
NONE = "none"
NEUTRAL = "neutral"


def _parts(text: str) -> Iterator[str]:
    for part in re.split("[;,]", text):
        if part.strip() and part.strip().lower() != NONE:
            yield part.strip()


def _bad(part: str, shown: str) -> BadNotation:
    return BadNotation(Reason(code="notation.form", message=f"I cannot read {part!r}. Write {shown}.", fix=(shown,)))


def _orders(rules: Rules, orders: str) -> Action:
    found: list[Order] = []
    for part in _parts(orders):
        match = _ORDER.fullmatch(part)
        if match is None:
            raise _bad(part, "SPACE > SPACE N")
        source, target = (space_named(rules, match[end]) for end in ("source", "target"))
        found.append(Order(source, target, int(match["count"]), bool(match["leader"])))
    return Orders(tuple(found))


def _write_orders(action: Orders) -> str:
    told = [f"{one.source} > {one.target} {one.count}{' with leader' if one.leader else ''}" for one in action.orders]
    return f"orders {'; '.join(told) or NONE}"


def _placements(rules: Rules, placements: str) -> Action:
    place: list[tuple[str, int]] = []
    sets: list[SetTurnedIn] = []
    for part in _parts(placements):
        if traded := _SET.fullmatch(part):
            sets.append(SetTurnedIn(tuple(traded["cards"].lower().split()), traded["bonus"]))
        elif placed := _PLACED.fullmatch(part):
            place.append((space_named(rules, placed["space"]), int(placed["count"])))
        else:
            raise _bad(part, "SPACE N, or trade CARD CARD CARD")
    return Placements(tuple(place), tuple(sets))


def _write_placements(action: Placements) -> str:
    sets = [f"trade {' '.join(one.cards)}" + (f" +{one.bonus}" if one.bonus else "") for one in action.sets]
    return f"reinforce {'; '.join([*sets, *(f'{space} {count}' for space, count in action.place)]) or NONE}"


def _targets(_rules: Rules, targets: str, extra: str | None = None) -> Action:
    dice: list[tuple[int, int]] = []
    for part in _parts(targets):
        match = _AIM.fullmatch(part)
        if match is None:
            raise _bad(part, "N at PLAYER")
        dice.append((_player(match["target"]), int(match["count"])))
    return NameTargets(tuple(dice), None if extra is None else _player(extra))


def _player(text: str) -> int:
    return -1 if text.lower() == NEUTRAL else int(text) - 1


def _write_player(player: int) -> str:
    return NEUTRAL if player < 0 else str(player + 1)


def _write_targets(action: NameTargets) -> str:
    told = "; ".join(f"{count} at {_write_player(target)}" for target, count in action.dice) or NONE
    return f"aim {told}" + ("" if action.bonus is None else f" bonus {_write_player(action.bonus)}")


FORMS: Forms = {
    Placements: form(
        "reinforce SPACE N; trade CARD CARD CARD [+SPACE]",
        r"reinforce (?P<placements>.+)",
        _placements,
        _write_placements,
    ),
    Orders: form("orders SPACE > SPACE N [with leader]; ...", r"orders (?P<orders>.+)", _orders, _write_orders),
    NameTargets: form(
        "aim N at PLAYER; N at PLAYER [bonus PLAYER]",
        r"aim (?P<targets>.+?)(?: bonus (?P<extra>\d{1,9}|neutral))?",
        _targets,
        _write_targets,
    ),
    Withdraw: form("withdraw", "withdraw", of(Withdraw), "withdraw".format),
    FightOn: form("fight on", "fight on", of(FightOn), "fight on".format),
}
"""The notation of simultaneous rounds."""
