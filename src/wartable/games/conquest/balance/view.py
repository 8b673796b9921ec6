"""What a seat may know of a game of the variant, as data."""

from __future__ import annotations

import msgspec

from wartable.board.compiled import bits
from wartable.games.conquest.balance import collecting, shop, sites
from wartable.games.conquest.balance.data import RewardKey
from wartable.games.conquest.balance.objectives import REWARD_TEXTS, REWARD_TITLES, text, title
from wartable.games.conquest.balance.phases import PHASES
from wartable.games.conquest.balance.ranking import Ranking, why_losing
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.shop import EffectLine, Funds, ShopRow
from wartable.games.conquest.balance.sides import neutral_lives, unheld
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.balance.status import heir_of, measures_of, score_of, standing
from wartable.games.conquest.core.maprules import SiteEffect
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.view import CardView, ConquestView, GoalView, public
from wartable.games.conquest.core.words import objectives

_COMMAND = ("neutral_reinforce", "neutral_attack", "ties", "revival")


class CapitalView(msgspec.Struct, frozen=True):
    """Whose capital lies where."""

    seat: int
    space: str


class SiteView(msgspec.Struct, frozen=True):
    """A site's special effect and what it does, in words."""

    space: str
    effect: SiteEffect
    title: str
    text: str


class MarksView(msgspec.Struct, frozen=True):
    """What lies on the map beside armies: ids of spaces; `tanks` follow the board, empty where the game has none."""

    cities: tuple[str, ...]
    rough: tuple[str, ...]
    sites: tuple[str, ...]
    site_effects: tuple[SiteView, ...]
    airfields: tuple[str, ...]
    capitals: tuple[CapitalView, ...]
    tanks: tuple[int, ...]


class NeutralView(msgspec.Struct, frozen=True):
    """The neutral army: how many territories and armies it has, and its pile."""

    territories: int
    armies: int
    pile: int


class StandingView(msgspec.Struct, frozen=True):
    """Territories and cities of each seat, who is winning and losing (-1: a die would decide), and why."""

    scores: tuple[int, ...]
    winning: int
    losing: int
    why: str


class StarCard(CardView, frozen=True):
    """A card in one's own hand with its stars."""

    stars: int


class StarCards(msgspec.Struct, frozen=True):
    """Cards: the own hand, everybody's number of cards, and what stars bring; `limit` is 0 where there is none."""

    on: bool
    hand: tuple[StarCard, ...]
    counts: tuple[int, ...]
    deck: int
    star_table: tuple[tuple[int, int], ...]
    limit: int


class ObjectiveView(msgspec.Struct, frozen=True):
    """An objective, its reward in words if it has one, how far each seat is from 0 to 1, and who has collected it."""

    id: str
    title: str
    text: str
    reward: str | None
    progress: tuple[float, ...]
    by: int | None


class EarnedView(msgspec.Struct, frozen=True):
    """A reward that a seat has."""

    key: str
    title: str
    text: str


class GiveView(msgspec.Struct, frozen=True):
    """Whom a card beyond the limit goes to (None: it is discarded), and why."""

    to: int | None
    why: str


class BalanceView(ConquestView, frozen=True, tag="balance-of-power"):
    """Everything a seat may know of a game of the variant; seat -1 stands for the neutral army."""

    acting: int
    """Whom the seat acts for: itself, or the neutral army."""
    course: tuple[str, ...]
    """The phases of this turn as shown, in order."""
    marks: MarksView
    neutral: NeutralView | None
    piles: tuple[int, ...]
    standing: StandingView
    shop: tuple[ShopRow, ...]
    funds: Funds | None
    objectives: tuple[ObjectiveView, ...]
    needed: int
    earned: tuple[tuple[EarnedView, ...], ...]
    effects: tuple[EffectLine, ...]
    maneuvers: int
    """Moves that the seat may still make at the end of its turn."""
    give: GiveView | None
    cards: StarCards
    goal: GoalView


def view_of(rules: BalanceRules, state: BalanceState, seat: int | None) -> BalanceView:
    """Return what a seat (None: a spectator) may know."""
    return BalanceView(
        **public(rules, state, PHASES[state.phase].shown),
        acting=NOBODY if state.raid is not None or state.phase in _COMMAND[:2] else state.seat,
        course=course_of(rules, state),
        marks=_marks(rules, state),
        neutral=_neutral(state) if rules.neutral and neutral_lives(state) else None,
        piles=state.piles[: state.seats],
        standing=_standing(rules, state),
        shop=_shop(rules, state, seat),
        funds=None if seat is None else shop.funds(rules, state, seat),
        objectives=_objectives(rules, state),
        needed=state.options.objectives_needed,
        earned=tuple(tuple(map(_earned, keys)) for keys in state.earned),
        effects=shop.lines(rules, state),
        maneuvers=collecting.maneuvers(state) - state.moves,
        give=_give(rules, state),
        cards=_cards(rules, state, seat),
        goal=_goal(rules, state),
    )


def course_of(rules: BalanceRules, state: BalanceState) -> tuple[str, ...]:
    """Return the phases of the present turn as people see them (`balance-of-power 18`, 22)."""
    options = state.options
    losing = rules.neutral and neutral_lives(state) and standing(rules, state).losing == (state.seat,)
    known = (
        (losing or (state.phase in _COMMAND and len(state.agenda) == 1), "neutral_reinforce"),
        (options.actions, "buy"),
        (collecting.starts_with_maneuver(state), "maneuver"),
        (True, "reinforce"),
        (True, "attack"),
        (True, "collect"),
        (True, "fortify"),
    )
    return tuple(shown for holds, shown in known if holds)


def _marks(rules: BalanceRules, state: BalanceState) -> MarksView:
    names = rules.board.names
    return MarksView(
        cities=names(state.cities),
        rough=names(state.rough),
        sites=names(state.sites),
        site_effects=tuple(
            SiteView(rules.id(space), effect, sites.TITLES[effect], sites.text(effect))
            for space, effect in sites.effects_at(state)
        ),
        airfields=names(state.airfields),
        capitals=tuple(
            CapitalView(seat, rules.id(space)) for seat, space in enumerate(state.capitals) if space != NOBODY
        ),
        tanks=state.tanks,
    )


def _neutral(state: BalanceState) -> NeutralView:
    counts = [state.armies[space] for space in bits(unheld(state))]
    return NeutralView(len(counts) - counts.count(0), sum(counts), state.piles[-1])


def _earned(key: RewardKey) -> EarnedView:
    return EarnedView(key, REWARD_TITLES[key], REWARD_TEXTS[key])


def _standing(rules: BalanceRules, state: BalanceState) -> StandingView:
    scores = tuple(score_of(state, seat) for seat in range(state.seats))
    if not any(state.held):
        return StandingView(scores, NOBODY, NOBODY, "")
    found, measures = standing(rules, state), measures_of(rules, state)
    return StandingView(scores, _single(found, 0), _single(found, 1), why_losing(measures))


def _single(found: Ranking, end: int) -> int:
    return found[end][0] if len(found[end]) == 1 else NOBODY


def _shop(rules: BalanceRules, state: BalanceState, seat: int | None) -> tuple[ShopRow, ...]:
    """Return the shop for who is buying, and the prices for the others."""
    if not state.options.actions:
        return ()
    return shop.rows(rules, state) if state.phase == "buy" and seat == state.seat else shop.prices(rules, state, seat)


def _objectives(rules: BalanceRules, state: BalanceState) -> tuple[ObjectiveView, ...]:
    by = {key: seat for seat, keys in enumerate(state.collected) for key in keys}
    return tuple(_objective(rules, state, key, by.get(key)) for key in sorted((*state.face_up, *by)))


def _objective(rules: BalanceRules, state: BalanceState, key: str, by: int | None) -> ObjectiveView:
    objective = rules.objectives[key]
    reward = collecting.reward_of(state, key) if by is None else None
    return ObjectiveView(
        id=key,
        title=title(objective, rules.regions),
        text=text(objective, rules.regions),
        reward=REWARD_TITLES[reward] if reward else None,
        progress=tuple(round(collecting.progress_of(rules, state, seat, objective), 4) for seat in range(state.seats)),
        by=by,
    )


def _give(rules: BalanceRules, state: BalanceState) -> GiveView | None:
    if state.phase != "give":
        return None
    most = rules.tables.hand_limit.most
    to = heir_of(rules, state)
    if to != NOBODY:
        return GiveView(to, f"The losing player gets cards beyond {most}.")
    own = standing(rules, state).losing == (state.seat,)
    why = "You are the losing player yourself" if own else f"The losing player holds {most} already"
    return GiveView(None, f"{why}, so it is discarded.")


def _cards(rules: BalanceRules, state: BalanceState, seat: int | None) -> StarCards:
    own = () if seat is None else state.cards.hands[seat]
    return StarCards(
        on=True,
        hand=tuple(_card(rules, card) for card in own),
        counts=tuple(len(hand) for hand in state.cards.hands),
        deck=state.cards.deck.bit_count(),
        star_table=tuple(sorted(rules.tables.stars.values.items())),
        limit=rules.tables.hand_limit.most if state.options.hand_limit else 0,
    )


def _card(rules: BalanceRules, card: int) -> StarCard:
    return StarCard(rules.cards.ids[card], rules.cards.space(card), rules.cards.symbols[card], rules.stars[card])


def _goal(rules: BalanceRules, state: BalanceState) -> GoalView:
    needed, first = state.options.objectives_needed, collecting.first_turn(rules, state)
    waiting = f", none before turn {first}," if collecting.too_early(rules, state) else ""
    return GoalView(
        kind="objectives",
        text=(
            f"Collect {objectives(needed)}{waiting} and hold your own capital at the end of your turn, "
            "or be the last player left."
        ),
        mission=None,
        progress=tuple(round(min(1.0, len(keys) / needed), 4) for keys in state.collected),
    )
