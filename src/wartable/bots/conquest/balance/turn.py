"""The answers of a bot in the phases that only the variant has."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.bots.conquest.balance.worth import Worths
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.threat import exposed, threat
from wartable.engine.driver import Decision
from wartable.games.conquest.balance import shop, stars
from wartable.games.conquest.balance.actions import Buy, Capital, Collect, Done, FormTank, Give
from wartable.games.conquest.balance.collecting import airfield_due, collectable, title_of
from wartable.games.conquest.balance.opening import capital_spaces
from wartable.games.conquest.balance.shop.forces import airfield_spaces
from wartable.games.conquest.balance.shop.trade import row_of
from wartable.games.conquest.balance.tanks import can_form
from wartable.games.conquest.core.actions import EndTurn, Trade
from wartable.games.conquest.core.words import armies
from wartable.games.conquest.core.words import stars as star_words

DEAR, CHEAP, FULL = 0.42, 0.25, 10
"""What a casualty is saved for, in armies; less from so many on, for the pile ends at twelve."""
STAR = 2.3
"""What a star is saved for."""
LEAST = 0.3
"""The least gain that is bought."""
TANK_AT = 14
"""Armies in a space at which a tank is formed."""


def capital(scene: Scene) -> Decision:
    """Put the capital where own armies stand around it and enemies do not."""
    rules, state = scene.balance
    pos, near = scene.pos, scene.ground.near

    def safety(space: int) -> tuple[float, int]:
        friends = pos.total(near[space] & pos.own)
        return pos.armies[space] + 0.5 * friends - 1.5 * threat(pos, space), -space

    space = max(bits(capital_spaces(rules, state, scene.seat)), key=safety)
    return Decision(Capital(rules.id(space)), f"{rules.name(space)} is its safest territory.")


def buy(scene: Scene) -> Decision:
    """Buy what is worth most beyond its price."""
    rules, state = scene.balance
    worths = Worths(scene)
    plans = list(shop.choices(rules, state))
    best = max(plans, key=lambda plan: (worths.of(plan) - _price(scene, plan), plan.what), default=None)
    if best is None or worths.of(best) - _price(scene, best) < LEAST:
        return Decision(Done(), "Nothing in the shop is worth its price now.")
    return Decision(_placed(scene, best), _why(scene, best, worths.of(best)))


def _price(scene: Scene, plan: Buy) -> float:
    """Return what a purchase costs, in armies."""
    rules, state = scene.balance
    index = {rules.cards.ids[card]: rules.stars[card] for card in state.cards.hands[scene.seat]}
    shown = sum(index[card] for card in plan.cards)
    cost = row_of(rules, state, plan.what).cost
    pile = state.piles[scene.seat]
    return max(0, cost - shown) * (CHEAP if pile >= FULL else DEAR) + STAR * shown


def _placed(scene: Scene, plan: Buy) -> Buy:
    """Put the armies of a draft on the most threatened border."""
    if plan.what != "draft":
        return plan
    rules, _ = scene.balance
    front = exposed(scene.pos, scene.pos.own) or list(bits(scene.pos.own))
    return replace(plan, armies=((rules.id(front[0]), rules.tables.shop.draft),))


def _why(scene: Scene, plan: Buy, worth: float) -> str:
    rules, state = scene.balance
    title = row_of(rules, state, plan.what).title
    place = f" at {rules.name(rules.board.index[plan.space])}" if plan.space else ""
    return f"{title}{place} is worth {worth:.1f} armies now."


def trade(scene: Scene) -> Decision | None:
    """Turn stars in when the hand is full or rich: each further star brings more than the last."""
    rules, state = scene.balance
    hand = state.cards.hands[scene.seat]
    limit = rules.tables.hand_limit.most
    table = rules.tables.stars.values
    most = max(table)
    chosen: list[int] = []
    for card in sorted(hand, key=lambda each: -rules.stars[each]):
        if sum(rules.stars[one] for one in chosen) + rules.stars[card] <= most:
            chosen.append(card)
    shown = sum(rules.stars[card] for card in chosen)
    if len(hand) < limit - (not state.options.hand_limit) and shown < most - 3:
        return None
    worth = stars.worth(rules.tables.stars, shown)
    if worth is None:
        return None
    names = tuple(rules.cards.ids[card] for card in sorted(chosen))
    return Decision(Trade(names), f"{star_words(shown)} bring {armies(worth)} now.")


def draft_over(scene: Scene) -> Decision:
    """Form a tank where many armies stand, or go on to attack; asked when all armies are placed."""
    rules, state = scene.balance
    rich = [
        space for space in bits(can_form(rules, state)) if state.armies[space] >= TANK_AT and not state.tanks[space]
    ]
    if rich:
        space = max(rich, key=lambda each: (state.armies[each], -each))
        return Decision(FormTank(rules.id(space)), f"A tank in {rules.name(space)} lifts every battle around it.")
    return Decision(Done(), "Every army is placed.")


def collect(scene: Scene) -> Decision:
    """Collect what is hardest to reach again: conquests of one turn before what is held anyway."""
    rules, state = scene.balance
    key = max(collectable(rules, state), key=lambda each: (rules.objectives[each].how == "conquer", each))
    space = None
    if airfield_due(state, key):
        room = airfield_spaces(state)
        best = max(bits(room), key=lambda each: (threat(scene.pos, each), -each))
        space = rules.id(best)
    return Decision(Collect(key, space), f"{title_of(rules, key)} is reached.")


def give(scene: Scene) -> Decision:
    """Give the card with the fewest stars away."""
    rules, state = scene.balance
    card = min(state.cards.hands[scene.seat], key=lambda each: (rules.stars[each], each))
    return Decision(Give(rules.cards.ids[card]), "No other card shows fewer stars.")


def maneuver(chosen: Decision) -> Decision:
    """Move before the draft as at the end of a turn, or pass it over."""
    return Decision(Done(), chosen.why) if isinstance(chosen.action, EndTurn) else chosen


def stray(scene: Scene) -> Decision:
    """Answer as a beginner: any purchase, any capital, any neutral territory."""
    rules, state = scene.balance
    if state.phase == "capitals":
        spaces = list(bits(capital_spaces(rules, state, scene.seat)))
        space = spaces[scene.rng.randrange(len(spaces))]
        return Decision(Capital(rules.id(space)), f"{rules.name(space)} will do as a capital.")
    if scene.rng.randrange(2):
        action = shop.sample(rules, state, scene.rng)
        if action is not None and not action.cards:
            return Decision(action, "It can be paid, so why not.")
    return Decision(Done(), "The rest is saved.")
