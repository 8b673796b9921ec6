"""How long the hard level of Ring of Power thinks over a movement, beside an earlier commit on the same positions.

Run `BEFORE=5acce52 python bench/ring_bots.py`. Call path: `HardPolicy.decide` on the first movement of each side of a
scenario, games played on in thought included; processor time, a fresh process for each figure.
"""

from _before import compare

THOUGHT = """
import time
from random import Random
from wartable import bots
from wartable.games.ring_of_power.campaign.actions import Done
from wartable.games.ring_of_power.play.game import RING_OF_POWER as game
state = game.start(game.options_type(scenario="{scenario}"), 2)
spent = 0.0
for _ in range(2):
    while game.to_act(state) == (-1,):
        from wartable.engine.chance import answer_with
        state = game.advance(state, -1, answer_with(game.request(state), Random(7)))
    seat = game.to_act(state)[0]
    bots.get(game, "hard").decide(game, state, seat, Random(1))
    start = time.process_time()
    bots.get(game, "hard").decide(game, state, seat, Random(1))
    spent += 1000 * (time.process_time() - start)
    state = game.advance(state, seat, Done())
print(spent / 2)
"""
"""Milliseconds of a decision, the journeys on the table known."""


def main() -> None:
    """Print a line for each small scenario."""
    for scenario in ("edoras-raid", "moria-passage"):
        compare(f"hard, {scenario}, a movement", THOUGHT.format(scenario=scenario))


if __name__ == "__main__":
    main()
