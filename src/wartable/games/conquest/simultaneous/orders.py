"""Written orders: why one is refused, what it moves, and orders at random (`lotr-risk M01`, `lotr-risk M15`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from wartable.board.compiled import bits
from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.engine.words import counted, listed
from wartable.games.conquest.core.explain import holder, no_space
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.simultaneous.actions import Order, Orders
from wartable.games.conquest.simultaneous.hooks import Hooks
from wartable.games.conquest.simultaneous.state import March, affairs_of, leaders_at

STAY = Orders()
"""Everybody stays."""
AnyHooks = Hooks[Any, Any]


def refusal(game: AnyHooks, rules: Rules, state: Any, seat: int, action: Orders) -> Reason | None:  # noqa: ANN401
    """Say why moves may not be ordered; None where they may (`lotr-risk M01`, `lotr-risk M14`)."""
    return next(_faults(game, rules, state, seat, action.orders), None)


def _faults(game: AnyHooks, rules: Rules, state: Any, seat: int, orders: Sequence[Order]) -> Iterator[Reason]:  # noqa: ANN401
    ways = game.march_ways(rules, state)
    for order in orders:
        wrong = _ends(game, rules, state, seat, order, "M01")
        if wrong is not None:
            yield wrong
            return
        source, target = rules.board.index[order.source], rules.board.index[order.target]
        if not ways[source] >> target & 1:
            near = rules.listed(ways[source])
            works = f"From {rules.name(source)} you reach {listed(near)}." if near else "Nothing can be reached."
            message = f"{rules.army[1].capitalize()} go over one border in a round. {works}"
            yield game.refuse("order.too_far", message, "M01, T40", near)
        elif (refused := game.march_refusal(rules, state, seat, order)) is not None:
            yield refused
    yield from _amounts(game, rules, state, seat, orders)


def _ends(game: AnyHooks, rules: Rules, state: Any, seat: int, order: Order, rule: str) -> Reason | None:  # noqa: ANN401
    for name in (order.source, order.target):
        if name not in rules.board.index:
            found = no_space(rules, name)
            return game.refuse(found.code, found.message, rule, found.fix)
    source = rules.board.index[order.source]
    if state.held[seat] >> source & 1:
        return None
    message = f"{rules.name(source)} {holder(state, seat, source)}. Order what stands in your own territories."
    return game.refuse("space.not_yours", message, rule, rules.listed(state.held[seat]))


def _amounts(game: AnyHooks, rules: Rules, state: Any, seat: int, orders: Sequence[Order]) -> Iterator[Reason]:  # noqa: ANN401
    """Look at numbers: of armies and leaders in each source, and of leaders in each target."""
    pairs = [(order.source, order.target) for order in orders]
    if len(set(pairs)) < len(pairs):
        yield game.refuse("order.twice", "Write one order for each way, with all that go there.", "M01")
    for order in orders:
        if order.count < 1 and order.leader:
            message = f"A leader goes only with {rules.army[1]} that are ordered: let 1 at least go along."
            yield game.refuse("order.leader_alone", message, "M14")
        elif order.count < 1:
            yield game.refuse("order.none", f"Order 1 of the {rules.army[1]} at least, or leave them.", "M01")
    yield from _sources(game, rules, state, orders)
    yield from crowded(game, rules, state, seat, marches_of(rules, state, seat, orders))


def _sources(game: AnyHooks, rules: Rules, state: Any, orders: Sequence[Order]) -> Iterator[Reason]:  # noqa: ANN401
    for name in dict.fromkeys(order.source for order in orders):
        source, own = rules.board.index[name], [order for order in orders if order.source == name]
        there, wanted = state.armies[source], sum(order.count for order in own)
        if wanted > there:
            message = f"{rules.name(source)} has {counted(there, *rules.army)}, and {wanted} are ordered."
            yield game.refuse("order.too_many", message, "M01")
        leaders, led = leaders_at(state, source), sum(order.leader for order in own)
        if led > leaders:
            has = counted(leaders, "leader") if leaders else "no leader"
            yield game.refuse("order.no_leader", f"You have {has} in {rules.name(source)}.", "M14")


def crowded(game: AnyHooks, rules: Rules, state: Any, seat: int, moves: Iterable[March]) -> Iterator[Reason]:  # noqa: ANN401
    """Refuse moves after which too many own leaders would stand in a space (`lotr-risk T30`)."""
    most, found = game.most_leaders(rules), dict[int, int]()
    led = [move for move in moves if move.leaders]
    for move in led:
        own = leaders_at(state, move.target) if state.held[seat] >> move.target & 1 else 0
        found.setdefault(move.target, own)
        found[move.target] += move.leaders
    for move in led:
        if move.source in found:
            found[move.source] -= move.leaders
    for space, count in found.items():
        if count > most:
            message = f"{counted(count, 'leader')} of yours would stand in {rules.name(space)}; {most} may."
            yield game.refuse("order.leaders", message, "T30, M14")


def marches_of(rules: Rules, state: Any, seat: int, orders: Sequence[Order]) -> tuple[March, ...]:  # noqa: ANN401
    """Return what orders move. Leaders left alone go with the largest group, of equal ones the first (`L71`)."""
    index = rules.board.index
    found = [March(seat, index[one.source], index[one.target], one.count, int(one.leader)) for one in orders]
    for source in dict.fromkeys(move.source for move in found):
        own = [number for number, move in enumerate(found) if move.source == source]
        left = leaders_at(state, source) - sum(found[number].leaders for number in own)
        if left > 0 and sum(found[number].units for number in own) == state.armies[source]:
            number = max(own, key=lambda one: found[one].units)
            move = found[number]
            found[number] = March(seat, source, move.target, move.units, move.leaders + left)
    return tuple(found)


def sample(game: AnyHooks, rules: Rules, state: Any, seat: int, rng: Randomness) -> Orders:  # noqa: ANN401
    """Return orders at random: of each territory some stay and some go, mostly all to one neighbour."""
    ways, orders = game.march_ways(rules, state), list[Order]()
    for source in bits(state.held[seat]):
        targets, left = list(bits(ways[source])), state.armies[source]
        leaders = leaders_at(state, source)
        while targets and left and rng.randrange(2):
            target = targets.pop(rng.randrange(len(targets)))
            count = left if not rng.randrange(2) else 1 + rng.randrange(left)
            led = bool(leaders) and not rng.randrange(2)
            order = Order(rules.id(source), rules.id(target), count, led)
            if refusal(game, rules, state, seat, Orders((*orders, order))) is None:
                orders.append(order)
                left, leaders = left - count, leaders - led
    found = Orders(tuple(orders))
    return found if refusal(game, rules, state, seat, found) is None else STAY


def offers(game: AnyHooks, rules: Rules, state: Any, seat: int) -> Iterator[Offer]:  # noqa: ANN401
    """Offer the targets of each territory; the amount is how many go, the note says whether a leader may."""
    ways = game.march_ways(rules, state)
    for source in bits(state.held[seat]):
        if ways[source]:
            yield Offer(
                kind="orders", source=rules.id(source), targets=rules.board.names(ways[source]), least=1,
                most=state.armies[source], note="leader" if leaders_at(state, source) else "",
            )  # fmt: skip
    yield Offer(kind="orders", note="none")


# --- strategic moves


def strategic_refusal(game: AnyHooks, rules: Rules, state: Any, seat: int, action: Orders) -> Reason | None:  # noqa: ANN401
    """Say why strategic moves may not be made; None where they may (`lotr-risk M15`, `lotr-risk L78`)."""
    return next(_strategic_faults(game, rules, state, seat, action.orders), None)


def _strategic_faults(
    game: AnyHooks, rules: Rules, state: Any, seat: int, orders: Sequence[Order]  # noqa: ANN401
) -> Iterator[Reason]:  # fmt: skip
    groups = [order for order in orders if order.count]
    if len(groups) > (most := game.most_moves(rules)):
        yield game.refuse("move.once", f"At most {counted(most, 'group')} may be moved in a round.", "M15, T61")
    for order in orders:
        if (wrong := _ends(game, rules, state, seat, order, "M15, T60")) is not None:
            yield wrong
            return
        yield from _strategic_fault(game, rules, state, seat, order)
    yield from _strategic_amounts(game, rules, state, seat, orders)


def _strategic_fault(game: AnyHooks, rules: Rules, state: Any, seat: int, order: Order) -> Iterator[Reason]:  # noqa: ANN401
    source, target = rules.board.index[order.source], rules.board.index[order.target]
    if order.count < 0 or not (order.count or order.leader):
        yield game.refuse("order.none", f"Move 1 of the {rules.army[1]} at least.", "M15")
    reach = game.move_reach(rules, state, seat, source, led=order.leader)
    if not reach >> target & 1:
        names = rules.listed(reach)
        works = f"From {rules.name(source)} you can move to {listed(names)}." if names else "Nothing can be reached."
        yield game.refuse("move.not_connected", works, "M15, T60", names)
    if order.leader and (wrong := game.leader_refusal(rules, state, seat, order)) is not None:
        yield wrong


def _strategic_amounts(
    game: AnyHooks, rules: Rules, state: Any, seat: int, orders: Sequence[Order]  # noqa: ANN401
) -> Iterator[Reason]:  # fmt: skip
    pairs = [(order.source, order.target) for order in orders]
    if len(set(pairs)) < len(pairs):
        yield game.refuse("order.twice", "Write one order for each way, with all that go there.", "M15")
    for name in dict.fromkeys(order.source for order in orders):
        source = rules.board.index[name]
        there, tired = state.armies[source], affairs_of(state).spent(source)
        wanted = sum(order.count for order in orders if order.source == name)
        if wanted > there - tired:
            fought = f", of which {tired} have fought and stay" if tired else ""
            ordered = f"{wanted} {'is' if wanted == 1 else 'are'} ordered"
            message = f"{rules.name(source)} has {counted(there, *rules.army)}{fought}; {ordered}."
            yield game.refuse("move.too_many", message, "M15")
        led = sum(order.leader for order in orders if order.source == name)
        if led > leaders_at(state, source):
            yield game.refuse("order.no_leader", f"You have no such leader in {rules.name(source)}.", "M14")
    moves = marches_of(rules, state, seat, orders)
    for move in moves:
        order = Order(rules.id(move.source), rules.id(move.target), move.units, leader=True)
        if move.leaders and (wrong := game.leader_refusal(rules, state, seat, order)) is not None:
            yield wrong
        if move.leaders and not _left(state, moves, move.target):
            message = f"A leader would stand alone in {rules.name(move.target)}, which all others leave."
            yield game.refuse("move.alone", message, "M15, T20")
    yield from crowded(game, rules, state, seat, moves)


def _left(state: Any, moves: Iterable[March], space: int) -> int:  # noqa: ANN401
    """Return the armies in a space after some moves."""
    came = sum(move.units for move in moves if move.target == space)
    there: int = state.armies[space]
    return there + came - sum(move.units for move in moves if move.source == space)


def movable(game: AnyHooks, rules: Rules, state: Any, seat: int) -> Iterator[tuple[int, int, int]]:  # noqa: ANN401
    """Yield source, targets as a mask, and most armies of every strategic move without a leader."""
    if not game.most_moves(rules):
        return
    for source in bits(state.held[seat]):
        free = state.armies[source] - affairs_of(state).spent(source)
        reach = game.move_reach(rules, state, seat, source, led=False) if free else 0
        if reach:
            yield source, reach, free


def may_move(game: AnyHooks, rules: Rules, state: Any, seat: int) -> bool:  # noqa: ANN401
    """Whether a seat could make a strategic move, as everybody can tell."""
    return game.leader_may_move(rules, state, seat) or any(True for _ in movable(game, rules, state, seat))


def strategic_sample(game: AnyHooks, rules: Rules, state: Any, seat: int, rng: Randomness) -> Orders:  # noqa: ANN401
    """Return strategic moves at random: none, or one group, or a leader alone."""
    orders, some = list[Order](), list(movable(game, rules, state, seat))
    for _ in range(min(game.most_moves(rules), 2)):
        if some and rng.randrange(3):
            source, reach, most = some[rng.randrange(len(some))]
            targets = bits(reach)
            order = Order(rules.id(source), rules.id(targets[rng.randrange(len(targets))]), 1 + rng.randrange(most))
            orders.append(order)
    leaders = [space for space in bits(state.held[seat]) if leaders_at(state, space)]
    if leaders and rng.randrange(2):
        source = leaders[rng.randrange(len(leaders))]
        targets = bits(game.move_reach(rules, state, seat, source, led=True))
        if targets:
            orders.append(Order(rules.id(source), rules.id(targets[rng.randrange(len(targets))]), 0, leader=True))
    for tried in (Orders(tuple(orders)), Orders(tuple(orders[:1])), Orders(tuple(orders[-1:]))):
        if strategic_refusal(game, rules, state, seat, tried) is None:
            return tried
    return STAY


def strategic_offers(game: AnyHooks, rules: Rules, state: Any, seat: int) -> Iterator[Offer]:  # noqa: ANN401
    """Offer the targets of each territory that armies could leave, and of each leader."""
    for source, reach, most in movable(game, rules, state, seat):
        yield Offer(kind="orders", source=rules.id(source), targets=rules.board.names(reach), least=1, most=most)
    for source in bits(state.held[seat]) if game.leader_may_move(rules, state, seat) else ():
        reach = game.move_reach(rules, state, seat, source, led=True) if leaders_at(state, source) else 0
        order = Order(rules.id(source), rules.id(source), 0, leader=True)
        if reach and game.leader_refusal(rules, state, seat, order) is None:
            yield Offer(kind="orders", source=rules.id(source), targets=rules.board.names(reach), note="leader")
    yield Offer(kind="orders", note="none")
