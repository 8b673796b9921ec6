"""Maps of other programs, read as our own."""
