"""Simulation, comparison of players, balance reports, and the generated pages of the documentation."""
