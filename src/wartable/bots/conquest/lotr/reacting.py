"""Windows: cards against attacks, and upon the Fellowship, by what they are worth and when the game is to end."""

from __future__ import annotations

from typing import NamedTuple

from wartable.bots.conquest.lotr.lore import lore_of
from wartable.bots.conquest.lotr.reinforcing import LATE, billet
from wartable.bots.conquest.lotr.stance import stance
from wartable.bots.conquest.player import ConquestPolicy
from wartable.bots.conquest.reasons import percent
from wartable.bots.conquest.scene import Scene
from wartable.engine.driver import Decision
from wartable.games.conquest.core.tasks import Rolling
from wartable.games.conquest.lotr.actions import PlayCard
from wartable.games.conquest.lotr.adventure.reaction_cards import plays, refuges, subject
from wartable.games.conquest.lotr.adventure.reaction_windows import PASS
from wartable.games.conquest.lotr.data import Power, adventure_card
from wartable.games.conquest.lotr.fellowship import at_end
from wartable.games.conquest.lotr.state import at_hand
from wartable.games.conquest.lotr.tasks import LotrTask, Reacting, RingRolled

NOTHING = Decision(PASS, "No card of the hand fits.")
FALLS = 0.35
"""A territory that falls with this chance is worth a card."""
MANY = 4
"""Units that are worth saving by a withdrawal."""
SOON = 1.5
"""Own turns left from which a lead is not put at risk for a star."""


def react(_policy: ConquestPolicy, scene: Scene) -> Decision:
    """Play a card of the hand that fits, or pass.

    What the window calls for is thought out from what lies open, before the hand is looked at: so the time that an
    answer takes does not tell whether there is a card that fits.
    """
    lore = lore_of(scene)
    about = at_hand(lore.state, Reacting).about
    task = subject(lore.state, about)
    wanted = Attacked.of(scene, task) if isinstance(task, Rolling) else Journey.of(scene, task)
    ways = list(plays(lore.rules, lore.state, about, scene.seat))
    return wanted.answer(ways) if ways else NOTHING


class Attacked(NamedTuple):
    """What an attack on an own territory calls for."""

    name: str
    falls: float
    """The chance that the territory falls."""
    defend: bool
    withdraw: bool
    refuge: str
    """Where units would best withdraw to, by id; empty where they cannot."""

    @classmethod
    def of(cls, scene: Scene, fight: Rolling) -> Attacked:
        """Look at an attack."""
        lore, pos = lore_of(scene), scene.pos
        there, force = pos.armies[fight.target], pos.armies[fight.source] - scene.rules.stay
        falls = pos.field.guard[fight.target].conquered(force, there)
        late = lore.clock.again < LATE
        where = refuges(lore.rules, lore.state, scene.seat, fight.target)
        return cls(
            name=scene.ground.name(fight.target),
            falls=falls,
            defend=late or falls >= FALLS,
            withdraw=(late and there <= MANY) or (falls >= 2 * FALLS and there >= MANY),
            refuge=scene.ground.id(billet(scene, where)) if where else "",
        )

    def answer(self, ways: list[PlayCard]) -> Decision:
        """Answer where the attack would rather succeed."""
        by_effect = {_power(way).effect: way for way in ways}
        if "sink" in by_effect:
            return Decision(by_effect["sink"], "The attackers at sea are lost without a roll.")
        if "defend" in by_effect and self.defend:
            why = f"{self.name} would fall with {percent(self.falls)}, and four more units guard it."
            return Decision(by_effect["defend"], why)
        fled = {way.target: way for way in ways if _power(way).effect == "withdraw"}
        if self.withdraw and self.refuge in fled:
            return Decision(fled[self.refuge], f"{self.name} cannot be held, and its units do more elsewhere.")
        return Decision(PASS, f"The cards are kept for more than {self.name}.")


def _power(way: PlayCard) -> Power:
    found = adventure_card(way.card)
    if not isinstance(found, Power):
        raise TypeError(way)
    return found


class Journey(NamedTuple):
    """What a step of the Fellowship calls for."""

    wanted: int
    """1 where the journey is to end soon, -1 where it is to last."""
    early: bool
    """Whether a turn more does no harm yet."""
    full: bool
    """Whether the hand is full."""
    roll: int | None
    """The roll that may be changed."""
    needed: int
    """The least roll at which the Fellowship goes on."""

    @classmethod
    def of(cls, scene: Scene, task: LotrTask | None) -> Journey:
        """Look at a step, or at its roll."""
        lore = lore_of(scene)
        return cls(
            wanted=stance(scene),
            early=lore.clock.turns > SOON and not at_end(lore.rules, lore.state),
            full=len(lore.state.adventure.hands[scene.seat]) >= lore.rules.options.adventure_limit,
            roll=task.face + task.change if isinstance(task, RingRolled) else None,
            needed=lore.rules.data.path.roll,
        )

    def answer(self, ways: list[PlayCard]) -> Decision:
        """Hurry the Fellowship or hold it back, as the lead has it; early in the game the star is reason enough."""
        for way in ways:
            if (why := self._reason(way)) is not None:
                return Decision(way, f"{why}, and the card counts a star.")
        return Decision(PASS, "The Fellowship goes its way as it should.")

    def _reason(self, way: PlayCard) -> str | None:
        """Say why a card is played, as the beginning of a sentence; None where it is not."""
        power = _power(way)
        if power.effect != "change":
            if self.wanted < 0:
                return "The journey should last longer"
            return "A turn more does no harm yet" if self.early else None
        if self.roll is None:
            return None
        turned = (self.roll + (way.count or power.amount) >= self.needed) - (self.roll >= self.needed)
        if turned == self.wanted != 0:
            return "The journey should end soon" if self.wanted > 0 else "The journey should last longer"
        return "The roll stays as it is" if not turned and (not self.early or self.full) else None
