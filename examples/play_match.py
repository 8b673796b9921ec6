"""Play a match in code: three bots at Classic Risk, with a record that anyone can verify."""

from __future__ import annotations

from random import Random

from wartable import bots
from wartable.engine import registry
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match, play
from wartable.engine.record import SeatInfo, dump, load, of_match, verify

SEATS = ("medium", "easy", "random")


def main() -> None:
    """Play it, tell its last events, and check its record."""
    risk = registry.get("risk")
    match = Match(risk, risk.presets["engine"], len(SEATS), SealedDice.of("an example"))
    outcome = play(match, [bots.get(risk, level) for level in SEATS], [Random(seat) for seat in range(len(SEATS))])
    for move in match.moves[-3:]:
        for event in move.events:
            print(risk.tell(event, SEATS))
    print(f"After {len(match.moves)} entries: {outcome.reason if outcome else 'unfinished'}")
    record = dump(of_match(match, [SeatInfo(name=level, bot=level) for level in SEATS]))
    print(verify(load(record)).sentence)


if __name__ == "__main__":
    main()
