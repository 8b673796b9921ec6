"""Lord of the Rings Machiavelli: five powers of Middle-earth, money and sieges, and a hidden ring-bearer."""
