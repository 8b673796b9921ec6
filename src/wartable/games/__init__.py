"""The rules of the games, one package per family, and what all share; families never import each other."""
