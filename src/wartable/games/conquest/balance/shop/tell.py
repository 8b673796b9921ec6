"""The events of the shop, of tanks and of objectives as full sentences."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.engine.words import counted, listed
from wartable.games.conquest.balance import collecting, tanks
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.objectives import REWARD_TEXTS
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop import events as e
from wartable.games.conquest.balance.shop.pay import casualties
from wartable.games.conquest.core.tell import Sentences, Words
from wartable.games.conquest.core.words import armies, stars

_PURCHASES: Mapping[ActionKey, str] = {
    "recon": "{who} sends a recon mission: one attack die more cannot show 1 against sites this turn",
    "maneuver": "{who} orders a maneuver to {place}",
    "forced_alliance": "{who} forces {whom} into an alliance through the next turn",
    "improved_attack": "{who} improves the attack: one die more this turn",
    "improved_defense": "{who} improves the defense: one die more until the next turn",
    "kill_general": "{who} kills the general in {place}, who leads no attack next turn",
    "neutral_attack": "{who} takes command of the neutral army for one attack",
    "draft": "{who} drafts armies at once",
    "atomic_bomb": "{who} drops an atomic bomb on {place}",
    "bombardment": "{who} bombards {place}",
    "draw_card": "{who} draws a card",
    "sabotage": "{who} sabotages the next draft of {whom}",
    "special_forces": "{who} sends special forces: three armies may attack rough terrain this turn",
    "espionage": "{who} spies on {whom}",
    "airfield": "{who} pays for an airfield",
}


def _bought(event: e.Bought, words: Words) -> str:
    place = words.place(event.space) if event.space else ""
    whom = "" if event.against is None else words.who(event.against)
    said = _PURCHASES[event.what].format(who=words.names[event.seat], place=place, whom=whom)
    price = [casualties(event.pile)] * (event.pile > 0) + [stars(event.stars)] * (event.stars > 0)
    return f"{said}, for {listed(price)}."


def _struck(event: e.Struck, words: Words) -> str:
    whose = f"of {words.who(event.owner)} in {words.place(event.space)}"
    verb = "is" if event.count == 1 else "are"
    return f"{armies(event.count)} {whose} {verb} destroyed; {event.left} left."


def _fallout(event: e.FalloutRolled, words: Words) -> str:
    dice = [f"{words.place(space)} {face}" for space, face in zip(event.spaces, event.faces, strict=True)]
    return f"Dice beside {words.place(event.space)}: {listed(dice)}."


def _paid(event: e.CardsPaid, words: Words) -> str:
    return f"{words.names[event.seat]} pays with {listed([words.card(card) for card in event.cards])}."


def _spied(event: e.CardSpied, words: Words) -> str:
    return f"{words.names[event.seat]} took {words.card(event.card)} from {words.names[event.from_seat]}."


def _moved(event: tanks.TanksMoved, words: Words) -> str:
    load = [counted(event.tanks, "tank")] + [armies(event.count)] * (event.count > 0)
    ends = f"from {words.place(event.source)} to {words.place(event.target)}"
    return f"{words.names[event.seat]} moves {listed(load)} {ends}."


def _lost(event: tanks.TanksLost, words: Words) -> str:
    verb = "is" if event.tanks == 1 else "are"
    return f"{counted(event.tanks, 'tank')} of {words.who(event.owner)} in {words.place(event.space)} {verb} destroyed."


def _collected(event: collecting.Collected, words: Words) -> str:
    name = _objective(event.objective, words)
    reward = f" Reward: {REWARD_TEXTS[event.reward]}" if event.reward else ""
    return f'{words.names[event.seat]} collects the objective "{name}".{reward}'


def _seized(event: collecting.ObjectivesSeized, words: Words) -> str:
    names = listed([f'"{_objective(key, words)}"' for key in event.objectives])
    return f"{words.names[event.seat]} takes over {names} from {words.names[event.from_seat]}."


def _objective(key: str, words: Words) -> str:
    rules = words.rules
    assert isinstance(rules, BalanceRules)  # noqa: S101 - events of the variant are told by its rules
    return collecting.title_of(rules, key)


SENTENCES: Sentences = {
    e.Bought: _bought,
    e.CardsPaid: _paid,
    e.Struck: _struck,
    e.FalloutRolled: _fallout,
    e.CardStolen: lambda event, words: f"{words.names[event.seat]} steals a card from {words.names[event.from_seat]}.",
    e.CardSpied: _spied,
    e.AirfieldBuilt: lambda event, words: (
        f"{words.names[event.seat]} builds an airfield in {words.place(event.space)}."
    ),
    tanks.TankFormed: lambda event, words: f"{words.names[event.seat]} forms a tank in {words.place(event.space)}.",
    tanks.TankDisbanded: lambda event, words: (
        f"{words.names[event.seat]} turns a tank in {words.place(event.space)} back into {armies(event.count)}."
    ),
    tanks.TanksMoved: _moved,
    tanks.TanksLost: _lost,
    collecting.Collected: _collected,
    collecting.ObjectivesSeized: _seized,
}
"""How each of these events is told."""
