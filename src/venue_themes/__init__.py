"""What two venues are about, what they share, where they differ, and how sure we are."""

import importlib
from importlib.metadata import version

__version__ = version("venue-themes")

_HOMES = {"read": "reading_and_cleaning"}


def __getattr__(name: str):
    """Public names are loaded when first used, so that importing the package costs nothing."""
    homes = {"run": "pipeline", "read": "pipeline", "Result": "pipeline", "load_settings": "settings", "Settings": "settings",
             "figures": None, "explore": None}
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = homes[name]
    return importlib.import_module(f".{home or name}", __name__) if home is None else getattr(importlib.import_module(f".{home}", __name__), name)
