"""Hits dealt out among figures: one function for play and odds, the assassins' picks, and a player's own way (G8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat.lines import Line, Rank, lines
from wartable.games.ring_of_power.combat.requests import Allocate, Batch, Decision, Pick
from wartable.games.ring_of_power.combat.stage import Dealt, Pair, Stage, ask, owners, refuse

T = TypeVar("T")
Overflow = Literal["level", "free"]


class Share(msgspec.Struct, frozen=True, gc=False):
    """The same hits for each figure at positions `start` to `stop` - 1 of the order: so many of each kind."""

    start: int
    stop: int
    hits: tuple[int, ...]


def deal(size: int, hits: Sequence[int], picks: Sequence[tuple[int, int]] = (), how: Overflow = "level") -> list[Share]:
    """Deal out hits, kinds worst first, over `size` figures in the order in which their owner loses them.

    `picks` are hits placed by assassins: position and kind; each is one of `hits` and counts as that figure's first.
    Round by round everybody gets one before anybody gets another; `free` heaps all that is left after the first round
    on the first figure (G8, Q9, Q34). Kinds go out in their order, so the worst falls on the first of each round.
    """
    if size <= 0 or not sum(hits):
        return []
    picked: dict[int, list[int]] = {}
    for position, kind in picks:
        picked.setdefault(position, [0] * len(hits))[kind] += 1
    rest = [count - sum(kinds[kind] for kinds in picked.values()) for kind, count in enumerate(hits)]
    bounds = [0, *accumulate(rest)]
    edges = _edges(size, bounds, sorted(picked), how)
    shares = [(a, b, _count(a, size, bounds, picked, how)) for a, b in pairwise(edges)]
    return [Share(a, b, count) for a, b, count in shares if any(count)]


def _edges(size: int, bounds: list[int], picked: list[int], how: Overflow) -> list[int]:
    """Return the positions where the hits of a figure can differ from those of the one before it."""
    first = size - len(picked)
    edges = {0, size, *picked, *(position + 1 for position in picked)}
    for bound in bounds:
        if bound <= first:
            edges.add(_opened(bound, picked))
        elif how == "level":
            edges.add((bound - first) % size)
        else:
            edges.add(1)
    return sorted(edge for edge in edges if edge <= size)


def _opened(rank: int, picked: list[int]) -> int:
    """Return the position of the figure with this rank among those that no assassin picked."""
    for position in picked:
        if position > rank:
            break
        rank += 1
    return rank


def _count(
    position: int, size: int, bounds: list[int], picked: Mapping[int, list[int]], how: Overflow
) -> tuple[int, ...]:
    """Return how many hits of each kind the figure at a position gets."""
    taken = picked.get(position)
    first, rank = size - len(picked), position - sum(other < position for other in picked)
    counts = list(taken) if taken else [0] * (len(bounds) - 1)
    for kind, (low, high) in enumerate(pairwise(bounds)):
        if not taken and low <= rank < min(high, first):
            counts[kind] += 1
        # Of those after the first round, the hits numbered `after` to `last` - 1.
        after, last = max(low, first) - first, max(high, first) - first
        if how == "level":
            counts[kind] += (last - 1 - position) // size - (after - 1 - position) // size
        elif position == 0:
            counts[kind] += last - after
    return tuple(counts)


def victims(size: int, picks: int) -> list[int]:
    """Return the positions that assassins pick if nobody says otherwise: the dearest, each another one (M2)."""
    return [size - 1 - number % size for number in range(picks)] if size else []


def keen(tags: tuple[str, ...], exposed: Sequence[Rank]) -> tuple[str, ...]:
    """Return the tags that matter against these figures; hits that differ in no such tag are dealt as one kind."""

    def matters(tag: str) -> bool:
        effect = charts().tags[tag]
        if effect.slays_ethereal:
            return effect.paralyses or any(rank.stance.ethereal for rank in exposed)
        return effect.paralyses or any(rank.stance.target(()) < 7 for rank in exposed)

    return tuple(filter(matters, tags))


def severity(tags: tuple[str, ...]) -> tuple[bool, int, bool, bool, tuple[str, ...]]:
    """Return what kinds of hits are sorted by, worst first: deadly before paralysing, then the harder to save."""
    effects = [charts().tags[tag] for tag in tags]
    return (
        any(effect.paralyses for effect in effects),
        sum(effect.defence - effect.ignores_fortification for effect in effects),
        not any(effect.rerolls_saves for effect in effects),
        not any(effect.slays_ethereal for effect in effects),
        tags,
    )


def level_fault(counts: Mapping[int, int], size: int, how: Overflow) -> str | None:
    """Return a sentence where somebody gets a hit too early, None where hits lie as they may (G8)."""
    least = min(counts.values()) if len(counts) == size else 0
    most = max(counts.values(), default=0)
    if how == "level" and most > least + 1:
        return f"One figure gets {most} hits while another gets {least}; nobody gets one more before all have as many."
    if how == "free" and most > 1 and least < 1:
        return "One figure gets a second hit while another has none; everybody takes one first."
    return None


Kinds: TypeAlias = tuple[tuple[str, ...], ...]


def batches(line: Line, hits: Sequence[Pair], exposed: Sequence[Rank]) -> tuple[Batch, ...]:
    """Return the hits of a side by kind, worst first; kinds that do not differ for these figures are one (I6)."""
    tags = {figure: keen(rank.stance.tags, exposed) for rank in line.strikers for figure in rank.ids}
    counts: Counter[tuple[str, ...]] = Counter()
    for figure, count in hits:
        counts[tags[figure]] += count
    return tuple(Batch(counts[kind], kind) for kind in sorted(counts, key=severity))


def order(exposed: Sequence[Rank]) -> tuple[int, ...]:
    """Return the figures that can be hit in the order in which their owner loses them."""
    return tuple(figure for rank in exposed for figure in rank.ids)


def struck(stage: Stage, index: int) -> tuple[tuple[Batch, ...], tuple[Rank, ...]]:
    """Return the hits on a side of the bout by kind, and the ranks that they can be given to."""
    both = lines(stage)
    exposed = both[index].exposed
    return batches(both[1 - index], stage.volley.hits[1 - index], exposed), exposed


def scorers(stage: Stage, index: int) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the assassins of a side that hit, and the tags of their hits, worst hits first, then by id (M2)."""
    line, other = lines(stage)[index], lines(stage)[1 - index]
    hit = dict(stage.volley.hits[index])
    found = [
        (figure, keen(rank.stance.tags, other.exposed))
        for rank in line.strikers
        if rank.stance.assassin
        for figure in rank.ids
        if figure in hit
    ]
    return tuple(sorted(found, key=lambda scored: (severity(scored[1]), scored[0])))


def ask_pick(stage: Stage) -> Decision | None:
    """Ask each side in turn whom its assassins pick, if there is a choice."""
    for index in range(stage.turn, 2):
        scored = scorers(stage, index)
        exposed = order(lines(stage)[1 - index].exposed)
        if scored and len(exposed) > 1:
            usual = Pick(tuple(exposed[place] for place in victims(len(exposed), len(scored))))
            side = stage.pairing.sides[index]
            return ask(stage, side, usual, "Whom do the assassins strike?", exposed, need=len(scored))
    return None


def take_pick(stage: Stage, decision: Decision, answer: Pick) -> Stage:
    """Place the picks. Raises `IllegalAction` for a wrong number, a figure that cannot be hit, or a needless repeat."""
    names = answer.victims
    if len(names) != decision.need or not set(names) <= set(decision.figures):
        raise refuse("pick", f"Name {decision.need} of the figures that can be hit, one for each assassin.", "M2")
    if max(Counter(names).values()) - min(Counter(names)[figure] for figure in decision.figures) > 1:
        raise refuse("pick", "No figure is picked twice before all are picked once.", "G8")
    index = stage.pairing.sides.index(decision.side)
    return _with_picks(replace(stage, turn=index + 1), index, names)


def leave_pick(stage: Stage) -> Stage:
    """Place the picks that nobody had to be asked about."""
    for index in (0, 1):
        exposed = order(lines(stage)[1 - index].exposed)
        if not stage.volley.picks[index] and exposed and (scored := scorers(stage, index)):
            places = victims(len(exposed), len(scored))
            stage = _with_picks(stage, index, [exposed[place] for place in places])
    return stage


def _with_picks(stage: Stage, index: int, names: Sequence[int]) -> Stage:
    kinds = [batch.tags for batch in struck(stage, 1 - index)[0]]
    scored = scorers(stage, index)
    found = tuple((victim, kinds.index(tags)) for victim, (_, tags) in zip(names, scored, strict=True))
    return replace(stage, volley=replace(stage.volley, picks=_with(stage.volley.picks, index, found)))


def _with(pair: tuple[T, T], index: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if index == 0 else (pair[0], value)


def ask_allocate(stage: Stage) -> Decision | None:
    """Ask each side in turn how it deals out the hits on it, if there is a choice: its commander, then allies (Q8)."""
    for index in range(stage.turn, 2):
        if stage.volley.delegates:
            return _share(stage, index, stage.volley.delegates[0])
        kinds, exposed = struck(stage, index)
        figures = order(exposed)
        if _choice(stage, kinds, len(figures)):
            usual, need = Allocate(default_deal(stage, index)), sum(batch.count for batch in kinds)
            asked = ask(stage, stage.pairing.sides[index], usual, "Who takes the hits?", figures, need=need)
            # The other players of a side who could deal out hits among several figures of their own (Q8).
            counts = Counter(stage.battle.by_id[figure].owner for figure in figures)
            others = (other for number, other in owners(stage.battle) if number == asked.side and other != asked.player)
            return replace(asked, batches=kinds, allies=tuple(other for other in others if counts[other] > 1))
    return None


def _choice(stage: Stage, kinds: Sequence[Batch], size: int) -> bool:
    """Whether hits can be dealt out among so many figures in more than one way."""
    counts = [batch.count for batch in kinds if batch.count]
    total = sum(counts)
    heaped = total > size and stage.battle.rules.overflow_allocation == "free"
    return total > 0 and size > 1 and (len(counts) > 1 or total % size > 0 or heaped)


def _share(stage: Stage, index: int, player: int) -> Decision:
    """Return the question to an ally how he deals out the hits that his commander gave to his figures (Q8)."""
    kinds, exposed = struck(stage, index)
    figures = tuple(figure for figure in order(exposed) if stage.battle.by_id[figure].owner == player)
    hits = tuple((figure, counts) for figure, counts in stage.volley.dealt[index] if figure in figures)
    totals = _totals(hits, len(kinds))
    side, question = stage.pairing.sides[index], "Who of yours takes the hits?"
    asked = ask(stage, side, Allocate(hits), question, figures, player=player, need=sum(totals))
    batches = (Batch(count, batch.tags) for count, batch in zip(totals, kinds, strict=True))
    return replace(asked, batches=tuple(batches))


def default_deal(stage: Stage, index: int) -> Dealt:
    """Return the hits on a side as dealt out if nobody says otherwise: the shared function of play and odds."""
    kinds, exposed = struck(stage, index)
    return tuple(sorted(dealt_in(stage, index, order(exposed), kinds)))


def dealt_in(
    stage: Stage, index: int, figures: Sequence[int], kinds: Sequence[Batch]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the hits of these kinds dealt out among figures of a side in this order, and as assassins picked them."""
    places = {figure: place for place, figure in enumerate(figures)}
    picks = [(places[figure], kind) for figure, kind in stage.volley.picks[1 - index] if figure in places]
    shares = deal(len(figures), [batch.count for batch in kinds], picks, stage.battle.rules.overflow_allocation)
    return ((figures[place], share.hits) for share in shares for place in range(share.start, share.stop))


def take_allocate(stage: Stage, decision: Decision, answer: Allocate) -> Stage:
    """Deal hits out as a player says. Raises `IllegalAction` where the rules do not let him."""
    index = stage.pairing.sides.index(decision.side)
    message = allocation_fault(stage, decision, stage.volley.picks[1 - index], answer.hits)
    if message:
        raise refuse("allocate", message, "G8")
    if not set(answer.delegates) <= set(decision.allies):
        who = f"player {' or '.join(map(str, decision.allies))}" if decision.allies else "nobody"
        message = f"Hits are handed only to an ally with several figures that can be hit: {who} here."
        raise refuse("delegate", message, "Q8")
    others = (hit for hit in stage.volley.dealt[index] if hit[0] not in decision.figures)
    dealt = tuple(sorted((*others, *((figure, counts) for figure, counts in answer.hits if any(counts)))))
    stage = _with_dealt(stage, index, dealt)
    # Allies deal out what is handed to them and leaves them a choice; after the last the next side is asked.
    allies = stage.volley.delegates[1:] or tuple(sorted(set(answer.delegates)))
    shares = [_share(stage, index, ally) for ally in allies]
    left = tuple(one.player for one in shares if _choice(stage, one.batches, len(one.figures)))
    return replace(stage, turn=index + (not left), volley=replace(stage.volley, delegates=left))


def _with_dealt(stage: Stage, index: int, dealt: Dealt) -> Stage:
    return replace(stage, volley=replace(stage.volley, dealt=_with(stage.volley.dealt, index, dealt)))


def leave_allocate(stage: Stage) -> Stage:
    """Deal out what nobody had to be asked about."""
    for index in (0, 1):
        if not stage.volley.dealt[index]:
            stage = _with_dealt(stage, index, default_deal(stage, index))
    return stage


def allocation_fault(stage: Stage, decision: Decision, picks: Sequence[Pair], dealt: Dealt) -> str | None:
    """Return a sentence about the first thing wrong with hits as a player deals them, None where nothing is."""
    given = dict(dealt)
    kinds = len(decision.batches)
    if len(given) < len(dealt) or not set(given) <= set(decision.figures):
        return "Each figure is named once, and only figures that can be hit."
    if any(len(counts) != kinds or min(counts) < 0 for counts in given.values()):
        return f"Every figure named takes a number, 0 or more, of each of the {kinds} kinds of hits."
    totals = _totals(dealt, kinds)
    if totals != [batch.count for batch in decision.batches]:
        wanted = ", ".join(str(batch.count) for batch in decision.batches)
        return f"All hits are dealt out, no more and no fewer: {wanted}, not {', '.join(map(str, totals))}."
    placed = Counter(pick for pick in picks if pick[0] in decision.figures)
    if any(given.get(figure, (0,) * kinds)[kind] < count for (figure, kind), count in placed.items()):
        return "A figure that an assassin picked takes that hit."
    counts = {figure: sum(hits) for figure, hits in given.items()}
    return level_fault(counts, len(decision.figures), stage.battle.rules.overflow_allocation)


def _totals(dealt: Dealt, kinds: int) -> list[int]:
    """Return how many hits of each kind are dealt out in all."""
    return [sum(counts[kind] for _, counts in dealt) for kind in range(kinds)]
