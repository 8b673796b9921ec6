"""The contract every game fulfils, and what can be done with any game: run, record, replay, undo, verify."""
