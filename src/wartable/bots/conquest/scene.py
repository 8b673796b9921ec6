"""What a conquest bot looks at when it is asked: the state, its position in quick form, its generator."""

from __future__ import annotations

from random import Random

import msgspec

from wartable.bots.conquest.ground import Ground, ground_of
from wartable.bots.conquest.knowledge import Knowledge, knowledge_of
from wartable.bots.conquest.lore import Lore
from wartable.bots.conquest.position import Position
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState


class Scene(msgspec.Struct, frozen=True):
    """One question put to a bot."""

    state: ConquestState
    rules: Rules
    pos: Position
    ground: Ground
    seat: int
    rng: Random
    lore: Lore

    @property
    def classic(self) -> tuple[RiskRules, RiskState]:
        """Rules and state of Classic Risk; only asked where it is played."""
        assert isinstance(self.rules, RiskRules)  # noqa: S101 - see above
        assert isinstance(self.state, RiskState)  # noqa: S101 - see above
        return self.rules, self.state

    @property
    def balance(self) -> tuple[BalanceRules, BalanceState]:
        """Rules and state of the Balance of Power variant; only asked where it is played."""
        assert isinstance(self.rules, BalanceRules)  # noqa: S101 - see above
        assert isinstance(self.state, BalanceState)  # noqa: S101 - see above
        return self.rules, self.state


def scene_of(
    rules: Rules, state: ConquestState, seat: int, rng: Random, knowledge: Knowledge | None = None
) -> Scene:  # fmt: skip
    """Lay out a state for the seat that is asked; `knowledge` is what is known of its game, where that is at hand."""
    known = knowledge or knowledge_of(state.__class__)
    ground = known.ground(rules, state, seat) if known.ground is not None else ground_of(rules)
    lore = known.lore(ground, rules, state, seat)
    return Scene(state, ground.rules, known.position(ground, lore.field, state, seat), ground, seat, rng, lore)
