"""Winners of an assault who go inside: those near the walls, unless their side lets some stay outside (K7)."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.lines import present
from wartable.games.ring_of_power.combat.outcome import doomed, loser
from wartable.games.ring_of_power.combat.requests import Answer, Decision, Enter
from wartable.games.ring_of_power.combat.seats import commander
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.throws import refuse


def candidates(stage: Stage) -> tuple[int, ...]:
    """Return the winners who may go into a place whose defenders they have just beaten."""
    index = loser(stage)
    if index is None or stage.place is None:
        return ()
    pairing = stage.pairings[stage.bout]
    beaten = present(stage.battle, pairing, pairing.sides[index])
    if not any(f.inside in targets.WALLS for f in beaten):
        return ()
    winners = present(stage.battle, pairing, pairing.sides[1 - index])
    return tuple(f.id for f in winners if f.by_walls and not f.weapon and stage.able(f) and not doomed(stage, f))


def usual(stage: Stage) -> tuple[int, ...]:
    """Return who goes in unless somebody says otherwise: all but the crews, who stay with their weapons."""
    return tuple(number for number in candidates(stage) if stage.battle.by_id[number].serves is None)


def ask_enter(stage: Stage) -> Decision | None:
    """Ask the winners who goes inside, if anybody can."""
    may = candidates(stage)
    if stage.turn or not may:
        return None
    side = stage.battle.by_id[may[0]].side
    return Decision(
        kind="enter",
        side=side,
        player=commander(stage.battle, side),
        default=Enter(usual(stage)),
        figures=may,
        question="Who goes inside?",
    )


def take_enter(stage: Stage, answer: Answer) -> Stage:
    """Let winners go inside. Raises `IllegalAction` for figures that cannot, or are named twice."""
    decision = stage.awaits
    if not isinstance(answer, Enter) or not isinstance(decision, Decision):
        raise refuse("enter", "Name the figures that go inside, or nobody.", "K7")
    named = set(answer.figures)
    if not named <= set(decision.figures) or len(named) < len(answer.figures):
        raise refuse("enter", "Only winners within 6 inches of the walls go inside; name each once.", "K7")
    bout = replace(stage.bouts[-1], entered=tuple(sorted(named)))
    return replace(stage, awaits=None, turn=1, bouts=(*stage.bouts[:-1], bout))
