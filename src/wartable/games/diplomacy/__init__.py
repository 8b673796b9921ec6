"""The simultaneous family: Diplomacy on any map, with Middle-Earth Diplomacy VIII."""
