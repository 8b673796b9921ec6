"""Machiavelli as a game of the contract: who is asked when, what is legal, what is told and shown."""
