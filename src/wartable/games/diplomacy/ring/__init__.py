"""Ring diplomacy: the Diplomacy adaption of the notes on Lord of the Rings Risk."""
