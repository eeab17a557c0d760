"""Which cleaned abstracts are abstracts, and what to say of those that are not."""

import re

LONG = 20_000  # characters; above, a whole paper was pasted
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U00020000-\U0002ebef"
_WORD = re.compile(rf"[{_CJK}]|[^\W\d_](?:[\w'-]*\w)?")
_PLACEHOLDER = re.compile(
    r"\W*(?:t\.?b\.?[acds]\.?|n\.?/?a\.?|none|null|nil|nan|undefined|missing|empty|pending|todo\b.{0,40}|"
    r"(?:abstract )?to be (?:added|announced|confirmed|determined|done|provided|supplied|updated|written)|"
    r"not applicable|no description(?: available)?|(?:work )?in progress|(?:insert|enter|your) abstract(?: here)?|"
    r"abstract (?:goes here|pending)|(?:no |the )?abstracts?(?: (?:is )?(?:not )?(?:available|provided|"
    r"found|here|missing))?"
    r"|(?:an? |the )?(?:extended )?abstract (?:is )?(?:coming|to (?:appear|come|follow)|will (?:be|follow|"
    r"appear)|forthcoming)\b.{0,40}|not (?:yet )?available|unavailable|coming soon|to appear|see (?:the )?(?:pdf|paper|"
    r"attachment|attached)\b.{0,20}"
    r"|(?:this is )?(?:an? |the )?(?:place ?holder|dummy)(?: (?:abstract|text))?(?: here)?|"
    r"lorem ipsum.*|test|abc|asdf\w*|x+|\.+)\W*",
    re.I,
)
_WITHDRAWN = re.compile(
    r"\W*(?:withdrawn|retracted|desk[- ]rejected)\W*"
    r"|\W*(?:this|the|our) (?:paper|article|submission|manuscript|work|preprint|abstract|version|contribution|"
    r"talk|note)s? (?:has been|have been|had been|was|were|is|being|will be) (?:\w+ )?(?:withdrawn|retracted|"
    r"desk[- ]rejected|removed)\b.{0,250}"
    r"|\W*(?:withdrawn|retracted) (?:by|due|because|at the|from|upon|for)\b.{0,150}|\W*(?:paper|submission|"
    r"manuscript|article) (?:withdrawn|retracted)\b.{0,150}"
    r"|\W*(?:the )?authors? (?:has|have) (?:withdrawn|retracted)\b.{0,150}",
    re.I | re.S,
)


def n_words(text: str) -> int:
    """The number of words; in scripts written without spaces each sign counts as one."""
    return len(_WORD.findall(text))


def reason_to_reject(text: str, min_words: int) -> str | None:
    """Why a cleaned abstract cannot be kept, or None.

    >>> reason_to_reject("TBD", 2), reason_to_reject("[Withdrawn]", 2), reason_to_reject("We sort keys.", 2)
    ("placeholder ('TBD')", 'withdrawn (the abstract says so)', None)
    """
    if not text.strip():
        return "no abstract (missing or empty)"
    if len(text) < 400:
        if text.strip().lower() in {"nan", "<na>"}:
            return "no abstract (missing or empty)"
        if _PLACEHOLDER.fullmatch(text):
            return f"placeholder ('{text[:40]}')"
        if _WITHDRAWN.fullmatch(text):
            return "withdrawn (the abstract says so)"
        words = n_words(text)
        if words == 0:
            return "not text (no word in it)"
        if words < min_words:
            return f"too short ({words} of at least {min_words} words)"
    return None
