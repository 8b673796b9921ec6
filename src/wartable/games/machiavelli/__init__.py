"""Machiavelli: powers of Italy with armies, fleets and garrisons, sieges and rebellions, and money that buys both."""
