"""What every conquest game is made of: territories, armies, dice, cards, turns."""
