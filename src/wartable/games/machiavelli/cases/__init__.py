"""Stated cases of Machiavelli, schema `machiavelli-cases/1`, held against the rules."""
