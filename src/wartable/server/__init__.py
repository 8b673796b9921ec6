"""The place to play: storage, lobby, tables, bots at work, HTTP API and event stream."""
