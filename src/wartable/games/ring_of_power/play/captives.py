"""The wounded who were left alone: enemies slay them, or carry off those whom the scenario lets be taken (J4, Q68)."""

from __future__ import annotations

from wartable.engine.errors import Reason
from wartable.games.ring_of_power.campaign.events import Changed
from wartable.games.ring_of_power.campaign.figures import able, captive, close
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Run, name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.feats import feat
from wartable.games.ring_of_power.play.reasons import reason
from wartable.games.ring_of_power.special.effects import hand_over
from wartable.games.ring_of_power.special.matching import fits


def left_alone(scene: Scene, prey: Figure) -> bool:
    """Whether a figure lies wounded in the field with nobody able to fight in its force (J4)."""
    return prey.wounded and prey.in_field and not any(able(scene.world, one) for one in scene.force_of(prey))


def capture_fault(world: World, state: RingState, prey: Figure) -> Reason | None:
    """Say why an enemy cannot be taken up as a captive; None when he can, also where his captors put him down."""
    name, scene = name_of(world, prey), Scene(world, state)
    if world.has(prey, "ethereal") or not any(fits(scene, who, prey) for who in world.scenario.captives):
        return reason("no_captive", f"The scenario does not let {name} be captured.", "J4, Q68")
    if not (left_alone(scene, prey) or (captive(world, state, prey) and not prey.carried_by)):
        return reason("not_alone", f"{name} is not wounded and left alone.", "J4")
    return None


def capture(run: Run, prey: Figure, carrier: int) -> None:
    """Note that an enemy is carried off: what he held goes to the first who carries him; it is scored once."""
    by = run.figure(carrier)
    _seize(run, prey, by)
    if not prey.captured:
        feat(run, "character_captured", by.owner, unit=prey.unit)
    run.alter([prey.id], captured=True)
    run.say(Changed(figures=(prey.id,), what="captured"))


def slay_the_abandoned(run: Run, player: int) -> None:
    """Slay wounded enemies who were left alone, where a player's figures have moved within an inch of them (J4)."""
    reach = run.world.constants.contact
    mine = [one for one in run.state.figures if one.owner == player and one.moved == run.state.turn]
    hunters = [one for one in mine if one.in_field and able(run.world, one)]
    scene = Scene(run.world, run.state)
    for prey in [one for one in run.state.figures if one.wounded and run.world.hostile(one.owner, player)]:
        hunter = next((one for one in hunters if close(run.world, one, prey, reach)), None)
        if hunter is not None and left_alone(scene, prey):
            slay(run, prey, hunter)


def slay(run: Run, prey: Figure, hunter: Figure) -> None:
    """Let somebody slay a wounded enemy, and take what he held."""
    _seize(run, prey, hunter)
    feat(run, "character_felled", hunter.owner, unit=prey.unit)
    run.remove([prey.id], "dead")


def _seize(run: Run, prey: Figure, by: Figure) -> None:
    if prey.holds:
        feat(run, "item_taken", by.owner)
        hand_over(run, prey.holds, by.id)
