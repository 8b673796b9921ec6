"""The short notation of decisions: `attack the_shire > buckland x3 with leader`, `mission bree: fornost 2`."""

from __future__ import annotations

from typing import Any

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.games.conquest.core.actions import Claim, EndAttacks, EndTurn, Occupy, Place, Trade
from wartable.games.conquest.core.notation import FORMS as SHARED
from wartable.games.conquest.core.notation import Form, Forms, form, of, space_named
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
    Units,
)
from wartable.games.conquest.lotr.rules import LotrRules

LED = r"(?P<leader> with leader)?"


def _units(rules: LotrRules, text: str) -> Units:
    """Read `the_shire 2, tower_hills 1`; raises `BadNotation`."""
    found: list[tuple[str, int]] = []
    for part in text.split(","):
        name, _, count = part.strip().rpartition(" ")
        if not count.isdigit() or not name:
            message = f"I cannot read {part.strip()!r}. Write a territory and a number."
            raise BadNotation(Reason(code="notation.form", message=message))
        found.append((space_named(rules, name), int(count)))
    return tuple(found)


def _write_units(place: Units) -> str:
    return f": {', '.join(f'{space} {count}' for space, count in place)}" if place else ""


def _reward(kind: type[ShowMission | PlaceReward], verb: str) -> Form:
    def make(rules: LotrRules, card: str, place: str = "") -> Action:
        return kind(card.lower(), _units(rules, place) if place else ())

    return form(
        f"{verb} CARD: SPACE N, SPACE N",
        rf"{verb} (?P<card>\w+)(?:: ?(?P<place>.+))?",
        make,
        lambda action: f"{verb} {action.card}{_write_units(action.place)}",
    )


def _led(kind: type[Enter | Move]) -> Any:  # noqa: ANN401 - makes an action of its fields
    def make(_rules: LotrRules, leader: str = "", **fields: Any) -> Action:  # noqa: ANN401
        return kind(**fields, leader=bool(leader))

    return make


def _attack(rules: LotrRules, leader: str = "", dice: int | None = None, **fields: Any) -> Action:  # noqa: ANN401
    return LotrAttack(dice=rules.plain.attack_dice if dice is None else dice, leader=bool(leader), **fields)


def _with(action: Any) -> str:  # noqa: ANN401 - of several kinds
    return " with leader" if action.leader else ""


def _write_attack(action: LotrAttack) -> str:
    until = f" until {action.until}" if action.until is not None else ""
    return f"attack {action.source} > {action.target} x{action.dice}{until}{_with(action)}"


def _play(_rules: LotrRules, card: str, change: str = "0", source: str = "", target: str = "") -> Action:
    return PlayCard(card.lower(), source, target, int(change))


def _write_play(action: PlayCard) -> str:
    ends = f" {action.source}" * bool(action.source) + f" > {action.target}" * bool(action.target)
    return f"play {action.card}{ends}" + (f" x{action.count}" if action.count else "")


def _trade(_rules: LotrRules, cards: str, bonus: str | None = None) -> Action:
    return Trade(tuple(cards.lower().split()), bonus)


def _discard(_rules: LotrRules, cards: str) -> Action:
    return Discard(tuple(cards.lower().split()))


FORMS: Forms = {
    Claim: SHARED[Claim],
    Place: SHARED[Place],
    Trade: form(
        "trade CARD CARD CARD [+SPACE]", r"trade (?P<cards>\w+ \w+ \w+)(?: \+ ?BONUS)?", _trade, SHARED[Trade].write
    ),
    LotrAttack: form(
        "attack SPACE > SPACE [xDICE] [until N] [with leader]",
        f"attack SOURCE ?> ?TARGET(?: xDICE)?(?: until UNTIL)?{LED}",
        _attack,
        _write_attack,
    ),
    Enter: form(
        "enter SPACE > SPACE N [with leader]",
        f"enter SOURCE ?> ?TARGET x?COUNT{LED}",
        _led(Enter),
        lambda action: f"enter {action.source} > {action.target} {action.count}{_with(action)}",
    ),
    Occupy: SHARED[Occupy],
    EndAttacks: SHARED[EndAttacks],
    Move: form(
        "fortify SPACE > SPACE N [with leader]",
        f"fortify SOURCE ?> ?TARGET x?COUNT{LED}",
        _led(Move),
        lambda action: f"fortify {action.source} > {action.target} {action.count}{_with(action)}",
    ),
    MoveLeader: form(
        "move leader SPACE > SPACE",
        "move leader SOURCE ?> ?TARGET",
        of(MoveLeader),
        "move leader {0.source} > {0.target}".format,
    ),
    PlaceLeader: form("leader SPACE", "leader SPACE", of(PlaceLeader), "leader {0.space}".format),
    Declare: form("declare SPACE", "declare SPACE", of(Declare), "declare {0.space}".format),
    ShowMission: _reward(ShowMission, "mission"),
    PlaceReward: _reward(PlaceReward, "reward"),
    PlayCard: form(
        "play CARD [SPACE] [> SPACE] [xN]",
        r"play (?P<card>\w+)(?: SOURCE)??(?: ?> ?TARGET)?(?: x(?P<change>-?\d+))?",
        _play,
        _write_play,
    ),
    Pass: form("pass", "pass", of(Pass), "pass".format),
    Discard: form(
        "discard CARD CARD",
        r"discard (?P<cards>\w+(?: \w+)*)",
        _discard,
        lambda action: f"discard {' '.join(action.cards)}",
    ),
    NameCapital: form("capital SPACE", "capital SPACE", of(NameCapital), "capital {0.space}".format),
    EndStep: form("end step", "end step", of(EndStep), "end step".format),
    EndTurn: SHARED[EndTurn],
}
"""The notation of the game."""
