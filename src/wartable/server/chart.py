"""Who is ahead over time: a point per turn, and a mark where each seat's turn begins."""

from __future__ import annotations

from wartable.engine.driver import Match
from wartable.server.wire_play import Mark, Point, Series


class Chart:
    """Points and marks of one match, extended move by move and cut when moves are taken back."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.marks: list[Mark] = []

    def begin(self, match: Match) -> None:
        """Set the first mark."""
        turn, seat = match.game.clock(match.start)
        self.marks = [Mark(turn=turn, seat=seat, step=0, title=match.game.turn_title(match.start))]

    def extend(self, match: Match) -> None:
        """Take in the last move: a point when a turn ended with it, a mark when a seat's turn began."""
        step = len(match.moves)
        turn, seat = match.game.clock(match.state)
        last = self.marks[-1]
        ended = match.outcome is not None
        if turn != last.turn or ended:
            values = {name: tuple(row) for name, row in match.game.measures(match.state).items()}
            self.points.append(Point(step=step, turn=last.turn, values=values))
        if (turn, seat) != (last.turn, last.seat) and not ended:
            title = match.game.turn_title(match.state)
            self.marks.append(Mark(turn=turn, seat=seat, step=step, title=title))

    def cut(self, step: int) -> None:
        """Drop what came after a step."""
        self.points = [point for point in self.points if point.step <= step]
        self.marks = [mark for mark in self.marks if mark.step <= step] or self.marks[:1]

    def since(self, step: int) -> tuple[tuple[Point, ...], tuple[Mark, ...]]:
        """Return the points and marks made after a step."""
        points = tuple(point for point in self.points if point.step > step)
        return points, tuple(mark for mark in self.marks if mark.step > step)

    def series(self) -> Series:
        """Return the whole chart."""
        names = tuple(self.points[0].values) if self.points else ()
        return Series(
            names=names,
            turns=tuple(point.turn for point in self.points),
            steps=tuple(point.step for point in self.points),
            values={name: tuple(point.values.get(name, ()) for point in self.points) for name in names},
        )
