"""The names that known exports give to our fields, best first."""

_TABLE = {
    "source_id": (
        "id; paper id; paperid; openreview id; forum; key; ut; ut (unique wos id); unique wos id; eid; pmid; "
        "publication id; corpusid; corpus id; arxiv id; arxiv_id; anthology id; number; uid; accession number; "
        "an; citekey"
    ),
    "venue": (
        "venue; conference; conference name; conf; venue name; event; event title; eventtitle; booktitle; book "
        "title; anthology title; proceedings title; container-title; source title; publication title; journal; journaltitle; "
        "journal title; publication venue; publicationvenue; publication name; so; jt; t2; jf; jo; bt; ct; "
        "venueid; source; invitation; invitations"
    ),
    "year": (
        "year; publication year; pubyear; py; published year; y1; date; publication date; publicationdate; "
        "published; published date; issued; cover date; da; dp; versions; update_date; event date; edat"
    ),
    "title": (
        "title; paper title; article title; titles; document title; paper; paper name; ti; t1; name; tex_title"
    ),
    "abstract": (
        "abstract; abstract note; abstractnote; abstracts; paper abstract; abstract text; ab; n2; summary; "
        "summaries; description"
    ),
    "keywords": (
        "keywords; author keywords; de; kw; ot; keyword; manual tags; tags; terms; fieldsofstudy; fields of "
        "study; mesh terms; mh; index keywords; id_keywords; categories"
    ),
    "primary_area": (
        "primary area; primary subject area; subject areas; subject area; area; primary category; "
        "primary_category; topic"
    ),
    "decision": (
        "decision; status; presentation; presentation type; event_type; accept type; acceptance"
    ),
    "url": (
        "url; link; paper link; paper url; openreview link; ur; l1; pdf; pdf url; dimensions url; doi; do; di"
    ),
}
ALIASES = {field: tuple(names.split("; ")) for field, names in _TABLE.items()}


def alias_table() -> str:
    """The known column names as the table of docs/reading.md."""
    rows = [f"| `{ours}` | {', '.join(f'`{name}`' for name in names)} |" for ours, names in ALIASES.items()]
    return "\n".join(["| our field | columns it is found in |", "|--|--|", *rows])
