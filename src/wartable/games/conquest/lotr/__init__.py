"""Lord of the Rings Risk in both editions: sides of good and evil, leaders, missions, cards out of turn, the Ring."""
