"""An umpire who follows a game of the variant from its events with books of his own, and knows only the rules.

Nothing of `wartable.games.conquest.balance` that settles, counts or judges is called here: dice are compared, drafts
added up, piles kept and objectives looked at again, from positions and events alone.
"""

from __future__ import annotations

from collections import Counter

from wartable.board.compiled import bits
from wartable.engine.values import Event
from wartable.games.conquest.balance import collecting as c
from wartable.games.conquest.balance import events as b
from wartable.games.conquest.balance.data import balance_data
from wartable.games.conquest.balance.rules import rules_of
from wartable.games.conquest.balance.shop import events as s
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core import events as e
from wartable.games.conquest.core.state import NOBODY

STARS = {2: 2, 3: 4, 4: 7, 5: 10, 6: 13, 7: 17, 8: 21, 9: 25, 10: 30}
PRICES = {
    "recon": 2, "maneuver": 3, "forced_alliance": 4, "improved_attack": 4, "improved_defense": 4, "kill_general": 4,
    "neutral_attack": 4, "draft": 5, "atomic_bomb": 6, "bombardment": 6, "draw_card": 6, "sabotage": 6,
    "special_forces": 6, "espionage": 8, "airfield": 10,
}  # fmt: skip
BALANCED = PRICES | {
    "recon": 1, "maneuver": 2, "forced_alliance": 5, "improved_attack": 3, "improved_defense": 2, "kill_general": 3,
    "atomic_bomb": 5, "bombardment": 5, "draw_card": 5, "sabotage": 7, "special_forces": 3,
}  # fmt: skip


def of(state: BalanceState, side: int) -> int:
    """Territories of a side; -1 is the neutral army, which has what nobody holds."""
    if side != NOBODY:
        return state.held[side]
    taken = 0
    for held in state.held:
        taken |= held
    return ((1 << len(state.armies)) - 1) & ~taken


def score(state: BalanceState, seat: int) -> int:
    """Territories and cities (19)."""
    return state.held[seat].bit_count() + (state.held[seat] & state.cities).bit_count()


def losing(state: BalanceState) -> set[int]:
    """Who is lowest by score, cards and armies (19, 20); several where a die has to decide."""
    tanks = state.tanks or (0,) * len(state.armies)
    worth = {
        seat: (
            score(state, seat),
            len(state.cards.hands[seat]),
            sum(state.armies[space] + 5 * tanks[space] for space in bits(held)),
        )
        for seat, held in enumerate(state.held)
        if held
    }
    return {seat for seat, own in worth.items() if own == min(worth.values())}


def here(state: BalanceState, space: int) -> str:
    """What the board of the game makes of a site (68); nothing of other territories, or without the option."""
    if not (state.options.site_effects and state.sites >> space & 1):
        return ""
    named = balance_data().site_effects.spaces
    return next(effect for effect, spaces in named.items() if rules_of(state.options).id(space) in spaces)


class Umpire:
    """Follows one game; `follow` raises `AssertionError` for what the rules do not allow."""

    def __init__(self, state: BalanceState) -> None:
        self.rules = rules_of(state.options)
        self.index = self.rules.board.index
        self.piles = [0] * (state.seats + 1)
        self.turn_of = NOBODY
        self.raid: tuple[str, str] | None = None
        self.collected = 0
        self.purchases: Counter[tuple[int, str]] = Counter()
        self.forced: dict[tuple[int, int | None], int] = {}
        """The last turn in which a seat forced an alliance upon a side."""
        self.whole = self.got = 0
        """Armies of this turn's draft, uncut, and as handed out."""

    def follow(self, before: BalanceState, told: tuple[Event, ...], after: BalanceState) -> None:
        """Judge one step of the game."""
        for event in told:
            judge = getattr(self, f"_{type(event).__name__.lower()}", None)
            if judge is not None:
                judge(event, before, after)
        assert list(after.piles) == self.piles, "29 to 31: piles"
        full = after.options.hand_limit and after.phase not in {"give", "ties", "occupy", "over"}
        assert not full or all(len(hand) <= 5 for hand in after.cards.hands), "3: hands"

    # --- the turn

    def _turnbegan(self, event: e.TurnBegan, _before: BalanceState, _after: BalanceState) -> None:
        self.turn_of, self.raid, self.collected = event.seat, None, 0

    def _neutralraised(self, event: b.NeutralRaised, _before: BalanceState, after: BalanceState) -> None:
        assert event.seat == self.turn_of, "22: in the own turn"
        assert event.seat in losing(after), "19 to 22: the losing player"
        pile, dice = self.piles[NOBODY], sum(event.faces)
        assert (len(event.faces) == 2) == (pile > 0), "24: two dice where there are casualties"
        least, part = next(row[1:] for row in ((2, 11, 1), (6, 9, 2), (12, 6, 2)) if pile <= row[0])
        assert (event.supply, event.revived) == (2, pile // part if dice >= least else 0), "23, 24"
        self.piles[NOBODY] -= event.revived

    def _drafted(self, event: b.Drafted, before: BalanceState, after: BalanceState) -> None:
        held, together = after.held[event.seat], score(after, event.seat)
        third = -(-together // 3) if after.options.rounding == "up" else together // 3
        regions = sum(armies for mask, armies in self.rules.bonuses if mask & held == mask)
        capitals = sum(space >= 0 and held >> space & 1 for space in after.capitals)
        extra = 2 * after.earned[event.seat].count("two_troops") if after.earned else 0
        barracks = sum(here(after, space) == "barracks" for space in bits(held))
        self.whole = max(3, third) + regions + capitals + extra + 2 * barracks
        self.got = self._cut(before, event.seat)
        assert (event.whole, event.armies) == (self.whole, self.got), "49, 55"

    def _traded(self, event: e.Traded, before: BalanceState, after: BalanceState) -> None:
        given = set(before.cards.hands[event.seat]) - set(after.cards.hands[event.seat])
        self.whole += STARS[sum(self.rules.stars[card] for card in given)]
        due = self._cut(before, event.seat)
        assert event.armies == due - self.got, "32, 49: stars"
        self.got = due

    def _cut(self, state: BalanceState, seat: int) -> int:
        return max(1, self.whole * 2 // 5) if state.effects.sabotaged >> seat & 1 else self.whole

    # --- battles

    def _battle(self, event: e.Battle, before: BalanceState, _after: BalanceState) -> None:
        source, target = self.index[event.source], self.index[event.target]
        ours, theirs = event.committed
        rough, own = bool(before.rough >> target & 1), event.seat == before.seat
        assert not before.effects.ban(event.seat, source, event.defender), "54: a ban"
        assert ours <= min(before.armies[source] - 1, 2 if rough and not (own and before.effects.special_forces) else 3)
        self._count_dice(event, before, rough=rough)
        attack, defence = sorted(event.attack, reverse=True), sorted(event.defence, reverse=True)
        cap = 6 if before.options.die_cap == "six" else 8
        attack[0] = min(cap, attack[0] + self._points(before, event.seat, target, source))
        defence[0] = min(cap, defence[0] + self._points(before, event.defender, target))
        pairs = list(zip(attack, defence, strict=False))[: 3 if before.options.third_pair else 2]
        lost = min(ours, sum(mine <= other for mine, other in pairs))
        killed = min(theirs, sum(mine > other for mine, other in pairs))
        if before.armies[source] - lost == 1 and before.armies[target] == killed:
            killed -= 1  # the last two do not fall together
        assert (event.attacker_loss, event.defender_loss) == (lost, killed), "53, 56, 57"
        self._bury(event.seat, lost)
        self._bury(event.defender, killed)
        if event.seat == NOBODY:
            assert event.defender not in {NOBODY, self.turn_of}, "26: not neutrals, not the commander"
            assert self.raid in {None, (event.source, event.target)}, "26: one source, one target"
            self.raid = event.source, event.target

    def _count_dice(self, event: e.Battle, before: BalanceState, *, rough: bool) -> None:
        """Compare the numbers of dice; a reward adds one in the first roll against a territory."""
        effects, first = before.effects, not before.effects.struck >> self.index[event.target] & 1
        bought = effects.attack_dice if event.seat == before.seat else 0
        attack = event.committed[0] + min(2, bought)
        defence = max(event.committed[1], 2 if rough or event.defender == NOBODY else 0)
        defence += min(2, effects.defence_of(event.defender))
        if before.earned and first:
            attack += before.earned[event.seat].count("attack_die") if event.seat != NOBODY else 0
            defence += before.earned[event.defender].count("defense_die") if event.defender != NOBODY else 0
        assert (len(event.attack), len(event.defence)) == (attack, defence), "5, 27, 41, 42, 53, 59: numbers of dice"

    def _points(self, state: BalanceState, side: int, target: int, source: int = -1) -> int:
        """Points of airfields and tanks (52, 63 to 66); the source of an attack widens the reach of tanks."""
        masks, own = self.rules.board.neighbour_masks, of(state, side)
        near = own & (masks[target] | 1 << target)
        reach = near | own & masks[source] if source >= 0 else near
        tanks = sum(state.tanks[space] for space in bits(reach)) if state.tanks else 0
        alone = source >= 0 and tanks == 1 and state.tanks[target] >= 2
        fortress = source < 0 and here(state, target) == "fortress"
        return bool(state.airfields & near or fortress) + (tanks > 0 and not alone)

    def _bury(self, side: int, dead: int) -> None:
        self.piles[side] = min(12, self.piles[side] + dead)

    def _eliminated(self, event: e.Eliminated, _before: BalanceState, _after: BalanceState) -> None:
        self.piles[event.seat] = 0

    def _neutralgone(self, _event: b.NeutralGone, _before: BalanceState, _after: BalanceState) -> None:
        self.piles[NOBODY] = 0

    # --- actions, cards, objectives

    def _bought(self, event: s.Bought, before: BalanceState, _after: BalanceState) -> None:
        assert (before.phase, event.seat) == ("buy", self.turn_of), "36: in phase 2"
        paid = event.pile + event.stars
        price = PRICES[event.what]
        if before.options.prices == "balanced":
            price = BALANCED[event.what] + self.purchases[event.seat, event.what]
        price = max(1, price - sum(here(before, space) == "arsenal" for space in bits(before.held[event.seat])))
        assert paid == price or (not event.pile and paid > price), "36: the price"
        self.purchases[event.seat, event.what] += 1
        if event.what == "forced_alliance" and before.options.alliances == "rested":
            known = self.forced.get((event.seat, event.against))
            assert known is None or before.turn > known + 1, "40: not twice in a row"
            self.forced[event.seat, event.against] = before.turn
        self.piles[event.seat] -= event.pile
        self.raid = None

    def _struck(self, event: s.Struck, _before: BalanceState, after: BalanceState) -> None:
        assert 1 <= event.left == after.armies[self.index[event.space]], "37: the last army"
        if event.owner != self.turn_of:
            self._bury(event.owner, event.count)

    def _cardgiven(self, event: b.CardGiven, before: BalanceState, _after: BalanceState) -> None:
        low, hands = losing(before), before.cards.hands
        if event.to == NOBODY:
            assert event.seat in low or any(len(hands[seat]) == 5 for seat in low), "34: discarded"
        else:
            assert event.to in low - {event.seat}, "34: to the losing player"
            assert len(hands[event.to]) < 5, "34: who has room"

    def _collected(self, event: c.Collected, before: BalanceState, _after: BalanceState) -> None:
        self.collected += 1
        assert (event.seat, self.collected) == (self.turn_of, 1), "58: one a turn"
        if before.options.objective_numbers == "fitted":
            assert before.turn >= 2, "58: the third turn"
        objective, board = self.rules.objectives[event.objective], self.rules.board
        own = before.held[event.seat]
        own &= ~before.began if objective.how == "conquer" else own
        if objective.what in {"region", "regions"}:
            named = [board.region_ids.index(objective.region)] if objective.region else range(len(board.region_ids))
            count = sum(own & board.region_masks[place] == board.region_masks[place] for place in named)
        else:
            capitals = [space for seat, space in enumerate(before.capitals) if seat != event.seat]
            marks = {
                "cities": before.cities,
                "sites": before.sites,
                "territories": board.everything,
                "capitals": sum(1 << space for space in capitals),
            }
            count = (own & marks[objective.what]).bit_count()
        assert count >= objective.count, "58, 60: reached"

    def _won(self, event: e.Won, _before: BalanceState, after: BalanceState) -> None:
        seat = event.seats[0]
        if event.reason.startswith("Collected"):
            assert len(after.collected[seat]) >= after.options.objectives_needed, "58: enough objectives"
            assert after.held[seat] >> after.capitals[seat] & 1, "58: the own capital"
        else:
            assert [one for one, held in enumerate(after.held) if held] == [seat], "58: nobody else is left"
