"""A campaign as values: its state, its world, its figures and forces, what may be decided and what is told."""
