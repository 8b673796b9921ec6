"""What players made of code know of the Balance of Power variant beyond the family: shop, neutral army, objectives."""
