"""The words of orders: what people write for units, orders, ways over sea, and what may stand between."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.games.adjudication.orders import UnitKind
from wartable.games.diplomacy.text.names import COASTS, tokens_of

KINDS: dict[str, UnitKind] = {"a": "A", "army": "A", "armies": "A", "f": "F", "fleet": "F", "fleets": "F", "navy": "F"}
TO = frozenset(["-", "to", "into"])
MOVE = TO | frozenset(
    ["move", "moves", "moving", "m", "go", "goes", "going", "attack", "attacks", "attacking", "enters", "advances"]
)
HOLD = frozenset(["h", "hold", "holds", "holding", "stand", "stands", "stay", "stays"])
SUPPORT = frozenset(["s", "support", "supports", "supporting", "sup", "supp"])
CONVOY = frozenset(["c", "conv", "convs", "convoy", "convoys", "convoying", "transport", "transports", "carries"])
CONVOYED = frozenset(["c", "conv", "convoy", "convoyed"])
"""Words behind an army's move that say that it goes by sea."""
RETREAT = frozenset(["r", "retreat", "retreats", "retreating", "ret"])
DISBAND = frozenset(["d", "dis", "disband", "disbands", "disbanded", "disbanding"]).union(
    ["remove", "removes", "removed", "removal", "removals", "destroy", "destroys", "destroyed"]
)
BUILD = frozenset(["b", "build", "builds", "built", "building"])
WAIVE = frozenset(["waive", "waives", "waived", "pass"])
CONVERT = frozenset(["=", "convert", "converts", "converting", "becomes", "become"])
OFF = frozenset(["otb", "off"])
"""Where a unit retreats to that is disbanded: off the board."""
VIA = frozenset(["via", "by"])
BOARD = frozenset(["of", "the", "board"])
FILLERS = frozenset(["in", "at", "the", "from", "of", "an", "on"])
OF_CONVOYS = CONVOY | VIA | FILLERS | {"and", "convoyed"}
"""Words between the fleets that carry an army."""
REST = frozenset(["one", "two", "three", "build", "builds", "all", "the", "a", "rest", "remaining", "both"])
"""Words behind `waive`: what is not built needs no more of them."""
VERBS = frozenset[str]().union(MOVE, HOLD, SUPPORT, CONVOY, RETREAT, DISBAND, CONVERT, VIA)
"""Words that say behind a unit what it does."""
PLAIN_VERBS = frozenset(["move", "moving", "attack", "attacks", "attacking"]).union(
    *({word for word in those if len(word) > len("con")} for those in (HOLD, SUPPORT, CONVOY, RETREAT, DISBAND, BUILD)),
    ["waive", "waives", "waived"],
) - {"stand", "stands", "stay", "stays"}
"""Words of orders that are seldom written in a letter for anything else."""
CONDITIONS = frozenset(["if", "unless"])
WORDS = (VERBS, BUILD, WAIVE, FILLERS)
SHORT = 4
"""Most letters of a shortened name that may stand for another place than the first that comes to mind."""
LEADING = BUILD | DISBAND | WAIVE | RETREAT
"""Words that may stand before the unit: what a power does with it."""
_COUNTED = BUILD | DISBAND
_OF_LISTS = frozenset(["orders", "moves", "movement", "retreats", "adjustments"])
STOPS = frozenset[str]().union(*WORDS, KINDS)
"""Words that mean something in an order, so that they end a shortened name."""


def verb_of(tokens: Sequence[str]) -> str:
    """Return the word for building or removing that an order begins with; it counts for units named after it, too."""
    return tokens[0] if tokens and tokens[0] in _COUNTED else ""


def announces(text: str) -> str | None:
    """Return the verb that a line announces which says nothing else: `Builds:`; empty for `Orders:`; or None."""
    tokens = tokens_of(text)
    if len(tokens) != 1 or len(tokens[0]) < len("moves"):
        return None
    return tokens[0] if tokens[0] in _COUNTED else "" if tokens[0] in _OF_LISTS else None


def plain_brackets(tokens: Sequence[str]) -> list[str]:
    """Return the words of an order without brackets that hold no coast: `(via convoy)`, `(C)`, `(hold)`.

    `(s)` before a unit is a support, not a south coast.
    """
    found: list[str] = []
    for at, word in enumerate(tokens):
        found.append(word)
        if word != ")" or "(" not in found:
            continue
        opened = len(found) - 1 - found[::-1].index("(")
        inside, follows = found[opened + 1 : -1], tokens[at + 1 : at + 2]
        is_support = inside == ["s"] and bool(follows) and follows[0].isalnum()
        if " ".join(inside) not in COASTS or is_support:
            found[opened:] = inside
    return found
