"""The rules of the games, one package per family; families never import each other."""
