"""How many dice the sides roll and how they are compared: the parameters of all dice battles."""

from typing import Literal

import msgspec

from wartable.odds.errors import require, require_range

MAX_DICE = 8
"""The most dice one side may roll; no game here comes near it."""

Ones = Literal["rerolled", "raised"]
"""What "this die cannot show 1" means: rolled again until it is not 1, or a 1 counts as 2."""


class DiceRules(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """How many dice the sides roll and how the dice are compared.

    The order is: number of dice, protected dice, sorting, bonus on the highest die, cap, comparison of
    the highest pairs; a tie costs the attacker. Nobody loses more armies than he committed to the roll.

    Raises `OddsError` for numbers outside the stated ranges.
    """

    attack_dice: int = 3
    """Most armies (and dice) the attacker commits to a roll, 1 to 8."""
    defence_dice: int = 2
    """Most armies (and dice) the defender commits to a roll, 1 to 8."""
    defence_least: int = 0
    """Dice the defence rolls even with fewer armies (2 for rough terrain and neutral armies)."""
    attack_extra: int = 0
    """Dice the attacker rolls on top of one per committed army (an improved attack)."""
    defence_extra: int = 0
    """Dice the defender rolls on top of one per committed army (an improved defence)."""
    attack_bonus: int = 0
    """Added to the attacker's highest die, -6 to 6."""
    defence_bonus: int = 0
    """Added to the defender's highest die, -6 to 6."""
    cap: int | None = None
    """Highest value a die can reach by its bonus (6), or none."""
    attack_protected: int = 0
    """Number of attack dice that cannot show 1 (reconnaissance), at least 0."""
    defence_protected: int = 0
    """Number of defence dice that cannot show 1, at least 0."""
    ones: Ones = "rerolled"
    """How protected dice avoid the 1."""
    pairs: int | None = None
    """Most pairs compared; none means as many as both sides have dice."""

    def __post_init__(self) -> None:
        """Refuse impossible numbers."""
        for name in ("attack_dice", "defence_dice"):
            require_range(name, getattr(self, name), 1, MAX_DICE)
        for name in ("defence_least", "attack_extra", "defence_extra", "attack_protected", "defence_protected"):
            require_range(name, getattr(self, name), 0, MAX_DICE)
        for name in ("attack_bonus", "defence_bonus"):
            require_range(name, getattr(self, name), -6, 6)
        require_range("cap", 6 if self.cap is None else self.cap, 6, 12)
        require_range("pairs", 1 if self.pairs is None else self.pairs, 1, MAX_DICE)
        require(self.ones in {"rerolled", "raised"}, f"ones must be 'rerolled' or 'raised', not {self.ones!r}.")
        require_range("attack dice with the extra ones", self.attack_dice + self.attack_extra, 1, MAX_DICE)
        require_range("defence dice with the extra ones", self.defence_most, 1, MAX_DICE)

    @property
    def defence_most(self) -> int:
        """Most dice the defence can roll under these rules."""
        return max(self.defence_dice, self.defence_least) + self.defence_extra


PLAIN = DiceRules()
"""Classic dice: up to three against up to two, no modifier."""
