"""The board as numbers: spaces by index, sets of spaces as bit masks, for rules and searches."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class CompiledBoard(msgspec.Struct, frozen=True):
    """Spaces numbered in board order; bit i of a mask stands for space i.

    `neighbours[i]` lists the indices reachable from space i in one step, ascending; `neighbour_masks[i]` is the
    same as a mask. `region_of[i]` is an index into `region_ids`, or -1 for a space of no region.
    """

    ids: tuple[str, ...]
    index: dict[str, int]
    neighbours: tuple[tuple[int, ...], ...]
    neighbour_masks: tuple[int, ...]
    region_ids: tuple[str, ...]
    region_masks: tuple[int, ...]
    region_of: tuple[int, ...]
    everything: int

    def mask(self, ids: Iterable[str]) -> int:
        """Return the mask of some space ids; raises `KeyError` for an unknown one."""
        result = 0
        for space in ids:
            result |= 1 << self.index[space]
        return result

    def names(self, mask: int) -> tuple[str, ...]:
        """Return the space ids of a mask, in board order."""
        return tuple(map(self.ids.__getitem__, bits(mask)))

    def around(self, mask: int) -> int:
        """All spaces that border some space of the mask and are not in it."""
        found = 0
        for i in bits(mask):
            found |= self.neighbour_masks[i]
        return found & ~mask

    def component(self, start: int, within: int) -> int:
        """Return the spaces that space `start` reaches without leaving `within`, itself included.

        Empty when `start` is not in `within`.
        """
        reached = fresh = (1 << start) & within
        while fresh:
            step = 0
            for i in bits(fresh):
                step |= self.neighbour_masks[i]
            fresh = step & within & ~reached
            reached |= fresh
        return reached


@lru_cache(maxsize=1 << 14)
def bits(mask: int) -> tuple[int, ...]:
    """Return the indices set in a mask, ascending.

    Few masks change from one decision of a game to the next, so most are answered from memory; the others are put
    together byte by byte.
    """
    size = (mask.bit_length() + 7) // 8
    found: list[int] = []
    for table, byte in zip(_tables(size), mask.to_bytes(size, "little"), strict=True):
        found += table[byte]
    return tuple(found)


@cache
def _tables(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return for each byte of a mask of a size the indices set by each of its values."""
    return tuple(_bits_at(place) for place in range(size))


@cache
def _bits_at(place: int) -> tuple[tuple[int, ...], ...]:
    """Return the indices set by each value of the byte at a place of a mask."""
    return tuple(tuple(8 * place + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


def compile_board(
    ids: tuple[str, ...], neighbours: Mapping[str, Iterable[str]], regions: Mapping[str, Iterable[str]]
) -> CompiledBoard:
    """Give the spaces numbers in the given order and turn names into indices and masks."""
    index = {space: i for i, space in enumerate(ids)}
    near = tuple(tuple(sorted(index[other] for other in neighbours[space])) for space in ids)
    home = {space: number for number, members in enumerate(regions.values()) for space in members}
    return CompiledBoard(
        ids=ids,
        index=index,
        neighbours=near,
        neighbour_masks=tuple(sum(1 << i for i in others) for others in near),
        region_ids=tuple(regions),
        region_masks=tuple(sum(1 << index[space] for space in members) for members in regions.values()),
        region_of=tuple(home.get(space, -1) for space in ids),
        everything=(1 << len(ids)) - 1,
    )
