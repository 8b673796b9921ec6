"""Powers of the own turn: at its start, for an attack, in the fortify step (`lotr-risk L40` to `L45`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.actions import Offer
from wartable.engine.errors import Reason
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.tasks import Attacking, Fortifying, Reinforcing, Step
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr.actions import PlayCard
from wartable.games.conquest.lotr.adventure.hands import (
    barred,
    changed_units,
    laid_down,
    number_of,
    powers_in,
    reinforced,
)
from wartable.games.conquest.lotr.adventure.reaction_windows import offers_of
from wartable.games.conquest.lotr.combat import with_leader
from wartable.games.conquest.lotr.data import Mission, Power, PowerEffect, adventure_card
from wartable.games.conquest.lotr.fellowship import Fellowship, step_ends, travels
from wartable.games.conquest.lotr.movement import STORMS, attack_sources, attack_ways, full, partners, seaborne
from wartable.games.conquest.lotr.reinforcement import at_start
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import InForce, LotrState, Standing
from wartable.games.conquest.lotr.tasks import Showing
from wartable.games.conquest.lotr.visible import seen

STEPS = {"start": Reinforcing, "attack": Attacking, "fortify": Fortifying}
"""The steps of the own turn in which cards of a moment are played."""


def open_now(rules: LotrRules, state: LotrState, seat: int, power: Power) -> bool:
    """Whether it is the moment of a card in the seat's own turn (`lotr-risk L43`)."""
    step: type[Step] | None = STEPS.get(power.moment)
    if rules.options.simultaneous and power.moment == "start":
        step = Showing
    if step is None or not isinstance(state.agenda[0], step) or barred(state, seat):
        return False
    return power.moment != "start" or at_start(state)


def check(rules: LotrRules, state: LotrState, seat: int, action: PlayCard) -> Reason | None:
    """Say why a seat may not play a card in a step of its own turn; None where it may."""
    rule = f"lotr-risk card:{action.card}"
    if number_of(rules, state, seat, action.card) is None:
        return Reason(code="card.not_held", message="You do not hold this card.", rule=rule)
    power = adventure_card(action.card)
    if isinstance(power, Mission):
        message = f"{power.name} is a mission: it is shown, not played, when it is fulfilled."
        return Reason(code="card.mission", message=message, rule="lotr-risk T16")
    if not isinstance(power, Power) or not open_now(rules, state, seat, power):
        message = f"{power.name} cannot be played now: {power.words}"
        return Reason(code="card.not_now", message=message, rule=rule)
    if any(action == other for other in WAYS[power.effect](rules, state, seat, power)):
        return None
    if power.effect == "carry" and crowded(rules, state, seat, action):
        message = "A leader of yours stands there already; choose a territory without one."
        return Reason(code="leader.crowded", message=message, rule="lotr-risk T30")
    return Reason(code="card.wrong_use", message=f"{power.name} cannot be played so: {power.words}", rule=rule)


def crowded(rules: LotrRules, state: LotrState, seat: int, action: PlayCard) -> bool:
    """Whether another own leader bars the territory to which a leader is to go."""
    target, source = rules.board.index.get(action.target), rules.board.index.get(action.source)
    if target is None or source is None or source == target:
        return False
    return bool(state.held[seat] & full(rules, state) & 1 << target)


def plays(rules: LotrRules, state: LotrState, seat: int) -> Iterator[PlayCard]:
    """Yield everything that a seat may play in a step of its own turn."""
    for power in powers_in(rules, state, seat):
        if open_now(rules, state, seat, power):
            yield from WAYS[power.effect](rules, state, seat, power)


def offers(rules: LotrRules, state: LotrState, seat: int) -> Iterator[Offer]:
    """Offer the same as people choose."""
    return offers_of(plays(rules, state, seat))


# --- ways to play each card


def _alone(_rules: LotrRules, _state: LotrState, _seat: int, power: Power) -> Iterable[PlayCard]:
    return (PlayCard(power.id),)


def _bridges(rules: LotrRules, _state: LotrState, _seat: int, power: Power) -> Iterator[PlayCard]:
    for one, other in sorted(rules.bridges):
        yield PlayCard(power.id, rules.id(one), rules.id(other))
        yield PlayCard(power.id, rules.id(other), rules.id(one))


def _carried(rules: LotrRules, state: LotrState, seat: int, power: Power) -> Iterator[PlayCard]:
    own = state.held[seat]
    for source in bits(own & state.leaders):
        for target in bits(own & ~full(rules, state) & ~(1 << source)):
            yield PlayCard(power.id, rules.id(source), rules.id(target))


def _hunted(rules: LotrRules, state: LotrState, seat: int, power: Power) -> Iterator[PlayCard]:
    if travels(rules, state) and (owned(rules, state, seat) or not step_ends(rules, state)):
        yield PlayCard(power.id)


def owned(rules: LotrRules, state: LotrState, seat: int) -> bool:
    """Whether a seat owns the territory of the Fellowship."""
    return bool(state.held[seat] >> rules.path[state.ring] & 1)


def _targets(rules: LotrRules, state: LotrState, seat: int, *, tunnel: bool = False) -> Iterator[tuple[int, int]]:
    """Yield source and target of every attack that a card may be played for, whatever the units in the source.

    Once a card was played and no roll made, only for that attack (`lotr-risk L41`).
    """
    ways, standing = attack_ways(rules, state, seat), state.assault
    foes = ~partners(rules, state, seat)
    for source in bits(attack_sources(rules, state, seat)):
        near = _tunnels(rules, state, source) & ~ways[source] if tunnel else ways[source]
        for target in bits(near & foes & rules.board.everything):
            bound = standing is not None and standing.bound and (standing.source, standing.target) != (source, target)
            if state.armies[target] and not bound:
                yield source, target


def _tunnels(rules: LotrRules, state: LotrState, source: int) -> int:
    """Return the territories beside the same range as another, those that storms close not among them."""
    closed = sum(card.spaces for card in state.in_force if card.card == STORMS)
    return 0 if closed >> source & 1 else rules.beside[source] & ~closed


def _attacks(
    fits: Callable[[LotrRules, LotrState, int, int], bool] | None = None, *, tunnel: bool = False, joins: bool = False
) -> Callable[[LotrRules, LotrState, int, Power], Iterator[PlayCard]]:
    """Return the ways of a card for an attack that fits; `joins`: its units join those in the source."""

    def ways(rules: LotrRules, state: LotrState, seat: int, power: Power) -> Iterator[PlayCard]:
        for source, target in _targets(rules, state, seat, tunnel=tunnel):
            able = state.armies[source] + power.amount * joins > rules.stay
            if able and (fits is None or fits(rules, state, source, target)):
                yield PlayCard(power.id, rules.id(source), rules.id(target))

    return ways


def _lured(rules: LotrRules, state: LotrState, seat: int, power: Power) -> Iterator[PlayCard]:
    known = seen(rules, state, seat)  # what could come over tells how many units stand there
    for source, target in _targets(rules, state, seat):
        for count in range(1, min(power.amount, state.armies[target] - 1) + 1) if known >> target & 1 else ():
            if state.armies[source] + count > rules.stay:
                yield PlayCard(power.id, rules.id(source), rules.id(target), count)


def _is_stronghold(rules: LotrRules, _state: LotrState, _source: int, target: int) -> bool:
    return bool(rules.strongholds >> target & 1)


WAYS: Mapping[PowerEffect, Callable[[LotrRules, LotrState, int, Power], Iterable[PlayCard]]] = {
    "bridge": _bridges,
    "carry": _carried,
    "hunt": _hunted,
    "lure": _lured,
    "rally": _attacks(joins=True),
    "breach": _attacks(fits=_is_stronghold),
    "sails": _attacks(fits=seaborne),
    "tunnel": _attacks(tunnel=True),
    "moves": _alone,
}
"""The ways to play a card of the own turn, by its effect."""


# --- what the cards do


class Powers(Fellowship):
    """What the cards of the own turn do."""

    def play_card(self, rules: LotrRules, state: LotrState, seat: int, action: PlayCard, tell: Tell) -> LotrState:
        """Play a card in a step of the own turn, and judge the game."""
        after = self._played(rules, state, seat, action, tell)
        return after if after.victory else self.check_victory(rules, after, tell)

    def _played(self, rules: LotrRules, state: LotrState, seat: int, action: PlayCard, tell: Tell) -> LotrState:
        power = cast("Power", adventure_card(action.card))
        index = rules.board.index
        source, target = index.get(action.source, NOBODY), index.get(action.target, NOBODY)
        state = laid_down(rules, state, seat, action, tell)
        match power.effect:
            case "bridge":
                return replace(state, in_force=(*state.in_force, InForce(power.id, seat, 1 << source | 1 << target)))
            case "carry":
                return with_leader(rules, state, seat, source, target, tell)
            case "moves":
                return replace(state, more_moves=state.more_moves + power.amount)
            case "hunt":
                return self._hunt(rules, state, seat, power, tell)
            case _:
                return _for_an_attack(rules, state, seat, power, action, (source, target), tell)

    def _hunt(self, rules: LotrRules, state: LotrState, seat: int, power: Power, tell: Tell) -> LotrState:
        """Bring units to the Fellowship's territory, or send it on a step without a roll (`lotr-risk L44`)."""
        if owned(rules, state, seat):
            return reinforced(rules, state, seat, power.id, rules.path[state.ring], power.amount, tell)
        return self.step_on(rules, state, seat, tell)


def _for_an_attack(
    rules: LotrRules, state: LotrState, seat: int, power: Power, action: PlayCard, pair: tuple[int, int], tell: Tell
) -> LotrState:
    """Put a card in force for an attack, which must follow."""
    source, target = pair
    standing = state.assault
    if standing is None or (standing.source, standing.target) != pair:
        standing = Standing(source, target)
    if power.effect == "lure":
        state = changed_units(changed_units(state, target, -action.count), source, action.count)
    elif power.effect == "rally":
        state = reinforced(rules, state, seat, power.id, source, power.amount, tell)
    return replace(
        state,
        assault=replace(
            standing,
            bound=True,
            bare=standing.bare or power.effect == "breach",
            lift=standing.lift + (power.amount if power.effect == "sails" else 0),
            mountain=standing.mountain or power.effect == "tunnel",
        ),
    )
