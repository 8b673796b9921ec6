"""Orders, positions and verdicts as text: the lenient reader, the plain-text and JSON forms, the report."""
