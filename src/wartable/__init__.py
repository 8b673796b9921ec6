"""Wartable: a rules engine, a place to play and a laboratory for conquest games."""
