"""Posts with YAML front matter: a volume of the Proceedings of Machine Learning Research as its repository has it."""

import re
from collections.abc import Callable, Iterator

from .records import Raw

_FRONT = re.compile(r"\A\ufeff?---[ \t]*\r?\n.*?^(?:---|\.\.\.)[ \t]*\r?$", re.S | re.M)
_BIGGEST = 4 << 20  # a post is one paper


def is_post(text: str) -> bool:
    """Whether the text begins with front matter that names a title or an abstract."""
    found = _FRONT.match(text[:_BIGGEST])
    return bool(found) and bool(re.search(r"(?m)^(?:title|abstract)\s*:", found[0]))


def read_post(text: str, name: str, say: Callable[[str], None]) -> Iterator[Raw]:
    """The one record of a post; the text below the front matter stands in for a missing abstract."""
    import frontmatter
    import yaml

    try:
        post = frontmatter.loads(text[:_BIGGEST])
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, AttributeError) as problem:
        why = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        yield Raw(problem=f"the front matter cannot be parsed ({why})", excerpt=text[:200])
        return
    fields = {str(key): value for key, value in post.metadata.items() if not isinstance(value, dict) or key == "issued"}
    if not fields.get("abstract") and post.content.strip():
        fields["abstract"] = post.content.strip()
    if fields.get("volume") and "container-title" not in fields and "booktitle" not in fields:
        fields.setdefault("venue", f"PMLR v{fields['volume']}")
    yield Raw(fields)
