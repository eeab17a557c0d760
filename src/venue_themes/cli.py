"""The command line: ``venue-themes clean|run|report|figures|assign|fetch``."""

import argparse
import contextlib
import os
import sys
import warnings
from pathlib import Path

from . import __version__
from .errors import VenueThemesError

DONE, OUR_FAULT, CANNOT_USE = 0, 1, 2
VERBS = {
    "clean": ("data", "read and clean: papers.parquet, rejects.csv, cleaning.json"),
    "run": ("data", "the above, and topics, assignments, comparison, metrics, manifest"),
    "report": ("reports", "the above, and the notebooks as pages, index.html"),
    "figures": ("figures", "the figures as html, json, svg, png, pdf, and their manifest"),
}


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit status: 0 done, 1 a fault of ours, 2 the input or the settings cannot be used."""
    options = parser().parse_args(arguments)
    warnings.showwarning = _say_warning
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    try:
        options.act(options)
    except VenueThemesError as problem:
        print(problem, file=sys.stderr)
        return CANNOT_USE
    except BrokenPipeError:  # the reader of our output has gone
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    return DONE


def parser() -> argparse.ArgumentParser:
    """The parser of all verbs; building it imports nothing heavy."""
    top = argparse.ArgumentParser(prog="venue-themes", description="What two venues are about, what they share, where "
                                  "they differ, and how sure we are, from paper abstracts.")
    top.add_argument("--version", action="version", version=f"venue-themes {__version__}")
    verbs = top.add_subparsers(title="verbs", metavar="VERB", required=True)
    for name, (folder, what) in VERBS.items():
        verb = verbs.add_parser(name, help=what, description=what[0].upper() + what[1:] + ".")
        verb.add_argument("sources", nargs="*", metavar="SOURCE", help="files or folders of abstracts; none: seeds/")
        _add_common(verb, folder)
        verb.add_argument("--refits", metavar="N", help="refits behind the stability of themes")
        verb.set_defaults(act=globals()[f"_{name}"])
    assign = verbs.add_parser("assign", help="place new papers in the themes of a finished run: assigned.parquet",
                              description="Place new papers in the themes of a finished run, which stay as they are.")
    assign.add_argument("run", type=Path, metavar="RUN", help="the folder that venue-themes run --out wrote")
    assign.add_argument("sources", nargs="+", metavar="SOURCE", help="files or folders of new abstracts")
    _add_common(assign, "assigned")
    assign.set_defaults(act=_assign)
    fetch = verbs.add_parser("fetch", help="download a venue into a file that the other verbs read",
                             description="Download a venue into a JSON Lines file that the other verbs read.")
    fetch.add_argument("kind", choices=["openreview", "pmlr", "arxiv"], metavar="KIND", help="openreview, pmlr or arxiv")
    fetch.add_argument("query", metavar="QUERY", help="venue id, volume number, or arXiv query")
    fetch.add_argument("--out", type=Path, metavar="FILE", help="the file to write")
    fetch.add_argument("--accepted", action="store_true", help="OpenReview: accepted papers only")
    fetch.set_defaults(act=_fetch)
    return top


def _add_common(verb: argparse.ArgumentParser, folder: str) -> None:
    verb.add_argument("--out", type=Path, default=Path(folder), metavar="DIR", help=f"folder to write to ({folder}/)")
    verb.add_argument("--settings", type=Path, metavar="FILE", help="a TOML file; settings.toml lists every setting")
    verb.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="one setting: themes.resolution=6")
    verb.add_argument("--columns", metavar="OURS=THEIRS,...", help="column names: title=Paper,abstract=Summary")
    verb.add_argument("--venue", help="venue of records that name none")
    verb.add_argument("--year", help="year of records that name none")
    verb.add_argument("--no-cache", action="store_true", help="compute everything, keep nothing between runs")


def _settings(options: argparse.Namespace, base=None):
    """The settings asked for, laid over ``base`` (none: the defaults)."""
    from .settings import Settings, changed, with_overrides

    named = {"reading.venue": options.venue, "reading.year": options.year, "comparison.refits": vars(options).get("refits")}
    columns = [f"reading.columns.{pair}" for pair in (options.columns or "").split(",") if pair]
    overrides = [*options.set, *(f"{k}={v}" for k, v in named.items() if v is not None), *columns]
    return with_overrides(changed(base or Settings(), options.settings), overrides)


def _clean(options: argparse.Namespace) -> None:
    from .pipeline import clean

    corpus = clean(options.sources or None, settings=_settings(options), out=options.out)
    say(*corpus.cleaning["warnings"])
    say(f"{corpus.cleaning['read']} records read, {corpus.cleaning['kept']} kept, {corpus.cleaning['rejected']} rejected: "
        f"{options.out}")


def _run(options: argparse.Namespace):
    from .pipeline import run

    result = run(options.sources or None, settings=_settings(options), out=options.out, cache=not options.no_cache)
    say(*result.cleaning["warnings"], *result.notes, f"Tables: {options.out}")
    return result


def _report(options: argparse.Namespace) -> None:
    from .report import write_report

    result = _run(options)
    page = write_report(result, sources=options.sources or None, settings=_settings(options), out=options.out)
    say(f"Report: {page}")


def _figures(options: argparse.Namespace) -> None:
    from .pipeline import run
    from .report import write_figures

    result = run(options.sources or None, settings=_settings(options), cache=not options.no_cache)
    say(*result.cleaning["warnings"], *result.notes)
    write_figures(result, options.out)
    say(f"Figures: {options.out}")


def _assign(options: argparse.Namespace) -> None:
    from .assigning import assign
    from .finished import read_run

    run = read_run(options.run)
    found = assign(run, options.sources, settings=_settings(options, run.settings), out=options.out,
                   cache=not options.no_cache)
    say(*found.corpus.cleaning["warnings"], *found.notes, f"Table: {options.out / 'assigned.parquet'}")


def _fetch(options: argparse.Namespace) -> None:
    from .fetching import fetch

    out = options.out or Path(f"{options.kind}.jsonl")
    extra = {"accepted": True} if options.accepted else {}
    fetch(options.kind, options.query, out, say=say, **extra)


def say(*sentences: str) -> None:
    """Print sentences to stderr, a line each; stdout is left to data."""
    for sentence in sentences:
        print(sentence, file=sys.stderr)


def _say_warning(message, category, *_rest) -> None:
    if category is UserWarning or not issubclass(category, DeprecationWarning | FutureWarning | ResourceWarning):
        print(f"Warning: {' '.join(str(message).split())}", file=sys.stderr)
