"""The table of the rules for docs/cleaning.md, made from the rules themselves.

``python -m venue_themes.cleaning.describe docs/cleaning.md`` puts it between the two marks of that file.
"""

import sys
from pathlib import Path

from .engine import clean_text
from .rules import RULES

BEGIN, END = "<!-- rules: begin -->", "<!-- rules: end -->"


def table() -> str:
    """A row per rule in their order: name, what it does, an example before and after all rules."""
    rows = ["| rule | what it does | example | becomes | titles too |", "|--|--|--|--|--|"]
    for rule in RULES:
        said = (rule.apply.__doc__ or "").strip().splitlines()[0].replace("``", "`")
        cells = (
            f"`{rule.name}`",
            said,
            _code(rule.example),
            _code(clean_text(rule.example, RULES)),
            "yes" if rule.titles else "no",
        )
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows)


def with_table(text: str) -> str:
    """The text of the page with the present table between its marks."""
    head, rest = text.split(BEGIN, 1)
    return f"{head}{BEGIN}\n{table()}\n{END}{rest.split(END, 1)[1]}"


def _code(text: str) -> str:
    shown = "".join(c if c.isprintable() else ("⏎" if c == "\n" else f"<U+{ord(c):04X}>") for c in text)
    return f"`` {shown} ``" if "`" in shown else f"`{shown}`"


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(with_table(page.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
