"""Runs migrations on the connection that `wartable.server.migrate` hands over."""

from alembic import context

from wartable.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transaction_per_migration=False)
with context.begin_transaction():
    context.run_migrations()
