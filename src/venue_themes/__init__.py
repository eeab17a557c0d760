"""What two venues are about, what they share, where they differ, and how sure we are."""

import importlib
from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("venue-themes")
except PackageNotFoundError:  # a source tree on the path, not installed
    __version__ = "0+unknown"

_HOMES = {"run": "pipeline", "read": "pipeline", "assign": "assigning", "Result": "result",
          "Settings": "settings", "load_settings": "settings"}
_MODULES = ("explore", "figures")


def __getattr__(name: str):
    """Public names are loaded when first used, so that importing the package costs nothing."""
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    if name in _HOMES:
        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
