"""The addresses of the HTTP API: thin handlers, one module per subject."""
