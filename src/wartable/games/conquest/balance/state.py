"""The state of a game of the Balance of Power variant: marks on the map, piles, effects, objectives."""

from __future__ import annotations

from wartable.games.conquest.balance.data import RewardKey
from wartable.games.conquest.balance.effects import Effects
from wartable.games.conquest.balance.options import BalanceOptions
from wartable.games.conquest.balance.tasks import BalanceTask, Raiding
from wartable.games.conquest.core.state import ConquestState


class BalanceState(ConquestState, frozen=True, kw_only=True, gc=False):
    """One position. Spaces that nobody holds and that have armies are the neutral army's; sets of spaces are masks."""

    options: BalanceOptions
    agenda: tuple[BalanceTask, ...] = ()
    cities: int = 0
    rough: int = 0
    sites: int = 0
    airfields: int = 0
    capitals: tuple[int, ...] = ()
    """The space with the capital of each seat, -1 as long as it has none; it stays when the seat is out of the game."""
    piles: tuple[int, ...] = ()
    """Casualties by seat; the last pile is the neutral army's."""
    bought: tuple[tuple[int, ...], ...] = ()
    """How often each seat bought each action, in the order of the shop; empty where prices are those printed."""
    effects: Effects = Effects()
    face_up: tuple[str, ...] = ()
    """Objectives that nobody has collected, by id."""
    rewards: tuple[RewardKey, ...] = ()
    """The reward on each objective face up; empty where the game has none."""
    collected: tuple[tuple[str, ...], ...] = ()
    """Objectives of each seat, those taken over from the eliminated among them."""
    earned: tuple[tuple[RewardKey, ...], ...] = ()
    """Rewards of each seat, of objectives it collected itself."""
    began: int = 0
    """The acting seat's spaces when its turn began; 0 before the first turn."""
    rolls: tuple[tuple[int, ...], ...] = ()
    """Dice of each seat that part equals for this turn; empty where none were needed."""
    drafted: int = 0
    """Armies of this turn's draft, stars included, as they would be without sabotage; 0 outside the draft."""
    moves: int = 0
    """Maneuvers at the end of the turn that the seat has made."""

    @property
    def tanks(self) -> tuple[int, ...]:
        """Tanks by space; empty where the game has none."""
        return self.pieces[0] if self.pieces else ()

    @property
    def raid(self) -> Raiding | None:
        """The neutral army's one attack, under way: after the first roll only its target may be attacked."""
        return next((task for task in self.agenda[:2] if isinstance(task, Raiding) and task.source >= 0), None)
