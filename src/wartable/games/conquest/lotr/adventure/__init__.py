"""What adventure cards do: events when they are drawn, powers at their moment, windows of others, standing answers."""
