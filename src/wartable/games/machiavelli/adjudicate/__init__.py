"""Single steps of a year judged for game masters: positions and orders as text or JSON in, verdicts and reasons out."""
