"""Diplomacy as a game to sit down to: secret orders, reveals, votes and endings around the adjudicator."""
