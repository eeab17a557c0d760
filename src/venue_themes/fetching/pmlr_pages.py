"""Papers of a volume of the Proceedings of Machine Learning Research: its BibTeX file, else its pages."""

import html
import re
import time
from collections.abc import Iterator
from urllib.parse import urljoin

from ..errors import InputError
from .polite import NotWhatWasAsked, insist, page_text, session

BASE = "https://proceedings.mlr.press"
_BIBLIOGRAPHIES = ("assets/bib/bibliography.bib", "bibliography.bib")
_PAPER = re.compile(r'<div class="paper">(.*?)</div>', re.S)
_ABSTRACT_LINK = re.compile(r'<a href="([^"]+)"[^>]*>\s*abs\s*</a>', re.I)
_HEADING = re.compile(r"<h2[^>]*>\s*Volume\s+\d+\s*:?\s*(.*?)</h2>", re.S)
_TITLE = re.compile(r'<meta name="citation_title" content="([^"]*)"|<h1[^>]*>(.*?)</h1>', re.S)
_ABSTRACT = re.compile(r'<div[^>]*(?:id|class)="abstract"[^>]*>(.*?)</div>', re.S)
_YEAR = re.compile(r'<meta name="citation_publication_date" content="(\d{4})')
_BOOK = re.compile(r'<meta name="citation_(?:conference_title|inbook_title|journal_title)" content="([^"]*)"')


def pages(
    query: str, done: list[str], *, base_url: str = BASE, page_size: int = 20, pause: float = 0.5, tries: int = 5
) -> Iterator[tuple[list[dict], int | None]]:
    """Pages of papers and how many there are in all; ``query`` is the number of the volume."""
    number = re.fullmatch(r"\s*v?(\d+)\s*", str(query), re.I)
    if not number:
        raise InputError("The volume is", repr(query), "its number, such as 267", "The list is at proceedings.mlr.press.")
    volume = f"v{number[1]}"
    web, root = session(missing_is_fine=True), f"{base_url.rstrip('/')}/{volume}/"
    papers = _from_bibliography(web, root, f"PMLR {volume}", tries, pause)
    if papers:
        yield papers, len(papers)
        return
    index = insist(lambda: _index(web, root), f"PMLR {volume}", web, tries=tries, pause=pause)
    links = [urljoin(root, found[1]) for block in _PAPER.findall(index) if (found := _ABSTRACT_LINK.search(block))]
    heading = _HEADING.search(index)
    known = set(done)
    wanted = [link for link in links if _id(link) not in known]
    for start in range(0, len(wanted), page_size):
        page = []
        for link in wanted[start : start + page_size]:
            page.append(
                insist(
                    lambda link=link: _paper(web, link, _plain(heading[1]) if heading else None),
                    f"PMLR {link}",
                    web,
                    tries=tries,
                    pause=pause,
                )
            )
            time.sleep(pause)
        yield page, len(links)


def _from_bibliography(web, root: str, what: str, tries: int, pause: float) -> list[dict]:
    import bibtexparser

    for place in _BIBLIOGRAPHIES:
        text = insist(lambda place=place: page_text(web, root + place), what, web, tries=tries, pause=pause)
        if text and text.lstrip().startswith("@"):
            entries = bibtexparser.parse_string(text).entries
            rows = [
                {"id": entry.key, **{field.key.lower(): str(field.value) for field in entry.fields}}
                for entry in entries
            ]
            kept = ("id", "title", "abstract", "booktitle", "year", "url", "volume")
            return [{name: row[name] for name in kept if name in row} for row in rows if row.get("abstract")]
    return []


def _index(web, root: str) -> str:
    text = page_text(web, root)
    if text is None:
        raise InputError("PMLR has", f"no such volume ({root})", "a volume that exists", "The list is at proceedings.mlr.press.")
    if '<div class="paper">' not in text:
        raise NotWhatWasAsked("no list of papers in the page")
    return text


def _paper(web, link: str, book: str | None) -> dict:
    text = page_text(web, link)
    if text is None:  # a dead link is a record without an abstract, and stops nothing
        return {"id": _id(link), "booktitle": book, "url": link}
    abstract, title, year, named = _ABSTRACT.search(text), _TITLE.search(text), _YEAR.search(text), _BOOK.search(text)
    if not abstract or not title:
        raise NotWhatWasAsked("a page without title and abstract")
    return {
        "id": _id(link),
        "title": _plain(title[1] or title[2]),
        "abstract": _plain(abstract[1]),
        "booktitle": _plain(named[1]) if named else book,
        "year": int(year[1]) if year else None,
        "url": link,
    }


def _id(link: str) -> str:
    return link.rsplit("/", 1)[-1].removesuffix(".html")


def _plain(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", markup)).strip()
