"""Ways to win beside points: territories, regions, and the end of a colour (`lotr-risk T11` to `T13`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from wartable.games.conquest.core.goals import Goal, HoldRegions, HoldSpaces
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.lotr.data import lotr_data
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.state import SIDES, Colour, LotrState

if TYPE_CHECKING:
    from collections.abc import Iterator

COLOURS: tuple[Colour, ...] = get_args(Colour)


class EliminateColour(Goal, frozen=True):
    """Eliminate the player of a colour; another goal where that cannot be done any more (`lotr-risk T12`)."""

    colour: Colour
    otherwise: HoldSpaces

    def lost(self, state: LotrState, seat: int) -> bool:
        """Whether the colour is one's own or a partner's, is not in play, or was removed by somebody else."""
        friend = SIDES[self.colour] == state.side(seat) and state.options.sides != "none"
        if friend or self.colour not in state.colours or state.colours[seat] == self.colour:
            return True
        foe = state.colours.index(self.colour)
        return any(fallen.seat == foe and fallen.by != seat for fallen in state.fallen)

    def progress(self, rules: Rules, state: ConquestState, seat: int) -> float:
        """Return whether the colour has fallen, or how far a seat is with the other goal."""
        assert isinstance(state, LotrState)  # noqa: S101 - no other state has colours
        if self.lost(state, seat):
            return self.otherwise.progress(rules, state, seat)
        return float(not state.held[state.colours.index(self.colour)])

    def words(self, rules: Rules) -> str:
        """Name the colour."""
        return f"eliminate {self.colour}"

    def said(self, rules: Rules, state: ConquestState, seat: int) -> str:
        """Say what it has become, and what it was."""
        assert isinstance(state, LotrState)  # noqa: S101 - no other state has colours
        if not self.lost(state, seat):
            return self.words(rules)
        return f"{self.otherwise.words(rules)}, since {self.colour} cannot be eliminated any more"


def goals_of(options: LotrOptions) -> tuple[Goal, ...]:
    """Return the goals that win beside points, those of the edition played."""
    return tuple(goal for kind in options.goals for goal in _KINDS[kind](options))


def _territories(options: LotrOptions) -> Iterator[HoldSpaces]:
    for number, one in enumerate(lotr_data().goals[options.edition].territories.counts):
        yield HoldSpaces(f"t{number + 1:02d}", one.count, one.units)


def _regions(options: LotrOptions) -> Iterator[HoldRegions]:
    for number, regions in enumerate(lotr_data().goals[options.edition].regions.sets):
        yield HoldRegions(f"r{number + 1:02d}", regions)


def _colours(options: LotrOptions) -> Iterator[EliminateColour]:
    otherwise = next(_territories(options))
    yield from (EliminateColour(colour, otherwise) for colour in COLOURS)


_KINDS = {"territorial": _territories, "regions": _regions, "eliminate": _colours}
