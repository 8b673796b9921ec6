"""Classic Risk."""
