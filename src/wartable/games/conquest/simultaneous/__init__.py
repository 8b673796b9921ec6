"""Simultaneous moves: all write their moves, then they collide, and battles may have several sides."""
