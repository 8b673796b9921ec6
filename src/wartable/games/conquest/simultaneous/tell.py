"""Events of simultaneous rounds as sentences that somebody who was not there can follow."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.engine.words import listed
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.tell import Sentences, Words
from wartable.games.conquest.core.words import counted
from wartable.games.conquest.core.words import dice as dice_words
from wartable.games.conquest.simultaneous import events as e

_REVEALED = {
    "placements": "All reinforcements are laid open.",
    "moves": "All moves are laid open.",
    "withdrawals": "All have said whether they fight on.",
    "strategic": "All strategic moves are laid open.",
}


def _where(place: str, border: str, words: Words) -> str:
    if not border:
        return words.place(place)
    return f"the border of {words.place(place)} and {words.place(border)}"


def _began(event: e.RoundBegan, words: Words) -> str:
    got = [f"{name} {count}" for name, count in zip(words.names, event.incomes, strict=False) if count]
    many = words.rules.army[1]
    return f"Round {event.turn + 1} begins. New {many}: {listed(got)}." if got else f"Round {event.turn + 1} begins."


def _marched(event: e.Marched, words: Words) -> str:
    leader = " with a leader" if event.leader else ""
    ends = f"from {words.place(event.source)} to {words.place(event.target)}"
    return f"{words.who(event.seat)} moves {words.armies(event.count)}{leader} {ends}."


def _crossed(event: e.Crossed, words: Words) -> str:
    ends = f"between {words.place(event.source)} and {words.place(event.target)}"
    mine = f"{words.who(event.seat)} with {words.armies(event.count)}"
    other = f"{words.who(event.other)} with {event.other_count}"
    return f"{mine} and {other} cross {ends} and pass each other."


def _met(event: e.Met, words: Words) -> str:
    came = [f"{words.who(player)} with {units}" for player, units in event.sides if player != event.stayed]
    stayed = [f"{words.who(player)} with {units}" for player, units in event.sides if player == event.stayed]
    place = _where(event.place, event.border, words)
    if stayed:
        return f"Battle in {place}: {listed(came)} came, {stayed[0]} stayed and defends."
    where = f"on {place}" if event.border else f"in {place}, where nobody stayed"
    return f"Battle {where}: {listed(came)} came, and {words.who(event.acting)} acts as defender first."


def _bounced(event: e.Bounced, words: Words) -> str:
    back = listed([f"{units} of {words.who(player)}" for player, units in event.back])
    left = [f"{words.who(player)} goes on with {units}" for player, units in event.left]
    on = left[0] if left else "nobody goes on"
    return f"Attackers bounce off each other before {words.place(event.place)}: {back} turn back, {on}."


def _aimed(event: e.Aimed, words: Words) -> str:
    by_player: dict[int, list[str]] = {}
    for aim in event.aims:
        bonus = f" (+{aim.bonus})" if aim.bonus else ""
        by_player.setdefault(aim.player, []).append(f"{dice_words(aim.dice)}{bonus} at {words.who(aim.target)}")
    told = "; ".join(f"{words.who(player)} aims {listed(aims)}" for player, aims in by_player.items())
    acting = f"{words.who(event.acting)} defends" if event.acting >= NOBODY else ""
    return _start(f"{_where(event.place, event.border, words)}, round {event.round} ({acting}): {told}.")


def _start(text: str) -> str:
    return text[0].upper() + text[1:]


def _fought(event: e.RoundFought, words: Words) -> str:
    parts = [*_strikes(event, words), *_duels(event, words), _losses(event, words)]
    return _start(f"{_where(event.place, event.border, words)}, round {event.round}: {'. '.join(parts)}.")


def _strikes(event: e.RoundFought, words: Words) -> Iterator[str]:
    for strike in event.strikes:
        hits = counted(strike.hits, "hit")
        target, player = words.who(strike.target), words.who(strike.player)
        yield f"{target} aims nothing at {player} and so takes {hits} without a roll"


def _duels(event: e.RoundFought, words: Words) -> Iterator[str]:
    """Say the dice of each pair of groups; what they cost is said once where it is all that the round costs."""
    alone = len(event.duels) == 1 and not event.strikes
    for duel in event.duels:
        one, other = (words.who(player) for player in duel.players)
        hands = [_hand(dice, bonus) for dice, bonus in zip(duel.dice, duel.bonus, strict=True)]
        lost = [f"{name} loses {count}" for name, count in zip((one, other), duel.lost, strict=True) if count]
        cost = "" if alone else f": {listed(lost) if lost else 'nobody loses'}"
        yield f"{one} rolls {hands[0]} against {hands[1]} of {other}{_tie(duel, one)}{cost}"


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
    left = dict(event.left)
    told = [
        f"{words.who(player)} loses {lost} and has {left[player]} left"
        if left[player]
        else f"{words.who(player)} loses the last {lost}"
        for player, lost in event.lost
        if lost
    ]
    kept = [f"{words.who(player)} keeps {_all(left[player])}" for player, lost in event.lost if not lost]
    lead = "" if len(event.duels) == 1 and not event.strikes else "In all, "
    return f"{lead}{listed([*told, *kept])}"


def _all(count: int) -> str:
    return f"all {count}" if count > 1 else "the only one"


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
    e.Revealed: lambda event, _words: _REVEALED[event.what],
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
    e.Emptied: lambda event, words: f"Nobody is left of the battle in {_where(event.place, event.border, words)}.",
    e.Broke: lambda event, words: (
        f"{words.who(event.seat)} breaks through to {words.place(event.target)} with {words.armies(event.count)}."
    ),
    e.Returned: _returned,
}
"""What says each event of simultaneous rounds."""
EVENTS = tuple(SENTENCES)
"""Every kind of event that simultaneous rounds tell."""
