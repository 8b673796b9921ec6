"""Decisions in the form the rules want them, from indices and a reason."""

from __future__ import annotations

from wartable.bots.conquest import cards
from wartable.bots.conquest.reasons import percent
from wartable.bots.conquest.scene import Scene
from wartable.engine.driver import Decision
from wartable.games.conquest.core.actions import Attack, Claim, Fortify, Occupy, Place, Trade
from wartable.games.conquest.core.offers import most_dice
from wartable.games.conquest.core.tasks import MovingIn, Reinforcing
from wartable.games.conquest.core.words import armies


def claim(scene: Scene, space: int, why: str) -> Decision:
    """Take a free space."""
    return Decision(Claim(scene.ground.id(space)), why)


def place(scene: Scene, space: int, count: int, why: str) -> Decision:
    """Place armies on an own space; one in the set-up, else as many as wanted and in hand."""
    most = scene.state.to_place if type(scene.state.agenda[0]) is Reinforcing else 1
    return Decision(Place(scene.ground.id(space), max(1, min(count, most))), why)


def trade(scene: Scene, found: cards.CardSet, *, forced: bool) -> Decision:
    """Turn in a set."""
    names = tuple(scene.rules.cards.ids[card] for card in found.cards)
    why = f"This set brings {armies(found.armies)}" + (", and one must be traded now." if forced else " now.")
    return Decision(Trade(names, cards.bonus_space(scene, found)), why)


def attack(scene: Scene, source: int, target: int, why: str = "", keep: int = 1) -> Decision:
    """Attack with all dice until the target falls or `keep` armies are left."""
    dice = most_dice(scene.rules, scene.state, source, target)
    until, ids = max(scene.rules.stay, min(keep, scene.pos.armies[source] - 1)), scene.rules.board.ids
    return Decision(Attack(ids[source], ids[target], dice, until), why)


def odds_of(scene: Scene, source: int, target: int) -> float:
    """Return the chance that an attack to the end conquers."""
    armies_of = scene.pos.armies
    return scene.pos.field.odds[source][target].conquered(armies_of[source] - scene.rules.stay, armies_of[target])


def battle_words(scene: Scene, source: int, target: int) -> str:
    """Begin a reason for an attack: `Brazil to North Africa: 85 % to conquer`."""
    names = scene.rules.names
    return f"{names[source]} to {names[target]}: {percent(odds_of(scene, source, target))} to conquer"


def occupy(scene: Scene, count: int, why: str) -> Decision:
    """Move in, at least as many as must and at most as many as can."""
    least, most = occupation_range(scene)
    return Decision(Occupy(max(least, min(count, most))), why)


def occupation_range(scene: Scene) -> tuple[int, int]:
    """Return the least and the most armies that may move in, in the step that asks for it."""
    entry: MovingIn = scene.state.agenda[0]
    return entry.least, entry.most


def fortify(scene: Scene, source: int, target: int, count: int, why: str) -> Decision:
    """Make the last move of the turn."""
    return Decision(Fortify(scene.ground.id(source), scene.ground.id(target), count), why)
