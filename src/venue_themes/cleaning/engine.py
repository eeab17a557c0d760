"""Rules applied until nothing changes, with an account of what each of them did."""

from dataclasses import dataclass, field

from .rules import Rule

ROUNDS = 12  # a text settles in two or three
SAMPLES, CONTEXT = 3, 60


@dataclass
class Account:
    """What a rule did to a list of texts: how many it changed, characters removed, and the first samples."""

    papers_changed: int = 0
    characters_removed: int = 0
    samples: list[tuple[str, str]] = field(default_factory=list)

    def add(self, other: "Account") -> None:
        """Take in the account of the texts that follow."""
        self.papers_changed += other.papers_changed
        self.characters_removed += other.characters_removed
        self.samples = (self.samples + other.samples)[:SAMPLES]


def clean_text(text: str, rules: tuple[Rule, ...], accounts: dict[str, Account] | None = None) -> str:
    """The text after all rules, again and again until a round changes nothing (so it is idempotent)."""
    changed: set[str] = set()
    signs = set(text)
    for _ in range(ROUNDS):
        before_round = text
        for rule in rules:
            if (rule.signs and rule.signs.isdisjoint(signs)) or (rule.test and not rule.test(text)):
                continue
            before, text = text, rule.apply(text)
            if text == before:
                continue
            signs = set(text)
            if accounts is not None:
                _note(accounts[rule.name], before, text, rule.name not in changed)
                changed.add(rule.name)
        if text == before_round:
            break
    return text


def clean_texts(texts: list[str], rules: tuple[Rule, ...]) -> tuple[list[str], dict[str, Account]]:
    """The cleaned texts, and per rule its account."""
    accounts = {rule.name: Account() for rule in rules}
    return [clean_text(text, rules, accounts) for text in texts], accounts


def _note(account: Account, before: str, after: str, first: bool) -> None:
    account.characters_removed += max(0, len(before) - len(after))
    if first:
        account.papers_changed += 1
        if len(account.samples) < SAMPLES:
            account.samples.append(difference(before, after))


def difference(before: str, after: str) -> tuple[str, str]:
    """The first place where two texts differ, with some words around it."""
    shortest = min(len(before), len(after))
    at = next((i for i in range(shortest) if before[i] != after[i]), shortest)
    back = 0
    while back < shortest - at and before[-1 - back] == after[-1 - back]:
        back += 1
    start = max(0, at - CONTEXT // 2)

    def cut(text: str) -> str:
        end = min(len(text) - back + CONTEXT // 2, start + 2 * CONTEXT)
        return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")

    return cut(before), cut(after)
