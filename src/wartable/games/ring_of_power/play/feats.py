"""Status points for what players do, as the scenario lists them (4)."""

from __future__ import annotations

from wartable.games.ring_of_power.campaign.run import Run


def feat(run: Run, name: str, player: int, *, place: str = "", unit: str = "") -> None:
    """Give a player the status points of something that he did, or that was done to him."""
    for line in run.world.scenario.points:
        fits = (
            line.feat == name and (not line.places or place in line.places) and (not line.units or unit in line.units)
        )
        if fits and line.player in {"", run.world.players[player]}:
            run.score(player, line.points, name)
