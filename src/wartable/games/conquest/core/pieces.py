"""Pieces that stand beside the armies of a space and belong to whoever holds it: tanks, leaders."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Places: TypeAlias = tuple[tuple[int, ...], ...]
"""How many pieces of each kind stand in each space."""


class PieceKind(msgspec.Struct, frozen=True):
    """One kind of piece: what it is called, what it adds to the highest die of a battle, and whether it follows armies.

    A piece in a conquered space is lost. One that `follows` goes with armies that move in after an attack.
    """

    id: str
    one: str
    many: str
    attack: int = 0
    """Added to the highest die of an attack from its space, once however many there are: a leader's bonus."""
    defence: int = 0
    follows: bool = False


def changed(pieces: Places, kind: int, space: int, count: int) -> Places:
    """Return the pieces after some of a kind came to a space, or left it where the number is negative."""
    return tuple(
        (*places[:space], places[space] + count, *places[space + 1 :]) if number == kind else places
        for number, places in enumerate(pieces)
    )


def cleared(pieces: Places, space: int) -> Places:
    """Return the pieces without those of a space."""
    return tuple((*places[:space], 0, *places[space + 1 :]) for places in pieces)


def carried(pieces: Places, source: int, target: int, kinds: tuple[int, ...] | None = None) -> Places:
    """Return the pieces after all of a space, or those of some kinds, went to another."""
    for kind, places in enumerate(pieces):
        if places[source] and (kinds is None or kind in kinds):
            count = places[source]
            pieces = changed(changed(pieces, kind, source, -count), kind, target, count)
    return pieces
