"""What came of a simulation: who won how often, whether the seats are fair, how long the games were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from wartable.lab.simulate import Plan, Played
from wartable.lab.stats import Share, Spread, spread, wilson


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """Wins of a policy or a seat; `fair` is the share that pure chance among equals would give it."""

    name: str
    wins: Share
    fair: float
    mean_rank: float

    @property
    def verdict(self) -> str:
        """In words: more than fair, less than fair, or nothing where the interval holds the fair share."""
        if self.wins.low > self.fair:
            return "above fair"
        return "below fair" if self.wins.high < self.fair else ""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The whole report; every number of it is the same for the same plan. Lengths are of finished games only."""

    game: str
    options: dict[str, object]
    seats: tuple[str, ...]
    rotate: bool
    seed: str
    games: int
    finished: int
    policies: tuple[Line, ...]
    by_seat: tuple[Line, ...]
    turns: Spread
    decisions: Spread
    reasons: dict[str, int]


def make_report(plan: Plan, played: Sequence[Played]) -> Report:
    """Sum up the games of a plan. A game that several seats win counts as won by each of them."""
    over = [one for one in played if one.outcome is not None]
    reasons = Counter(one.outcome.reason for one in over if one.outcome)
    return Report(
        game=plan.game,
        options=plan.options,
        seats=plan.seats,
        rotate=plan.rotate,
        seed=plan.seed,
        games=len(played),
        finished=len(over),
        policies=tuple(_policy_lines(plan, over)),
        by_seat=tuple(_seat_lines(plan, over)),
        turns=spread([one.turns for one in over]),
        decisions=spread([one.decisions for one in over]),
        reasons=dict(sorted(reasons.items())),
    )


def _policy_lines(plan: Plan, over: Sequence[Played]) -> Iterator[Line]:
    for name in dict.fromkeys(plan.seats):
        ranks = [_ranks_of(one, name) for one in over]
        wins = sum(1 in own for own in ranks)
        fair = plan.seats.count(name) / len(plan.seats)
        yield _line(name, wins, len(over), fair, [rank for own in ranks for rank in own])


def _ranks_of(one: Played, name: str) -> list[int]:
    ranks = one.outcome.ranks if one.outcome else ()
    return [rank for player, rank in zip(one.seats, ranks, strict=True) if player == name]


def _seat_lines(plan: Plan, over: Sequence[Played]) -> Iterator[Line]:
    for seat, player in enumerate(plan.seats):
        ranks = [one.outcome.ranks[seat] for one in over if one.outcome]
        name = f"seat {seat + 1}" if plan.rotate else f"seat {seat + 1} ({player})"
        yield _line(name, ranks.count(1), len(over), 1 / len(plan.seats), ranks)


def _line(name: str, wins: int, total: int, fair: float, ranks: Sequence[int]) -> Line:
    return Line(name=name, wins=wilson(wins, total), fair=round(fair, 4), mean_rank=spread(ranks).mean)


def text_report(report: Report) -> str:
    """Return the report as plain text for a terminal."""
    seats = ", ".join(report.seats) + (", rotated" if report.rotate else "")
    head = f"{report.game}: {report.finished} of {report.games} games finished, seed {report.seed}, seats {seats}"
    blocks = [
        [head],
        [_row("player"), *(_shown(line) for line in report.policies)],
        [_row("seat"), *(_shown(line) for line in report.by_seat)],
        [
            f"{'length':<22}{_words(report.turns)} turns",
            f"{'':<22}{_words(report.decisions)} decisions",
        ],
        [f"{'ended by':<22}{reason.rstrip('.')}: {count}" for reason, count in report.reasons.items()],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _row(what: str) -> str:
    return f"{what:<22}{'wins':>6}{'share':>8}   95 % interval    fair   mean rank"


def _shown(line: Line) -> str:
    wins = line.wins
    return (
        f"{line.name:<22}{wins.count:>6}{wins.share:>8.1%}   {wins.low:>6.1%} to {wins.high:<6.1%}"
        f"{line.fair:>7.1%}{line.mean_rank:>9.2f}   {line.verdict}"
    ).rstrip()


def _words(numbers: Spread) -> str:
    return f"median {numbers.median:g}, mean {numbers.mean:.1f}, {numbers.least:g} to {numbers.most:g}"
