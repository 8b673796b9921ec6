"""Votes on the end of a game of negotiation: draws of all survivors or of chosen ones, and concessions.

Votes go with the orders, in secret. The game is drawn where all name the same powers, and one has won where all others
concede to it. What is asked of whom and when is the game's own business.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple, Protocol

from wartable.engine.actions import Offer
from wartable.engine.errors import Reason
from wartable.engine.needs import Other, need
from wartable.engine.options import About
from wartable.engine.words import listed

Draws = Annotated[
    Literal["survivors", "chosen", "off"],
    About(
        "Draws",
        "Whether all powers that are left may agree on a draw, and who shares it.",
        choices={
            "survivors": "All survivors share, by vote of all",
            "chosen": "The survivors that all votes name share",
            "off": "No draw by vote",
        },
        group="End",
    ),
]
Ballot = Annotated[
    Literal["secret", "open"],
    About(
        "Votes",
        "Whether everybody is told who voted for a draw that failed.",
        choices={"secret": "Secret", "open": "Told with the orders"},
        group="End",
        needs=(need("there is no vote on a draw", draws=Other("off")),),
    ),
]
Concessions = Annotated[
    bool,
    About("Concession", "Whether all the others together may hand the victory to one power.", group="End"),
]

_CONCEDE = re.compile(r"concede(?:\s+to)?\s+(.+)", re.IGNORECASE)
_DRAW = re.compile(r"(?:vote\s+(?:for\s+a\s+)?)?draw(?:\s+of\s+(.+))?", re.IGNORECASE)
_AND = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)


class Vote(Protocol):
    """What a power votes with its orders: for a `draw`, of all or of those named, or to `concede_to` another."""

    @property
    def draw(self) -> bool:
        """Whether it is for a draw."""
        ...

    @property
    def draw_of(self) -> tuple[str, ...]:
        """The powers that are to share the draw; none: all that survive."""
        ...

    @property
    def concede_to(self) -> str:
        """The power that is to win; empty for none."""
        ...


class Terms(Protocol):
    """The options of votes."""

    @property
    def draws(self) -> Literal["survivors", "chosen", "off"]:
        """Who shares a draw."""
        ...

    @property
    def concessions(self) -> bool:
        """Whether the others may hand one the victory."""
        ...


class Written(NamedTuple):
    """A vote as it was read from text."""

    draw: bool = False
    draw_of: tuple[str, ...] = ()
    concede_to: str = ""


class Agreed(NamedTuple):
    """The end that all agree on: a draw of some powers, or the victory of one, with the reason in words."""

    kind: Literal["draw", "concession"]
    powers: frozenset[str]
    reason: str


# --- counting


def agreed(
    votes: Mapping[str, Vote | None], survivors: Sequence[str], sharing: frozenset[str], name: Callable[[str], str]
) -> Agreed | None:
    """Return the end that all votes agree on, or all but that of the power conceded to.

    `sharing` are the powers that share a draw of nobody in particular.
    """
    named = {wanted(vote, sharing) for vote in votes.values()}
    if len(named) == 1 and (of := named.pop()):
        names = "" if of == sharing else f" of {listed([name(one) for one in survivors if one in of])}"
        return Agreed("draw", of, f"All powers agree on a draw{names}.")
    for power in survivors:
        others = [vote for voter, vote in votes.items() if voter != power]
        if others and all(vote is not None and vote.concede_to == power for vote in others):
            return Agreed("concession", frozenset({power}), f"All others concede the victory to {name(power)}.")
    return None


def wanted(vote: Vote | None, sharing: frozenset[str]) -> frozenset[str]:
    """Return the powers that a vote would let share a draw; none where it is for no draw."""
    if vote is None or not vote.draw:
        return frozenset()
    return frozenset(vote.draw_of) or sharing


def proposals(votes: Mapping[str, Vote | None], sharing: frozenset[str]) -> Mapping[frozenset[str], tuple[str, ...]]:
    """Return who voted for a draw, by whom it is to be of: those who agree together."""
    found: dict[frozenset[str], tuple[str, ...]] = {}
    for power, vote in votes.items():
        if of := wanted(vote, sharing):
            found[of] = (*found.get(of, ()), power)
    return found


# --- what may be voted


def refusals(
    terms: Terms, vote: Vote, voter: str, survivors: tuple[str, ...], name: Callable[[str], str]
) -> Iterator[Reason]:
    """Yield what is wrong with a vote: for something this game does not know, or for two things."""
    to = vote.concede_to
    if vote.draw_of and not vote.draw:
        yield Reason(code="vote.no_draw", message="Powers are named to share a draw, but the vote is not for one.")
    if vote.draw and to:
        yield Reason(code="vote.both", message="Vote for a draw or concede, not both.")
    if vote.draw and terms.draws == "off":
        yield Reason(code="vote.no_draws", message="This game is not drawn by vote.")
    if vote.draw and vote.draw_of:
        yield from _named(terms, vote.draw_of, survivors, name)
    if to and not terms.concessions:
        yield Reason(code="vote.no_concession", message="In this game nobody concedes.")
    others = tuple(other for other in survivors if other != voter)
    if to and to not in others:
        names = ", ".join(map(name, others))
        yield Reason(code="vote.unknown", message=f"Concede to one of {names}, not to {to!r}.", fix=others)


def _named(
    terms: Terms, named: tuple[str, ...], survivors: tuple[str, ...], name: Callable[[str], str]
) -> Iterator[Reason]:
    """Check who is to share a draw: survivors, two at least, each once, and only where that is chosen."""
    if terms.draws == "survivors":
        yield Reason(code="vote.all_share", message="In this game all survivors share a draw: name nobody.")
    strange = [power for power in named if power not in survivors]
    if strange:
        message = f"A draw is shared by survivors: {', '.join(map(name, survivors))}. {strange[0]!r} is none of them."
        yield Reason(code="vote.unknown", message=message, fix=survivors)
    if len(set(named)) < len(named):
        yield Reason(code="vote.twice", message="Name each power that shares the draw once.")
    if len(set(named)) == 1:
        yield Reason(code="vote.alone", message="A draw is shared by two powers at least; concede to let one win.")


def offers(terms: Terms, survivors: tuple[str, ...], mine: Sequence[str]) -> Iterator[Offer]:
    """Yield what whoever plays `mine` may vote for: a draw with those who may share it, whom to concede to."""
    if terms.draws != "off":
        yield Offer(kind="draw", targets=survivors if terms.draws == "chosen" else ())
    others = tuple(power for power in survivors if power not in mine)
    if terms.concessions and others:
        yield Offer(kind="concede", targets=others)


# --- notation and words


def words(vote: Vote) -> Iterator[str]:
    """Yield the parts of a line of text that say what is voted: `draw of france, turkey`, `concede to france`."""
    if vote.draw:
        yield f"draw of {', '.join(vote.draw_of)}" if vote.draw_of else "draw"
    if vote.concede_to:
        yield f"concede to {vote.concede_to}"


def draw_voted(powers: Sequence[str], sharing: Sequence[str], name: Callable[[str], str]) -> str:
    """Return the sentence that some voted for a draw, of some or of all; it has not come."""
    verb = "votes" if len(powers) == 1 else "vote"
    of = f" of {listed([name(power) for power in sharing])}" if sharing else ""
    return f"{listed([name(power) for power in powers])} {verb} for a draw{of}; it needs all."


def read(line: str, so_far: Written, power: Callable[[str], str]) -> Written | None:
    """Return a vote with what a line of text says of it; None where it is no vote.

    `power` finds a power by what it is called, and raises `BadNotation`.
    """
    if found := _CONCEDE.fullmatch(line):
        return so_far._replace(concede_to=power(found[1]))
    if found := _DRAW.fullmatch(line):
        named = _AND.split(found[1].strip()) if found[1] else ()
        return so_far._replace(draw=True, draw_of=tuple(map(power, named)))
    return None
