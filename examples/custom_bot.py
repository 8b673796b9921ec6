"""A bot of your own in twenty lines: it attacks only when the odds are on its side, and says why."""

from __future__ import annotations

from random import Random

from wartable import bots
from wartable.engine.driver import Decision, RandomPolicy
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.actions import Attack, EndTurn
from wartable.lab.report import make_report, text_report
from wartable.lab.simulate import Plan, simulate


class Careful:
    """Looks at the exact odds of every attack on offer and takes the best one above two thirds."""

    def decide(self, game: AnyGame, state: RiskState, seat: Seat, rng: Random) -> Decision:
        """Attack where the odds are good; end the attacks where none is; anything legal in the other phases."""
        attacks = [action for action in game.legal(state, seat) if isinstance(action, Attack)]
        if not attacks:
            return RandomPolicy().decide(game, state, seat, rng)
        best = max(attacks, key=lambda attack: chance_of(game, state, seat, attack))
        chance = chance_of(game, state, seat, best)
        if chance > 2 / 3:
            return Decision(best, f"The odds are {chance:.0%}.")
        return Decision(EndTurn(), "No attack has good odds.")


def chance_of(game: AnyGame, state: RiskState, seat: Seat, attack: Attack) -> float:
    """Return the exact probability that an attack succeeds."""
    forecast = game.forecast(state, seat, attack)
    return forecast.chance if forecast else 0.0


def main() -> None:
    """Install it for this process and see how it does against chance, every deal played from both seats."""
    bots.register(
        bots.Bot(
            key="careful",
            title="Careful",
            line="Attacks only with good odds.",
            plays=lambda game: game.key == "risk",
            make=Careful,
        )
    )
    options = {"turn_limit": 15}
    plan = Plan(game="risk", options=options, seats=("careful", "random"), games=6, seed="example", rotate=True)
    print(text_report(make_report(plan, simulate(plan))))


if __name__ == "__main__":
    main()
