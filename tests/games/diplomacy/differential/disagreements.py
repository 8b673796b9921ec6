"""Where the package judges otherwise than our equations of movement, and why.

The package's results are taken as an assignment of decisions and put into our equations: a decision that does not
follow from the others is where it went astray, and the board there must show the sign of a known cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.games.diplomacy.differential.causes import RULINGS, Cause, Fault
from tests.games.diplomacy.differential.randomly import STANDARD, Board
from tests.games.diplomacy.differential.rival import Theirs
from wartable.games.adjudication.compiled import CONVOY, MOVE, SUPPORT
from wartable.games.adjudication.conditions import PLAIN
from wartable.games.adjudication.equations import NO, YES, Equations
from wartable.games.adjudication.evaluator import Evaluator
from wartable.games.adjudication.order_set import EITHER, SEA, OrderSet
from wartable.games.adjudication.orders import Move
from wartable.games.adjudication.outcome import Outcome
from wartable.games.adjudication.units import NOBODY, Units


class Claimed(Evaluator):
    """The equations with decisions that somebody claims, instead of those that follow."""

    def __init__(self, orders: OrderSet) -> None:
        Equations.__init__(self, orders)
        self.exact, self.even = False, set()
        scenes = (orders.target[unit] if doing == MOVE else self.space[unit] for unit, doing in enumerate(orders.doing))
        self._against = [self.into.get(scene, ()) for scene in scenes]

    def value(self, unit: int) -> int:
        """What a decision must be if the others are as claimed."""
        return self._bounded(unit)[0]


class Case:
    """A board as the package read it, with its decisions by our equations (`ours`) and by its account (`theirs`).

    Where the package says nothing of a support (it was void, or dislodged), theirs is what follows from the rest. An
    army that stays as its convoy fails is taken for one that would not go by land.
    """

    def __init__(self, board: Board, answer: Theirs) -> None:
        self.board, self.answer = board, answer
        self.numbered = Units(STANDARD.map, board.position.units, PLAIN)
        self.ours = Evaluator(self._orders(literal=False))
        self.broken = self.ours.broken
        self.theirs = Claimed(self._orders(literal=True))
        self.codes = [answer.codes.get(str(unit), frozenset[str]()) for unit in self.numbered.unit]
        for unit, mode in enumerate(self.theirs.mode):
            if mode == EITHER and "no convoy" in self.codes[unit]:
                self.theirs.mode[unit] = SEA
        self.theirs.verdict = [self._verdict(unit) for unit in range(len(self.codes))]
        for unit in self._unsaid():
            self.theirs.verdict[unit] = self.theirs.value(unit)

    def _orders(self, *, literal: bool) -> OrderSet:
        """Match the orders; `literal` takes VIA for a refusal to go by land, if the fleets could take the army."""
        orders = OrderSet(self.numbered, self.answer.orders, RULINGS)
        for unit, mode in enumerate(orders.mode):
            if literal and mode == EITHER and says_via(orders, unit) and self._could_go_by_sea(orders, unit):
                orders.mode[unit] = SEA
        return orders

    def _could_go_by_sea(self, orders: OrderSet, unit: int) -> bool:
        """Whether the fleets ordered to carry an army make a chain, as long as none is dislodged."""
        seas, fleets = self.numbered.network.seas, orders.fleet_mask(orders.carriers[unit])
        return seas.connected(self.numbered.space[unit], orders.target[unit], fleets)

    def _verdict(self, unit: int) -> int:
        doing, codes = self.theirs.doing[unit], self.codes[unit]
        if doing == MOVE:
            return NO if codes else YES
        if doing == SUPPORT:
            return NO if "cut" in codes else YES
        return NO if doing == CONVOY and codes & {"dislodged", "disrupted"} else YES

    def _unsaid(self) -> Iterator[int]:
        for unit, codes in enumerate(self.codes):
            if self.theirs.doing[unit] == SUPPORT and codes and "cut" not in codes:
                yield unit

    def text(self, unit: int) -> str:
        """Return the order of a unit, or its name."""
        return str(self.ours.orders.order_of(unit) or self.numbered.unit[unit])

    def defender(self, mover: int) -> int:
        """Return the unit where a mover goes that stays there by their account, or `NOBODY`."""
        other = self.numbered.at[self.theirs.target[mover]]
        left = other != NOBODY and self.theirs.doing[other] == MOVE and self.theirs.verdict[other] == YES
        return NOBODY if left else other

    def friends(self, unit: int, owner: str) -> list[int]:
        """Return the uncut supporters of a unit that are of one power."""
        return [one for one in self.theirs.helpers[unit] if self.numbered.owner[one] == owner and self._stands(one)]

    def _stands(self, unit: int) -> bool:
        return self.theirs.verdict[unit] == YES


def says_via(orders: OrderSet, unit: int) -> bool:
    """Whether the order of a unit says VIA."""
    order = orders.order_of(unit)
    return isinstance(order, Move) and order.via


def judging_faults(case: Case) -> Iterator[Fault]:
    """Yield the decisions of the package that do not follow, the retreats that are not open, and boards of a cycle."""
    astray = [unit for unit in range(len(case.codes)) if _is_astray(case, unit)]
    for unit in astray:
        yield Fault(next((cause for cause, sign in SIGNS if sign(case, unit)), None), case.text(unit))
    differing = [unit for unit, mine in enumerate(case.ours.verdict) if mine != case.theirs.verdict[unit]]
    if differing and not astray:
        yield _other_solution(case, differing)
    yield from _retreat_faults(case)


def _is_astray(case: Case, unit: int) -> bool:
    """Whether a decision neither follows from the others nor is the one our rule for cycles takes."""
    if case.theirs.doing[unit] == SUPPORT and not case.theirs.orders.matched[unit]:
        return False
    said = case.theirs.verdict[unit]
    if any(unit in cycle.failed and said == case.ours.verdict[unit] for cycle in case.broken):
        return False
    return case.theirs.value(unit) != said


def _other_solution(case: Case, differing: list[int]) -> Fault:
    """Name the boards where all decisions follow from each other and yet differ from ours."""
    texts = ", ".join(map(case.text, differing))
    literal = [unit for unit in range(len(case.codes)) if _is_literal(case, unit)]
    if literal:
        return Fault(LITERAL_VIA if says_via(case.ours.orders, literal[0]) else SHUNS_LAND, texts)
    return Fault(None, texts)


def _is_literal(case: Case, unit: int) -> bool:
    """Whether an army lost its convoy by their account, and might have gone by land."""
    return case.ours.mode[unit] == EITHER and case.theirs.mode[unit] == SEA and not case.theirs.path(unit)


def _retreat_faults(case: Case) -> Iterator[Fault]:
    """Yield dislodged units whose retreats are not those their own account leads to."""
    after = Outcome(case.theirs)
    for unit, mover in after.dislodger.items():
        name = str(case.numbered.unit[unit])
        said, expected = case.answer.retreats.get(name, frozenset()), frozenset(after.retreats(unit, mover))
        if said != expected:
            borders = STANDARD.armies if name.startswith("A") else STANDARD.fleets
            anywhere = said == borders[case.numbered.unit[unit].at] and case.theirs.by_sea(mover)
            yield Fault(RETREAT_ANYWHERE if anywhere else None, f"{name}: {sorted(said)} for {sorted(expected)}")


# Signs


def _counts_friends(case: Case, unit: int) -> bool:
    """Whether a convoyed attack gets in with supports of the power it dislodges."""
    other = case.defender(unit) if case.theirs.doing[unit] == MOVE else NOBODY
    if other == NOBODY or case.theirs.verdict[unit] == NO or not case.theirs.by_sea(unit):
        return False
    owner = case.numbered.owner[other]
    return owner != case.numbered.owner[unit] and bool(case.friends(unit, owner))


def _forgets_friends(case: Case, unit: int) -> bool:
    """Whether a head-on attack gets in against supports that its own power gives the unit it meets."""
    if case.theirs.doing[unit] != MOVE or case.theirs.verdict[unit] == NO:
        return False
    other = case.theirs.at[case.theirs.target[unit]]
    return bool(case.theirs.opposed(unit)) and bool(case.friends(other, case.numbered.owner[unit]))


def _spares(case: Case, unit: int) -> bool:
    """Whether a support is left uncut by an army whose convoy needs the fleet that the support is about."""
    by = case.theirs
    if by.doing[unit] != SUPPORT or by.verdict[unit] == NO:
        return False
    fleet = case.numbered.at[by.target[unit]]
    armies = [mover for mover in by.into[by.space[unit]] if by.by_sea(mover)]
    return any(fleet in by.orders.carriers[army] for army in armies)


def _breaks_unharmed(case: Case, unit: int) -> bool:
    """Whether a convoy is called disrupted though its fleet was attacked and stood."""
    attacked = case.theirs.space[unit] in case.theirs.into
    codes = case.codes[unit]
    return case.theirs.doing[unit] == CONVOY and attacked and "disrupted" in codes and "dislodged" not in codes


COUNTS_FRIENDS = Cause(
    "supports against their own unit, by sea",
    "An army that comes by convoy dislodges a unit with supports of that unit's own power: they do not count, however "
    "the attacker comes (ATTACK in DATC 5.B; 6.D.12).",
)
FORGETS_FRIENDS = Cause(
    "supports for the enemy, head to head",
    "Two units meet head to head, and the supports that one's own power gives the other are left out: they count for "
    "its defence (DEFEND in DATC 5.B).",
)
SPARES = Cause(
    "support of a carrying fleet not cut",
    "An army that comes by convoy does not cut a support to hold for the fleet that carries it: the texts on paradoxes "
    "spare supports for attacks on that fleet only (DATC 4.A.2, 6.F.16).",
)
BREAKS_UNHARMED = Cause(
    "convoy broken without a dislodgement",
    "A convoy fails though nobody gets into its fleet's province: only a dislodgement breaks it (DATC 6.F.4, 6.F.5).",
)
SHUNS_LAND = Cause(
    "no land route in a paradox",
    "An army without VIA whose convoy fails stays where going by land would cut a support against its fleet; "
    "where land routes are allowed they are so always (DATC 4.A.3).",
)
LITERAL_VIA = Cause(
    "VIA and no way back",
    "An army with VIA whose convoy breaks stays, one without goes by land: the ruling on land routes knows no such "
    "difference (DATC 4.A.3, 6.G.8).",
)
RETREAT_ANYWHERE = Cause(
    "retreat anywhere",
    "A unit dislodged by a convoyed army is let go to every neighbouring space, occupied and stood-off ones too (DATC "
    "6.H.6, 4.A.5): in the package's condition `or` outweighs `and`.",
)
SIGNS: tuple[tuple[Cause, Callable[[Case, int], bool]], ...] = (
    (COUNTS_FRIENDS, _counts_friends),
    (FORGETS_FRIENDS, _forgets_friends),
    (SPARES, _spares),
    (BREAKS_UNHARMED, _breaks_unharmed),
)
"""Each cause of a wrong decision with what the board must show there."""
