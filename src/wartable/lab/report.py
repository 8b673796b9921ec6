"""What came of a simulation: who won how often, whether the seats are fair, how long the games were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

import msgspec

from wartable.engine import registry
from wartable.engine.options import build
from wartable.engine.words import listed
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


class EndLine(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which games ended: why, with what grade of victory, for which seats, how often and after how long."""

    reason: str
    grade: str
    winners: tuple[str, ...]
    games: Share
    turns: Spread


class TallyLine(msgspec.Struct, frozen=True, kw_only=True):
    """How often something the game has counted was decided, in how many games, and what share of it by winners."""

    heading: str
    name: str
    count: int
    per_game: float
    games: Share
    by_winners: Share


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
    endings: tuple[EndLine, ...]
    lengths: tuple[tuple[int, int], ...] = ()
    """Turns, and the number of games that took so many."""
    tallies: tuple[TallyLine, ...] = ()


def make_report(plan: Plan, played: Sequence[Played]) -> Report:
    """Sum up the games of a plan. A game that several seats win counts as won by each of them."""
    over = [one for one in played if one.outcome is not None]
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
        endings=tuple(_end_lines(_seat_names(plan), over)),
        lengths=tuple(sorted(Counter(one.turns for one in over).items())),
        tallies=tuple(_tally_lines(plan, over)),
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
    for seat, name in enumerate(_seat_names(plan)):
        ranks = [one.outcome.ranks[seat] for one in over if one.outcome]
        yield _line(name, ranks.count(1), len(over), 1 / len(plan.seats), ranks)


def _seat_names(plan: Plan) -> list[str]:
    """Return what seats are called: by number, by what they play where that differs, and by who keeps them."""
    game = registry.get(plan.game)
    roles = game.roles(build(game.options_type, plan.options), len(plan.seats))
    players = ("",) * len(plan.seats) if plan.rotate else plan.seats
    told = [", ".join(filter(None, both)) for both in zip(roles or ("",) * len(players), players, strict=True)]
    return [f"seat {seat} ({one})" if one else f"seat {seat}" for seat, one in enumerate(told, 1)]


def _end_lines(names: Sequence[str], over: Sequence[Played]) -> Iterator[EndLine]:
    """Yield the ways in which games ended, the commonest first."""
    ways: dict[tuple[str, str, tuple[int, ...]], list[int]] = {}
    for one in over:
        if one.outcome is not None:
            ways.setdefault((one.outcome.reason, one.grade, one.outcome.winners), []).append(one.turns)
    for (reason, grade, winners), turns in sorted(ways.items(), key=lambda way: (-len(way[1]), way[0])):
        yield EndLine(
            reason=reason,
            grade=grade,
            winners=tuple(names[seat] for seat in winners),
            games=wilson(len(turns), len(over)),
            turns=spread(turns),
        )


def _tally_lines(plan: Plan, over: Sequence[Played]) -> Iterator[TallyLine]:
    """Yield a line for everything the game has counted, in its order, never decided or not."""
    for heading, names in registry.get(plan.game).tallies.items():
        for name in names:
            found = [(one, own) for one in over for own in one.tallied if (own.heading, own.name) == (heading, name)]
            count = sum(own.count for _, own in found)
            winners = sum(own.count for one, own in found if one.outcome and own.seat in one.outcome.winners)
            yield TallyLine(
                heading=heading,
                name=name,
                count=count,
                per_game=round(count / len(over), 4) if over else 0.0,
                games=wilson(len({one.number for one, _ in found}), len(over)),
                by_winners=wilson(winners, count),
            )


def _line(name: str, wins: int, total: int, fair: float, ranks: Sequence[int]) -> Line:
    return Line(name=name, wins=wilson(wins, total), fair=round(fair, 4), mean_rank=spread(ranks).mean)


def text_report(report: Report) -> str:
    """Return the report as plain text for a terminal."""
    seats = ", ".join(report.seats) + (", rotated" if report.rotate else "")
    head = f"{report.game}: {report.finished} of {report.games} games finished, seed {report.seed}, seats {seats}"
    wide = max(22, *(len(line.name) + 1 for line in (*report.policies, *report.by_seat)))
    blocks = [
        [head],
        [_row("player", wide), *(_shown(line, wide) for line in report.policies)],
        [_row("seat", wide), *(_shown(line, wide) for line in report.by_seat)],
        [
            f"{'length':<{wide}}{_words(report.turns)} turns",
            f"{'':<{wide}}{_words(report.decisions)} decisions",
        ],
    ]
    if report.endings:
        blocks.append([_ENDINGS, *(_ended(line, len(report.seats)) for line in report.endings)])
    blocks += _tally_blocks(report)
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _tally_blocks(report: Report) -> Iterator[list[str]]:
    """Yield a block for each heading of what was counted."""
    for heading, lines in groupby(report.tallies, key=attrgetter("heading")):
        head = f"{'count':>8}{'a game':>9}{'in games':>10}{'by winners':>12}   {heading.lower()}"
        yield [head, *map(_tally_row, lines)]


def _tally_row(line: TallyLine) -> str:
    return f"{line.count:>8}{line.per_game:>9.2f}{line.games.share:>10.1%}{line.by_winners.share:>12.1%}   {line.name}"


_ENDINGS = f"{'games':>6}{'share':>8}   95 % interval     mean turns   ended by"


def _ended(line: EndLine, seats: int) -> str:
    games = line.games
    who = listed(line.winners) if len(line.winners) < seats else "nobody wins alone"
    grade = f"{line.grade}, " if line.grade else ""
    return (
        f"{games.count:>6}{games.share:>8.1%}   {games.low:>6.1%} to {games.high:<6.1%}{line.turns.mean:>12.1f}   "
        f"{line.reason.rstrip('.')} ({grade}{who})"
    )


def _row(what: str, wide: int) -> str:
    return f"{what:<{wide}}{'wins':>6}{'share':>8}   95 % interval    fair   mean rank"


def _shown(line: Line, wide: int) -> str:
    wins = line.wins
    return (
        f"{line.name:<{wide}}{wins.count:>6}{wins.share:>8.1%}   {wins.low:>6.1%} to {wins.high:<6.1%}"
        f"{line.fair:>7.1%}{line.mean_rank:>9.2f}   {line.verdict}"
    ).rstrip()


def _words(numbers: Spread) -> str:
    return f"median {numbers.median:g}, mean {numbers.mean:.1f}, {numbers.least:g} to {numbers.most:g}"
