"""Papers as they come, on disk after each page, so that a broken download goes on where it stopped."""

import datetime
import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import InputError
from ..paths import atomic_path


class Store:
    """The part file of a download and what is in it.

    Parameters
    ----------
    out
        The file to write in the end; ``OUT.part`` beside it until then.
    source
        What is downloaded; a part file of another source is not gone on with.
    """

    def __init__(self, out: Path, source: str):
        self.out, self.source = out, source
        self.part = out.with_name(out.name + ".part")
        self.done: list[str] = []

    @contextmanager
    def opened(self, progress: bool) -> Iterator["Store"]:
        """The store, open for adding, with a progress bar."""
        from tqdm import tqdm

        self._check_out()
        self._recover()
        try:
            with (
                open(self.part, "a", encoding="utf-8", newline="\n") as self._file,
                tqdm(desc=self.source, initial=len(self.done), unit=" papers", disable=not progress, delay=1) as self._bar,
            ):
                yield self
        finally:
            if not self.done:
                self.part.unlink(missing_ok=True)

    def _check_out(self) -> None:
        """Tell before the download, not after it, that nothing can be written here."""
        try:
            if self.out.is_dir():
                raise IsADirectoryError(21, "it is a folder")
            self.part.parent.mkdir(parents=True, exist_ok=True)
            self.part.open("a").close()
        except OSError as problem:
            raise InputError(
                "File", f"{self.out} cannot be written ({problem.strerror})", "a file to write to", "Give another one with --out."
            ) from None

    def _recover(self) -> None:
        """Read the ids of the part file, and cut off a last line that was not written to its end."""
        if not self.part.exists():
            return
        whole = []
        for line in self.part.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True):
            try:
                row = json.loads(line) if line.endswith("\n") else None
            except ValueError:
                row = None
            if row is None:
                break
            if row.get("source") != self.source:
                raise InputError(
                    f"Part file {self.part} holds",
                    f"papers of {row.get('source')}",
                    f"papers of {self.source}",
                    "Delete it, or write to another file.",
                )
            whole.append(line)
            self.done.append(str(row["id"]))
        self.part.write_text("".join(whole), encoding="utf-8", newline="\n")

    def add(self, page: list[dict], total: int | None) -> None:
        """Write the papers of a page that are new."""
        today, known = datetime.date.today().isoformat(), set(self.done)
        fresh = [paper for paper in page if str(paper["id"]) not in known]
        for paper in fresh:
            self._file.write(json.dumps({**paper, "source": self.source, "fetched": today}, ensure_ascii=False) + "\n")
        self._file.flush()
        self.done += [str(paper["id"]) for paper in fresh]
        self._bar.total = total
        self._bar.update(len(fresh))

    def summary(self) -> str:
        """What was written, when, and what to do with it."""
        day = datetime.date.today().isoformat()
        return (
            f"{len(self.done):,} papers of {self.source}, fetched {day}: {self.out}. "
            f"Go on with: venue-themes report {self.out} OTHER-FILES --out mine"
        )

    def finished(self) -> Path:
        """Put the whole file in its place."""
        if not self.done:
            raise InputError(
                f"The search for {self.source} gave",
                "no paper",
                "at least one",
                "Check the name of the venue, the volume or the query.",
            )
        data = self.part.read_bytes()
        with atomic_path(self.out) as path:
            path.write_bytes(gzip.compress(data, mtime=0) if self.out.suffix == ".gz" else data)
        self.part.unlink()
        return self.out
