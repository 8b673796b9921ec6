"""Steps that bring a database of any released version to the present one (Alembic)."""
