"""Which of two players is the stronger: the same deals played from every seat, and an interval for the share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from wartable.engine.game import AnyGame
from wartable.engine.options import Options
from wartable.lab.simulate import Plan, simulate
from wartable.lab.stats import Share, grouped


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """`stronger` against `weaker`: its wins among the games only one of the two won, and the games nobody did."""

    stronger: str
    weaker: str
    wins: Share
    undecided: int

    @property
    def proved(self) -> bool:
        """Whether `stronger` wins more than half of the decided games, at the confidence of the interval."""
        return self.wins.low > 0.5

    @property
    def refuted(self) -> bool:
        """Whether `stronger` wins less than half of them."""
        return self.wins.high < 0.5


def compare(
    game: AnyGame,
    options: Options | Mapping[str, Any],
    stronger: str,
    weaker: str,
    *,
    games: int = 200,
    seed: str = "1",
    jobs: int = 1,
) -> Comparison:
    """Play two players against each other, every deal from both seats; `games` is rounded up to whole pairs.

    Options may be given by name, as in a `Plan`.
    """
    plan = Plan(
        game=game.key,
        options=options.values() if isinstance(options, Options) else dict(options),
        seats=(stronger, weaker),
        games=games + games % 2,
        seed=seed,
        rotate=True,
    )
    played = simulate(plan, jobs)
    winners = [_sole_winner(one.seats, one.outcome.winners if one.outcome else ()) for one in played]
    decided = [(plan.deal(one.number), name) for one, name in zip(played, winners, strict=True) if name is not None]
    share = grouped([name == stronger for _, name in decided], [deal for deal, _ in decided])
    return Comparison(stronger=stronger, weaker=weaker, wins=share, undecided=len(winners) - len(decided))


def _sole_winner(seats: tuple[str, ...], winners: tuple[int, ...]) -> str | None:
    return seats[winners[0]] if len(winners) == 1 else None
