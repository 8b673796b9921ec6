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
from wartable.lab.stats import Share, Spread, grouped, spread, wilson


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """Games that a policy or a seat won alone, and those it shared with others.

    `fair` is the share of wins that pure chance among equals would give it; `points` is the mean of what games were
    worth by the game's own scoring, where it has one.
    """

    name: str
    wins: Share
    fair: float
    mean_rank: float
    shared: Share
    points: float | None = None

    @property
    def verdict(self) -> str:
        """In words: more than fair, less than fair, or nothing where the interval holds the fair share."""
        if self.wins.low > self.fair:
            return "above fair"
        return "below fair" if self.wins.high < self.fair else ""


class EndLine(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which games ended: why, with what grade of victory, for how many seats, how often and after how long.

    `winners` names the seat that won alone; it is empty where several share the victory, whoever they are.
    """

    reason: str
    grade: str
    size: int
    winners: tuple[str, ...]
    games: Share
    turns: Spread


class SizeLine(msgspec.Struct, frozen=True, kw_only=True):
    """The games that so many seats won together; size 1: that somebody won alone."""

    size: int
    games: Share
    turns: Spread


class CourseLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat held on average at the start and after each year; a game that is over counts as it ended."""

    name: str
    means: tuple[float, ...]


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
    sizes: tuple[SizeLine, ...] = ()
    """The games won alone, and the shared ones by the number of those who share."""
    scoring: str = ""
    """What the points of the lines are called."""
    followed: str = ""
    """What `course` shows: `centres`."""
    course: tuple[CourseLine, ...] = ()


def make_report(plan: Plan, played: Sequence[Played]) -> Report:
    """Sum up the games of a plan. A game that several seats share is no win of any of them."""
    over = [one for one in played if one.outcome is not None]
    game = registry.get(plan.game)
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
        sizes=tuple(_size_lines(over)),
        scoring=game.study.scoring,
        followed=game.study.course,
        course=tuple(_course_lines(_seat_names(plan), over)),
    )


def _policy_lines(plan: Plan, over: Sequence[Played]) -> Iterator[Line]:
    for name in dict.fromkeys(plan.seats):
        yield _line(plan, name, over, [[at for at, player in enumerate(one.seats) if player == name] for one in over])


def _seat_lines(plan: Plan, over: Sequence[Played]) -> Iterator[Line]:
    for seat, name in enumerate(_seat_names(plan)):
        yield _line(plan, name, over, [[seat]] * len(over))


def _line(plan: Plan, name: str, over: Sequence[Played], places: Sequence[Sequence[int]]) -> Line:
    """Sum up the games of whoever sat in these places of each of them."""
    wins: list[bool] = []
    shared: list[bool] = []
    ranks: list[int] = []
    points: list[float] = []
    due = 0.0
    for one, own in zip(over, places, strict=True):
        winners = one.outcome.winners if one.outcome else ()
        alone, mine = len(winners) == 1, any(seat in winners for seat in own)
        wins.append(alone and mine)
        shared.append(mine and not alone)
        due += alone * len(own) / len(one.seats)
        ranks += [one.outcome.ranks[seat] for seat in own if one.outcome]
        points += [sum(one.points[seat] for seat in own)] if one.points else []
    return Line(
        name=name,
        wins=_share(plan, over, wins),
        shared=_share(plan, over, shared),
        fair=round(due / len(over), 4) if over else 0.0,
        mean_rank=spread(ranks).mean,
        points=spread(points).mean if points else None,
    )


def _share(plan: Plan, over: Sequence[Played], hits: Sequence[bool]) -> Share:
    """Return the share of games with an interval that knows which of them are one deal played from every seat."""
    return grouped(hits, [plan.deal(one.number) for one in over])


def _size_lines(over: Sequence[Played]) -> Iterator[SizeLine]:
    """Yield how many won together, those who won alone first."""
    turns: dict[int, list[int]] = {}
    for one in over:
        if one.outcome is not None:
            turns.setdefault(len(one.outcome.winners), []).append(one.turns)
    for size in sorted(turns):
        yield SizeLine(size=size, games=wilson(len(turns[size]), len(over)), turns=spread(turns[size]))


def _course_lines(names: Sequence[str], over: Sequence[Played]) -> Iterator[CourseLine]:
    """Yield the means of each seat from year to year."""
    courses = [one.course for one in over if one.course]
    years = range(max(map(len, courses), default=0))
    for seat, name in enumerate(names):
        held = [[course[min(year, len(course) - 1)][seat] for course in courses] for year in years]
        if held:
            yield CourseLine(name=name, means=tuple(spread(values).mean for values in held))


def _seat_names(plan: Plan) -> list[str]:
    """Return what seats are called: by number, by what they play where that differs, and by who keeps them."""
    game = registry.get(plan.game)
    roles = game.roles(build(game.options_type, plan.options), len(plan.seats))
    players = ("",) * len(plan.seats) if plan.rotate else plan.seats
    told = [", ".join(filter(None, both)) for both in zip(roles or ("",) * len(players), players, strict=True)]
    return [f"seat {seat} ({one})" if one else f"seat {seat}" for seat, one in enumerate(told, 1)]


def _end_lines(names: Sequence[str], over: Sequence[Played]) -> Iterator[EndLine]:
    """Yield the ways in which games ended, the commonest first."""
    ways: dict[tuple[str, str, int, tuple[int, ...]], list[int]] = {}
    for one in over:
        if one.outcome is not None:
            winning = one.outcome.winners
            sole = winning if len(winning) == 1 else ()
            ways.setdefault((one.outcome.reason, one.grade, len(winning), sole), []).append(one.turns)
    for (reason, grade, size, winners), turns in sorted(ways.items(), key=lambda way: (-len(way[1]), way[0])):
        yield EndLine(
            reason=reason,
            grade=grade,
            size=size,
            winners=tuple(names[seat] for seat in winners),
            games=wilson(len(turns), len(over)),
            turns=spread(turns),
        )


def _tally_lines(plan: Plan, over: Sequence[Played]) -> Iterator[TallyLine]:
    """Yield a line for everything the game has counted, in its order, never decided or not."""
    for heading, names in registry.get(plan.game).study.tallies.items():
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


def text_report(report: Report) -> str:
    """Return the report as plain text for a terminal."""
    seats = ", ".join(report.seats) + (", rotated" if report.rotate else "")
    head = f"{report.game}: {report.finished} of {report.games} games finished, seed {report.seed}, seats {seats}"
    wide = max(22, *(len(line.name) + 1 for line in (*report.policies, *report.by_seat)))
    blocks = [
        [head],
        _lines_block("player", report, report.policies, wide),
        _lines_block("seat", report, report.by_seat, wide),
        _sizes_block(report),
        [
            f"{'length':<{wide}}{_words(report.turns)} turns",
            f"{'':<{wide}}{_words(report.decisions)} decisions",
        ],
    ]
    if report.endings:
        blocks.append([_ENDINGS, *(_ended(line, len(report.seats)) for line in report.endings)])
    blocks += [_course_block(report, wide), *_tally_blocks(report)]
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
    who = listed(line.winners) if line.winners else "nobody wins alone" if line.size == seats else f"{line.size} share"
    grade = f"{line.grade}, " if line.grade else ""
    return (
        f"{games.count:>6}{games.share:>8.1%}   {games.low:>6.1%} to {games.high:<6.1%}{line.turns.mean:>12.1f}   "
        f"{line.reason.rstrip('.')} ({grade}{who})"
    )


def _lines_block(what: str, report: Report, lines: Sequence[Line], wide: int) -> list[str]:
    """Return a table of lines; shared games and points have columns where there are any."""
    shared = any(line.shared.count for line in (*report.policies, *report.by_seat))
    head = f"{what:<{wide}}{'wins':>6}{'share':>8}   95 % interval    fair" + f"{'shared':>8}" * shared + "   mean rank"
    head += f"{report.scoring:>{len(report.scoring) + 3}}" * any(line.points is not None for line in lines)
    return [head, *(_shown(line, wide, shared=shared, scoring=report.scoring) for line in lines)]


def _shown(line: Line, wide: int, *, shared: bool, scoring: str) -> str:
    wins, among = line.wins, f"{line.shared.count:>8}" * shared
    points = "" if line.points is None else f"{line.points:>{len(scoring) + 6}.3f}"
    return (
        f"{line.name:<{wide}}{wins.count:>6}{wins.share:>8.1%}   {wins.low:>6.1%} to {wins.high:<6.1%}"
        f"{line.fair:>7.1%}{among}{line.mean_rank:>9.2f}{points}   {line.verdict}"
    ).rstrip()


def _sizes_block(report: Report) -> list[str]:
    """Return how many games one seat won and how many so many shared, where any was shared."""
    if all(line.size == 1 for line in report.sizes):
        return []
    return [f"{'games':>6}{'share':>8}   95 % interval     mean turns   won by", *map(_size_row, report.sizes)]


def _size_row(line: SizeLine) -> str:
    games = line.games
    who = "one alone" if line.size == 1 else f"shared by {line.size}"
    between = f"{games.low:>6.1%} to {games.high:<6.1%}"
    return f"{games.count:>6}{games.share:>8.1%}   {between}{line.turns.mean:>12.1f}   {who}"


def _course_block(report: Report, wide: int) -> list[str]:
    """Return what every seat held after some of the years."""
    if not (years := years_shown(report)):
        return []
    head = f"{report.followed + ' after year':<{wide}}" + "".join(f"{year:>7}" for year in years)
    rows = (f"{line.name:<{wide}}" + "".join(f"{line.means[year]:>7.2f}" for year in years) for line in report.course)
    return [head, *rows]


def years_shown(report: Report) -> list[int]:
    """Return the years whose means are printed: some, closer at the start, and the last."""
    last = max((len(line.means) for line in report.course), default=0) - 1
    return [year for year in _YEARS if year < last] + [last] * (last >= 0)


_YEARS = (0, 1, 2, 3, 5, 8, 12, 20, 30, 50)
"""The years printed, beside the last one."""


def _words(numbers: Spread) -> str:
    return f"median {numbers.median:g}, mean {numbers.mean:.1f}, {numbers.least:g} to {numbers.most:g}"
