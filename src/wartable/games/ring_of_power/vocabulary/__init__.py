"""The words in which scenarios state their special rules: filters of figures, conditions, tests and effects.

In a file a condition is a map that begins with `is`, an effect one that begins with `do`; the docstrings are their
documentation. `it` stands for the figure or force that a rule is being applied to. Lengths are 1/1000 inch in values,
inches in files.
"""
