"""What a combat waits for: decisions of players with their defaults, or named pools of dice of CHANCE."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Literal, TypeAlias

import msgspec


class Pool(msgspec.Struct, frozen=True, gc=False):
    """Dice of six faces under one name: `attack.good`, `defence.17`, `search.3.8`, `duel.4.9`, `ram.12` (Q80).

    `figures` says whose dice they are, in the order of the faces: figure id (of a search: force) and number of dice.
    `needs` is the face from which each die succeeds, so that people at a table know what they roll for; it is empty
    where dice are added up.
    """

    name: str
    figures: tuple[tuple[int, int], ...]
    needs: tuple[int, ...] = ()

    @property
    def dice(self) -> int:
        """How many dice."""
        return sum(count for _, count in self.figures)


class Throw(msgspec.Struct, frozen=True, tag="throw"):
    """Pools that CHANCE throws at once. The answer is a `Faces`, the faces of all pools one after another."""

    pools: tuple[Pool, ...]

    @property
    def dice(self) -> int:
        """How many dice in all pools."""
        return sum(pool.dice for pool in self.pools)

    @property
    def purpose(self) -> str:
        """A short public name: the kinds of its pools."""
        return ", ".join(dict.fromkeys(pool.name.split(".")[0] for pool in self.pools))

    def split(self, faces: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the faces pool by pool. Raises `ValueError` for a wrong number of dice or a face that is none."""
        if len(faces) != self.dice:
            raise ValueError(f"{self.dice} dice were asked for, and {len(faces)} came.")
        wrong = next((face for face in faces if not 1 <= face <= 6), None)
        if wrong is not None:
            raise ValueError(f"{wrong} is no face of a die; faces are 1 to 6.")
        left = iter(faces)
        return tuple(tuple(islice(left, pool.dice)) for pool in self.pools)


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """An answer to what a combat waits for."""


class Faces(_Answer, frozen=True, tag="faces"):
    """The faces of a `Throw`."""

    faces: tuple[int, ...]


class Hide(_Answer, frozen=True, tag="hide"):
    """Which of the forces asked about hide (F1)."""

    forces: tuple[int, ...] = ()


class Search(_Answer, frozen=True, tag="search"):
    """Which force searches for which hidden force (F2)."""

    pairs: tuple[tuple[int, int], ...] = ()


class Aim(_Answer, frozen=True, tag="aim"):
    """Which side each figure asked about attacks, where there is more than one enemy side (Q24)."""

    targets: tuple[tuple[int, int], ...] = ()


class Hold(_Answer, frozen=True, tag="hold"):
    """Figures that do not attack (G2)."""

    figures: tuple[int, ...] = ()


class Challenge(_Answer, frozen=True, tag="challenge"):
    """The enemy wizard that the wizard asked about challenges, or None (G3)."""

    target: int | None = None


class Enchant(_Answer, frozen=True, tag="enchant"):
    """How the wizard asked about spends points of wizardry on itself (G4)."""

    dice: int = 0
    attack: int = 0
    defence: int = 0


Mode: TypeAlias = Literal["fire", "fight", "support", "break", "detonate", "idle"]
"""What is done with a weapon: fire it; leave it and let the crew fight; a ram helps attackers or breaks the gate; a
charge is set off; or it is served without effect."""


class Serve(_Answer, frozen=True, tag="serve"):
    """What is done with each weapon asked about, and infantry that takes the place of lost crew (G5, L2)."""

    modes: tuple[tuple[int, Mode], ...] = ()
    recruits: tuple[tuple[int, int], ...] = ()
    """Figure, weapon."""


class Pick(_Answer, frozen=True, tag="pick"):
    """The victim that each assassin who scored picks, in the order asked (M2)."""

    victims: tuple[int, ...] = ()


class Allocate(_Answer, frozen=True, tag="allocate"):
    """Hits given to each figure: the figure, and how many of each kind of hit asked about (G8).

    `delegates` are allies to whom the hits given here to their own figures are handed: they deal these out anew (Q8).
    """

    hits: tuple[tuple[int, tuple[int, ...]], ...] = ()
    delegates: tuple[int, ...] = ()


class Lose(_Answer, frozen=True, tag="lose"):
    """The figures that a loser gives up as extra losses (G13)."""

    figures: tuple[int, ...] = ()


class Flee(_Answer, frozen=True, tag="flee"):
    """Figures that go to the tower when their fortress falls (K4)."""

    figures: tuple[int, ...] = ()


class Enter(_Answer, frozen=True, tag="enter"):
    """Winners of an assault who go inside; the others stay where they are (K7)."""

    figures: tuple[int, ...] = ()


Choice: TypeAlias = Hide | Search | Aim | Hold | Challenge | Enchant | Serve | Pick | Allocate | Lose | Flee | Enter
Answer: TypeAlias = Choice | Faces

DecisionKind: TypeAlias = Literal[
    "hide", "search", "aim", "hold", "challenge", "enchant", "serve", "pick", "allocate", "lose", "flee", "enter"
]


class Batch(msgspec.Struct, frozen=True, gc=False):
    """Equal hits to be dealt out: how many, and the tags they carry (I6)."""

    count: int
    tags: tuple[str, ...]


class Decision(msgspec.Struct, frozen=True, kw_only=True, tag="decision"):
    """A decision that a combat waits for: whose, about what, how much of it, and what happens if nobody decides.

    `figures` are those that can be named (for hide and search: forces); `options` what may be said of each; `need` how
    many must be named, or points to spend, or hits to deal; `batches` the hits to be dealt; `allies` the players whose
    shares may be handed to them.
    """

    kind: DecisionKind
    side: int
    player: int
    default: Choice
    figures: tuple[int, ...] = ()
    options: tuple[tuple[int, tuple[int | str, ...]], ...] = ()
    need: int = 0
    batches: tuple[Batch, ...] = ()
    allies: tuple[int, ...] = ()
    question: str = ""


Request: TypeAlias = Decision | Throw
