"""Stated cases of conquest games (`conquest-cases/1`): a position, steps, what must hold afterwards."""
