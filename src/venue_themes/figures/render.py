"""Child process of ``save``: draws figures with kaleido, so that a browser that hangs can be ended from outside."""

import asyncio
import json
import sys
from pathlib import Path


def jobs(folder: Path, names: list[str], formats: list[str], width: int, scale: int):
    """One drawing job per figure and format, as kaleido takes them."""
    for name in names:
        spec = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        for kind in formats:
            size = {"width": width, "height": spec["layout"].get("height", 480), "scale": scale if kind == "png" else 1}
            yield {"fig": spec, "path": str(folder / f"{name}.{kind}"), "opts": {"format": kind, **size}}


async def draw(job: dict) -> None:
    """Draw everything with one browser; MathJax would come from outside and is switched off."""
    import kaleido

    async with kaleido.Kaleido(n=1, timeout=60, mathjax=False, path=job["browser"]) as browser:
        work = jobs(Path(job["folder"]), job["names"], job["formats"], job["width"], job["scale"])
        problems = await browser.write_fig_from_object(work)
    if problems:
        raise problems[0]


if __name__ == "__main__":
    asyncio.run(draw(json.load(sys.stdin)))
