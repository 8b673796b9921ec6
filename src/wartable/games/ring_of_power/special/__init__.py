"""Special rules at work: which figures fit a filter, which conditions hold, and what effects do."""
