"""The table of a scenario as a picture: terrain, places, names and figures, in the style of a campaign map."""
