"""Where things are, and how a file is written so that it is either whole or not there."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def project_root() -> Path:
    """The folder that holds ``seeds/``, ``notebooks/`` and ``settings.toml``: the checkout, or the installed bundle."""
    checkout = PACKAGE.parent.parent
    return checkout if (checkout / "seeds").is_dir() and (checkout / "notebooks").is_dir() else PACKAGE / "bundled"


def seed_files() -> list[Path]:
    """The embedded default input, in name order."""
    return sorted((project_root() / "seeds").glob("*.txt"))


def cache_folder() -> Path:
    """The folder of the cache: ``VENUE_THEMES_CACHE``, else ``venue-themes`` under the user's cache folder."""
    named = os.environ.get("VENUE_THEMES_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "venue-themes"


def cores() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def atomic_path(target: Path) -> Iterator[Path]:
    """A temporary path beside ``target`` that replaces it when the block ends well, and vanishes when it does not."""
    target = Path(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=target.suffix)
    os.close(handle)
    try:
        yield Path(name)
        os.chmod(name, 0o644)  # mkstemp makes private files; results are meant to be read by others
        os.replace(name, target)
    finally:
        Path(name).unlink(missing_ok=True)


def write_text(target: Path, text: str) -> None:
    """Write ``text`` as UTF-8 with ``\\n`` line ends, atomically."""
    with atomic_path(target) as path:
        path.write_text(text, encoding="utf-8", newline="\n")
