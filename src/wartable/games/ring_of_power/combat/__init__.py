"""Combat of Ring of Power: one fight as a value that waits for decisions and dice, and its exact odds.

`machine.begin(battle)` gives a `Stage`; `stage.awaits` says whose `Decision` or which dice (`Throw`) it waits for, and
`machine.answer(stage, reply)` goes on until `summary.report(stage)` tells what came of it. `odds.front.odds(battle)`
tells before, exactly.
"""
