"""Questions about a campaign that decide nothing: reach, ways, battles to come, retreats."""
