"""How a game of ring diplomacy ends: victory of a power or a side, sudden death, and what other games end by."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wartable.engine.values import Outcome
from wartable.engine.words import listed
from wartable.games.adjudication.orders import Power
from wartable.games.diplomacy.play.ending import ending_of, outcome_of
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import Ending
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.options import RingOptions
from wartable.games.diplomacy.ring.parts import map_of
from wartable.games.diplomacy.ring.state import RingState
from wartable.games.ring_figures.kinds import BEARER, MOUNT_DOOM, RIDERS


def ring_ending(rules: Rules, state: RingState) -> Ending | None:
    """Return the end that a judged phase has brought (ring-diplomacy Y05, Y06, Y40)."""
    if state.players < len(state.powers):
        if found := _side_wins(rules, state):
            return found
        rules = replace(rules, variant=replace(rules.variant, victory=replace(rules.variant.victory, centres=0)))
    found = ending_of(rules, state)
    if found is not None and found.kind == "last_year" and "last_year" in _options(state).sudden_death:
        return _most_centres(rules, state, found.reason, state.survivors)
    return found


def _options(state: RingState) -> RingOptions:
    return state.options


def _side_wins(rules: Rules, state: RingState) -> Ending | None:
    """Return the victory of a player whose powers own enough centres together."""
    needed = rules.variant.victory.centres
    for seat in range(state.players):
        powers = tuple(state.powers[number] for number in state.led(seat))
        total = sum(len(state.position.centres(power)) for power in powers)
        if total >= needed:
            names = listed([rules.power(power) for power in powers])
            return Ending("solo", powers, f"{names} own {total} supply centres together; {needed} win.")
    return None


def sudden_death(rules: Rules, state: RingState) -> Ending | None:
    """Return the end that the Ring brings at the end of a turn, if it does."""
    options, at = _options(state), figures_of(state.position).at
    if BEARER not in at:
        return None
    caught = at.get(RIDERS) == at[BEARER]
    if caught and "caught" in options.sudden_death:
        able = _of_side(rules, state, "evil") if options.ring_decides else state.survivors
        return _most_centres(rules, state, "The black riders have caught the ring-bearer.", able)
    if not caught and at[BEARER] == MOUNT_DOOM and "doom" in options.sudden_death:
        able = _of_side(rules, state, "good") if options.ring_decides else state.survivors
        return _most_centres(rules, state, "The ring-bearer has come to Mount Doom.", able)
    return None


def _of_side(rules: Rules, state: RingState, side: str) -> tuple[Power, ...]:
    return tuple(power for power in state.survivors if map_of(rules).side(power) == side)


def _most_centres(rules: Rules, state: RingState, reason: str, able: Iterable[Power]) -> Ending:
    """Return the victory of whoever has most centres, of those level the one with more of the other side's homes."""
    groups = [
        group
        for seat in range(state.players)
        if (group := tuple(p for p in (state.powers[number] for number in state.led(seat)) if p in tuple(able)))
    ]
    standing = {group: _standing(rules, state, group) for group in groups}
    best = max(standing.values(), default=(0, 0))
    first = [group for group in groups if standing[group] == best]
    level = sum(one[0] == best[0] for one in standing.values()) > 1
    how = f"Most centres win: {best[0]}" + (f", {best[1]} of them homes of the other side." if level else ".")
    return Ending("sudden_death", tuple(power for group in first for power in group), f"{reason} {how}")


def _standing(rules: Rules, state: RingState, group: tuple[Power, ...]) -> tuple[int, int]:
    """Return the centres of powers, and how many of them are home centres of powers of the other side (Y41)."""
    on = map_of(rules)
    owned = [centre for power in group for centre in state.position.centres(power)]
    side = on.side(group[0])
    foreign = {home for power, facts in on.powers.items() if on.side(power) != side for home in facts.home}
    return len(owned), sum(centre in foreign for centre in owned)


def ring_outcome(state: RingState) -> Outcome | None:
    """Return the outcome by player: of the powers that one leads, the best rank, and all centres."""
    found = outcome_of(state)
    if found is None or state.ending is None:
        return found
    ranks = [min(found.ranks[number] for number in state.led(seat)) for seat in range(state.players)]
    scores = tuple(sum(found.scores[number] for number in state.led(seat)) for seat in range(state.players))
    reason = found.reason
    if state.ending.kind in {"solo", "sudden_death"}:
        winners = ranks.count(1)
        reason = state.ending.reason + (" They share the victory." if winners > 1 else "")
    levels = tuple(1 + sum(other < one for other in ranks) for one in ranks)
    return Outcome(ranks=levels, scores=scores, reason=reason)
