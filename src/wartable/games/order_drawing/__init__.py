"""Pictures of simultaneous games: units and orders on a board, for every family that gives orders."""
