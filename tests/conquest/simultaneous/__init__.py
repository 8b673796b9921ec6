"""Lord of the Rings Risk."""
