"""Crews of weapons, and what becomes of a weapon that they leave (L6)."""

from __future__ import annotations

from collections.abc import Collection

from wartable.games.ring_of_power.campaign.run import Run


def leave_weapons(run: Run, ids: Collection[int]) -> None:
    """Crew that walks away leaves its weapon; a ram or charge that is dropped is lost (L6)."""
    for number in ids:
        one = run.state.by_id.get(number)  # looked up anew: a ram that another dropped is served by nobody
        if one is not None and one.serves and one.serves not in ids:
            dropped = run.figure(one.serves)
            run.alter([one.id], serves=0)
            if not run.world.charts.artillery[dropped.weapon].dice:
                run.remove([dropped.id], "dead")
            else:
                run.alter([dropped.id], broken=True)
