"""What surrounds movement: the calendar, retreats, adjustments, and what each power has to decide."""
