"""Case files and recorded games, run against the adjudicator."""
