"""Wartable: a rules engine, a place to play and a laboratory for conquest games."""

from importlib.metadata import version as _version

__version__: str


def __getattr__(name: str) -> str:
    """Return the version of the installed package as `__version__`, looked up when it is asked for."""
    if name == "__version__":
        return _version("wartable")
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
