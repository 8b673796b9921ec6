"""Windows: cards against attacks, and upon the Fellowship, by what they are worth and when the game is to end."""

from __future__ import annotations

from wartable.bots.conquest.easy import EasyPolicy
from wartable.bots.conquest.lotr.lore import lore_of
from wartable.bots.conquest.lotr.reinforcing import LATE, billet
from wartable.bots.conquest.lotr.stance import stance
from wartable.bots.conquest.player import ConquestPolicy
from wartable.bots.conquest.reasons import percent
from wartable.bots.conquest.scene import Scene
from wartable.engine.driver import Decision
from wartable.games.conquest.core.tasks import Rolling
from wartable.games.conquest.lotr.actions import PlayCard
from wartable.games.conquest.lotr.adventure.reactions import plays, subject
from wartable.games.conquest.lotr.adventure.windows import PASS
from wartable.games.conquest.lotr.data import Power, adventure_card
from wartable.games.conquest.lotr.fellowship import at_end
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState, at_hand
from wartable.games.conquest.lotr.tasks import Reacting, RingRolled

FALLS = 0.35
"""A territory that falls with this chance is worth a card."""
MANY = 4
"""Units that are worth saving by a withdrawal."""
SOON = 1.5
"""Own turns left from which a lead is not put at risk for a star."""


def nothing_fits(rules: LotrRules, state: LotrState, seat: int) -> Decision | None:
    """Pass where no card of the hand fits, as in most windows."""
    task = state.agenda[0]
    if type(task) is not Reacting or next(plays(rules, state, task.about, seat), None) is not None:
        return None
    return Decision(PASS, "No card of the hand fits.")


def react(policy: ConquestPolicy, scene: Scene) -> Decision:
    """Play a card of the hand that fits, or pass."""
    lore = lore_of(scene)
    about = at_hand(lore.state, Reacting).about
    ways = list(plays(lore.rules, lore.state, about, scene.seat))
    if type(policy) is EasyPolicy:
        return Decision(ways[scene.rng.randrange(len(ways))], "The card can be played, so why not.")
    task = subject(lore.state, about)
    if isinstance(task, Rolling):
        return _against(scene, ways, task)
    return _on_the_way(scene, ways, task.face + task.change if isinstance(task, RingRolled) else None)


def _against(scene: Scene, ways: list[PlayCard], fight: Rolling) -> Decision:
    """Answer an attack where it would rather succeed."""
    lore, pos = lore_of(scene), scene.pos
    there, force = pos.armies[fight.target], pos.armies[fight.source] - scene.rules.stay
    falls = pos.field.guard[fight.target].conquered(force, there)
    late, name = lore.clock.again < LATE, scene.ground.name(fight.target)
    by_effect = {_power(way).effect: way for way in ways}
    if "sink" in by_effect:
        return Decision(by_effect["sink"], "The attackers at sea are lost without a roll.")
    if "defend" in by_effect and (late or falls >= FALLS):
        why = f"{name} would fall with {percent(falls)}, and four more units guard it."
        return Decision(by_effect["defend"], why)
    if "withdraw" in by_effect and ((late and there <= MANY) or (falls >= 2 * FALLS and there >= MANY)):
        index = scene.rules.board.index
        fled = {index[way.target]: way for way in ways if _power(way).effect == "withdraw"}
        best = billet(scene, sum(1 << space for space in fled))
        return Decision(fled[best], f"{name} cannot be held, and its units do more in {scene.ground.name(best)}.")
    return Decision(PASS, f"The cards are kept for more than {name}.")


def _power(way: PlayCard) -> Power:
    found = adventure_card(way.card)
    if not isinstance(found, Power):
        raise TypeError(way)
    return found


def _on_the_way(scene: Scene, ways: list[PlayCard], roll: int | None) -> Decision:
    """Hurry the Fellowship or hold it back, as the lead has it; early in the game the star alone is reason enough."""
    lore = lore_of(scene)
    wanted, needed = stance(scene), lore.rules.data.path.roll
    early = lore.clock.turns > SOON and not at_end(lore.rules, lore.state)
    for way in ways:
        power = _power(way)
        if power.effect == "change" and roll is not None:
            change = way.count or power.amount
            turned = (roll + change >= needed) - (roll >= needed)
            if turned == wanted != 0:
                word = "The journey is to end soon" if wanted > 0 else "The journey is to last longer"
                return Decision(way, f"{word}, and the card counts a star.")
            if not turned and (not early or _full(scene)):
                return Decision(way, "The roll stays what it is, and the card counts a star.")
        elif power.effect != "change" and (wanted < 0 or early):
            why = "The journey is to last longer" if wanted < 0 else "A turn more does no harm yet"
            return Decision(way, f"{why}, and the card counts a star.")
    return Decision(PASS, "The Fellowship goes its way as it should.")


def _full(scene: Scene) -> bool:
    lore = lore_of(scene)
    return len(lore.state.adventure.hands[scene.seat]) >= lore.rules.options.adventure_limit
