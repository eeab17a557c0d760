"""Can two venues be told apart by the form of their abstracts alone? Before and after cleaning.

usage: python benchmarks/form_auc.py A.jsonl.gz B.jsonl.gz

Prints the cross-validated AUC (5 folds) of two classifiers on counts of signs, digits, quotes, markup, newlines,
addresses and non-ASCII characters per 1,000 characters; no word is looked at. Then what remains after cleaning, as the table
of docs/cleaning.md: per sign its AUC alone, what the AUC of all loses without it, and how often it occurs at each venue.
"""

import re
import sys

import numpy as np

FEATURES = {
    "backslash": r"\\",
    "dollar": r"\$",
    "braces": r"[{}]",
    "asterisk": r"\*",
    "underscore": r"_",
    "caret": r"\^",
    "tilde": "~",
    "backtick": "`",
    "curly quote": "[‘’“”]",
    "straight double quote": '"',
    "apostrophe": "'",
    "en or em dash": "[–—]",
    "double hyphen": "--",
    "spaced hyphen": r"\s-\s",
    "hyphen": r"\w-\w",
    "newline": r"\n",
    "double space": "  ",
    "address": r"https?:|www\.|\w\.(?:com|io|org)\b",
    "digit": r"\d",
    "round bracket": r"[()]",
    "square bracket": r"[\[\]]",
    "per cent": "%",
    "comma": ",",
    "full stop": r"\.",
    "colon": ":",
    "semicolon": ";",
    "question mark": r"\?",
    "exclamation mark": "!",
    "slash": "/",
    "plus, equals, less, greater": r"[+=<>]",
    "ampersand": "&",
    "hash": "#",
    "non-ASCII letter": r"[^\W\d_a-zA-Z]",
    "other non-ASCII": r"[^\x00-\x7f\w‘’“”–—]",
    "capital": r"[A-Z]",
}


GROUPS = {
    "punctuation": r"[.,;:!?]",
    "brackets": r"[()\[\]]",
    "dashes": r"[–—-]",
    "markup": r"[\\${}*_^~`#<>]",
    "curly quotes": "[‘’“”]",
    "straight quotes": "['\"]",
    "digits": r"\d",
    "newlines": r"\n",
    "addresses": r"https?:|www\.",
    "non-ASCII": r"[^\x00-\x7f]",
}
NUMBERS = {
    "percentages": r"\d+(?:\.\d+)?\s?%",
    "names of models and data sets (GPT-4o, CIFAR-10)": r"(?<![\w-])(?![1-9]D\b)[A-Za-z]+[A-Za-z-]*\d[\w.-]*",
    "3D, 2D": r"\b[1-9]D\b",
    "whole numbers": r"(?<![\w.,-])\d+(?:,\d{3})*(?![\w.,%-]*[\w%])",
}
MOST_TELLING = 8  # rows of the table
OWN = (
    "digit",
    "per cent",
    "round bracket",
    "square bracket",
    "capital",
    "hyphen",
)  # what papers, not publishers, put in


def features(texts: list[str], signs: dict[str, str]) -> np.ndarray:
    """``(n_texts, n_signs)`` counts per 1,000 characters (counts alone would tell the lengths)."""
    patterns = [re.compile(pattern) for pattern in signs.values()]
    return np.array([[1000 * len(p.findall(t)) / max(len(t), 1) for p in patterns] for t in texts])


def linear_auc(x: np.ndarray, y: np.ndarray) -> float:
    """Cross-validated AUC of logistic regression."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return _crossed(make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)), x, y)


def trees_auc(x: np.ndarray, y: np.ndarray) -> float:
    """Cross-validated AUC of gradient boosting."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    trees = HistGradientBoostingClassifier(max_iter=80, learning_rate=0.05, max_leaf_nodes=8, random_state=0)
    return _crossed(trees, x, y)


def _crossed(model, x: np.ndarray, y: np.ndarray) -> float:
    from sklearn.model_selection import StratifiedKFold, cross_val_score

    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    return float(cross_val_score(model, x, y, cv=folds, scoring="roc_auc").mean())


def single(x: np.ndarray, y: np.ndarray) -> list[tuple[str, float]]:
    """Per feature the AUC of that feature alone, farthest from one half first."""
    from sklearn.metrics import roc_auc_score

    alone = [(name, float(roc_auc_score(y, x[:, i]))) for i, name in enumerate(FEATURES)]
    return sorted(alone, key=lambda pair: -abs(pair[1] - 0.5))


def what_remains(texts: list[str], y: np.ndarray, venues: list[str]) -> str:
    """The signs that tell most after cleaning, as a table; then the kinds of numbers behind the digits."""
    x = features(texts, FEATURES)
    whole, names = linear_auc(x, y), list(FEATURES)
    rows = [
        "| sign | AUC alone | AUC of all signs loses without it | a paper of " + " | a paper of ".join(venues) + " |",
        "|--|--|--|--|--|",
    ]
    for name, alone in single(x, y)[:MOST_TELLING]:
        lost = round(whole - linear_auc(np.delete(x, names.index(name), axis=1), y), 3) + 0.0  # no -0.000
        rows.append(f"| {name} | {max(alone, 1 - alone):.3f} | {lost:.3f} | {_rates(FEATURES[name], texts, y)} |")
    rows += [f"| {kind} | | | {_rates(pattern, texts, y)} |" for kind, pattern in NUMBERS.items()]
    return "\n".join(rows)


def _rates(pattern: str, texts: list[str], y: np.ndarray) -> str:
    counts = np.array([len(re.findall(pattern, text)) for text in texts])
    return " | ".join(f"{counts[y == side].mean():.2f}" for side in (0, 1))


def main(paths: list[str]) -> None:
    from venue_themes import cleaning, reading

    papers = cleaning.clean(reading.read_sources(paths).records, []).papers
    venues = sorted(papers["venue"].unique())
    y = (papers["venue"] == venues[-1]).to_numpy().astype(int)
    fewer = {name: sign for name, sign in FEATURES.items() if name not in OWN}
    for name, column in (("as published", "abstract"), ("cleaned", "text")):
        texts = papers[column].tolist()
        for what, signs in (
            ("groups of signs", GROUPS),
            ("single signs", FEATURES),
            ("single signs but digits, brackets, capitals, hyphens", fewer),
        ):
            x = features(texts, signs)
            print(
                f"{venues[0]} against {venues[-1]}, {name}, {what}: AUC {linear_auc(x, y):.3f} (logistic regression), "
                f"{trees_auc(x, y):.3f} (gradient boosting)"
            )
        strongest = single(features(texts, FEATURES), y)[:8]
        print("   alone: " + ", ".join(f"{feature} {value:.3f}" for feature, value in strongest))
    print("\nWhat remains:\n" + what_remains(papers["text"].tolist(), y, [venues[0], venues[-1]]))


if __name__ == "__main__":
    main(sys.argv[1:])
