"""Events of simultaneous rounds as sentences that somebody who was not there can follow."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.engine.words import listed
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.tell import Sentences, Words
from wartable.games.conquest.core.words import dice as dice_words
from wartable.games.conquest.simultaneous import events as e

PAIR = 2
"""Sides of the smallest battle."""
_REVEALED = {
    "placements": "All reinforcements are laid open.",
    "moves": "All moves are laid open.",
    "strategic": "All strategic moves are laid open.",
}


def _where(place: str, border: str, words: Words) -> str:
    if not border:
        return words.place(place)
    return f"the border of {words.place(place)} and {words.place(border)}"


def _at(place: str, border: str, words: Words) -> str:
    return f"{'on' if border else 'in'} {_where(place, border, words)}"


def _revealed(event: e.Revealed, words: Words) -> str:
    if event.what != "withdrawals":
        return _REVEALED[event.what]
    on = [words.who(seat) for seat in event.fight_on]
    if not on:
        return "None of those who came fights on."
    return f"{listed(on)} {'fights' if len(on) == 1 else 'fight'} on."


def _began(event: e.RoundBegan, words: Words) -> str:
    to_place = [""] * len(event.incomes) if not event.to_place else [f" ({count} to place)" for count in event.to_place]
    new = zip(words.names, event.incomes, to_place, strict=False)
    got = [f"{name} {count}{placed}" for name, count, placed in new if count]
    many = words.rules.army[1]
    return f"Round {event.turn + 1} begins. New {many}: {listed(got)}." if got else f"Round {event.turn + 1} begins."


def _marched(event: e.Marched, words: Words) -> str:
    leader = " with a leader" if event.leader else ""
    ends = f"from {words.place(event.source)} to {words.place(event.target)}"
    return f"{words.who(event.seat)} moves {words.armies(event.count)}{leader} {ends}."


def _crossed(event: e.Crossed, words: Words) -> str:
    mine = f"{words.who(event.seat)} with {words.armies(event.count)}"
    other = f"{words.who(event.other)} with {event.other_count}"
    return f"{mine} and {other} pass each other between {words.place(event.source)} and {words.place(event.target)}."


def _met(event: e.Met, words: Words) -> str:
    """Say who came with how many, and who defends: the one who stayed, or who is first to (`lotr-risk M11`)."""
    came = [f"{words.who(player)} with {units}" for player, units in event.sides if player != event.stayed]
    stayed = next((units for player, units in event.sides if player == event.stayed), None)
    battle = f"Battle {_at(event.place, event.border, words)}"
    if stayed is not None and event.stayed is not None:
        relative = "which" if event.stayed == NOBODY else "who"
        attack = "attacks" if len(came) == 1 else "attack"
        return f"{battle}: {listed(came)} {attack} {words.who(event.stayed)}, {relative} stayed with {stayed}."
    meet = f": {listed(came)} meet" if event.border else f", where nobody stayed: {listed(came)} fight for it"
    return f"{battle}{meet}. {_first(event, words)}."


def _first(event: e.Met, words: Words) -> str:
    """Say which of several attackers defends in the first round, and why."""
    strength = dict(event.sides)
    equals = sum(units == strength[event.acting] for units in strength.values())
    who = words.who(event.acting)
    if equals > 1:
        return f"Of the strongest {who} is first in turn order and defends in the first round"
    return f"{who} is the {'stronger' if len(strength) == PAIR else 'strongest'} and defends in the first round"


def _bounced(event: e.Bounced, words: Words) -> str:
    back = listed([f"{units} of {words.who(player)}" for player, units in event.back])
    left = [f"{words.who(player)} goes on with {units}" for player, units in event.left]
    on = left[0] if left else "nobody goes on"
    return f"Attackers on the way to {words.place(event.place)} bounce off each other: {back} turn back; {on}."


def _aimed(event: e.Aimed, words: Words) -> str:
    """Say who aims what at whom; of two who only have each other, how many dice they roll."""
    one, *others = event.aims
    if len(event.aims) == PAIR and (one.player, one.target) == (others[0].target, others[0].player):
        told = "; ".join(f"{words.who(aim.player)} rolls {dice_words(aim.dice)}{_plus(aim)}" for aim in event.aims)
    else:
        by_player: dict[int, list[str]] = {}
        for aim in event.aims:
            known = by_player.setdefault(aim.player, [])
            count = str(aim.dice) if known else dice_words(aim.dice)
            known.append(f"{count} at {words.who(aim.target)}{_plus(aim)}")
        told = "; ".join(f"{words.who(player)} aims {listed(aims)}" for player, aims in by_player.items())
    acting = f"{words.who(event.acting)} defends" if event.acting >= NOBODY else ""
    return _start(f"{_where(event.place, event.border, words)}, round {event.round} ({acting}): {_start(told)}.")


def _plus(aim: e.Aim) -> str:
    return f" (+{aim.bonus} on the highest)" if aim.bonus else ""


def _start(text: str) -> str:
    return text[0].upper() + text[1:]


def _fought(event: e.RoundFought, words: Words) -> str:
    parts = [*_duels(event, words), *_strikes(event, words), _losses(event, words)]
    if event.next is not None:
        parts.append(f"{_start(words.who(event.next))} is next to defend")
    return _start(f"{_where(event.place, event.border, words)}, round {event.round}: {'. '.join(parts)}.")


def _strikes(event: e.RoundFought, words: Words) -> Iterator[str]:
    """Say which dice hit by themselves, and that it is so because nobody aimed back."""
    for strike in event.strikes:
        target, player = words.who(strike.target), words.who(strike.player)
        hit = f"{dice_words(strike.hits)} of {player} {'hits' if strike.hits == 1 else 'hit'} {target}"
        yield _start(f"{target} aims nothing at {player}, so {hit} without a roll")


def _duels(event: e.RoundFought, words: Words) -> Iterator[str]:
    """Say the dice of each pair of groups; what they cost is said once where it is all that the round costs."""
    for duel in event.duels:
        one, other = (words.who(player) for player in duel.players)
        hands = [_hand(dice, bonus) for dice, bonus in zip(duel.dice, duel.bonus, strict=True)]
        lost = [f"{name} loses {count}" for name, count in zip((one, other), duel.lost, strict=True) if count]
        cost = "" if _plain(event) else f": {listed(lost) if lost else 'nobody loses'}"
        yield _start(f"{one} rolls {hands[0]} against {hands[1]} of {other}{_tie(duel, one)}{cost}")


def _plain(event: e.RoundFought) -> bool:
    """Whether two groups are all that fought in a round."""
    return len(event.duels) == 1 and not event.strikes


def _tie(duel: e.Duelled, defender: str) -> str:
    """Say who gains by a tie, where there is one."""
    hands = [(dice[0] + bonus, *dice[1:]) for dice, bonus in zip(duel.dice, duel.bonus, strict=True)]
    if not any(mine == other for mine, other in zip(*hands, strict=False)):
        return ""
    return f" (ties go to {defender}, who defends)" if duel.defended else " (between attackers ties cost nobody)"


def _hand(dice: tuple[int, ...], bonus: int) -> str:
    shown = " ".join(map(str, dice))
    return f"{shown[0]}{bonus:+d}{shown[1:]}" if bonus and shown else shown


def _losses(event: e.RoundFought, words: Words) -> str:
    """Say what the round costs each side; who is hit more often than it has armies loses no more than these."""
    left = dict(event.left)
    told = [f"{words.who(player)} {_cost(lost, left[player], _hits(event, player))}" for player, lost in event.lost]
    return _start(f"{'' if _plain(event) else 'in all '}{'; '.join(told)}")


def _hits(event: e.RoundFought, player: int) -> int:
    rolled = [duel.lost[duel.players.index(player)] for duel in event.duels if player in duel.players]
    return sum(rolled) + sum(strike.hits for strike in event.strikes if strike.target == player)


def _cost(lost: int, left: int, hits: int) -> str:
    if not lost:
        return f"keeps {f'all {left}' if left > PAIR else ('the only one', 'both')[left - 1]}"
    if left:
        return f"loses {lost} and has {left} left"
    last = f"loses the last {f'{lost}' if lost > 1 else 'one'}"
    return f"is hit {hits} times and {last}" if hits > lost else last


def _withdrew(event: e.Withdrew, words: Words) -> str:
    place = _where(event.place, event.border, words)
    return f"{words.who(event.seat)} withdraws {words.armies(event.count)} from {place}."


def _taken(event: e.Taken, words: Words) -> str:
    whose = f" from {words.who(event.loser)}" if event.loser != NOBODY else ""
    taken = f"{words.who(event.seat)} takes {words.place(event.space)}{whose} with {words.armies(event.count)}"
    return f"{taken}." if event.fought else f"{taken}, without a fight: nobody stayed there."


def _returned(event: e.Returned, words: Words) -> str:
    count, place = words.armies(event.count), words.place(event.space)
    come = "comes" if event.count == 1 else "come"
    if event.lost:
        return f"{words.who(event.seat)} loses {count} that {come} back to {place}, which an enemy holds."
    return f"{count} of {words.who(event.seat)} {come} back to {place}."


SENTENCES: Sentences = {
    e.RoundBegan: _began,
    e.Revealed: _revealed,
    e.Marched: _marched,
    e.Crossed: _crossed,
    e.Met: _met,
    e.Bounced: _bounced,
    e.Aimed: _aimed,
    e.RoundFought: _fought,
    e.Withdrew: _withdrew,
    e.Taken: _taken,
    e.Held: lambda event, words: (
        f"{words.who(event.seat)} holds {words.place(event.space)} with {words.armies(event.count)}."
    ),
    e.Emptied: lambda event, words: f"Nobody is left of the battle {_at(event.place, event.border, words)}.",
    e.Broke: lambda event, words: (
        f"{words.who(event.seat)} breaks through to {words.place(event.target)} with {words.armies(event.count)}."
    ),
    e.Returned: _returned,
}
"""What says each event of simultaneous rounds."""
EVENTS = tuple(SENTENCES)
"""Every kind of event that simultaneous rounds tell."""
