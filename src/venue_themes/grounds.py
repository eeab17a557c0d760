"""What the themes rest on, in sentences: their number, the papers in none, and their counterparts in other models."""

import pandas as pd

from .figures.theme import MODEL_NAMES, percent, points
from .phrasing import counted, listing, named

NAMED = 5  # themes named per sentence


def number(themes: dict) -> list[str]:
    """Why there are as many themes as there are, from ``metrics["themes"]``."""
    if themes.get("silhouettes"):
        return [_by_silhouette({int(k): value for k, value in themes["silhouettes"].items()})]
    rows = [row for row in themes.get("curve", []) if row["model"] == "bertopic"]
    ran = next((row for row in rows if row["ran"]), None)
    if ran is None:
        return []
    others = [f"{row['stability']:.2f} with {counted(row['n_topics'], 'theme')}" for row in rows if row is not ran]
    return [f"Found again on random parts of the papers, {counted(ran['n_topics'], 'theme')} agree with themselves at "
            f"{ran['stability']:.2f} (adjusted Rand index; 1 is perfect); it would be {listing(others)}."]


def _by_silhouette(values: dict[int, float]) -> str:
    best = max(values, key=lambda k: (values[k], -k))
    said = f"Of {min(values)} to {max(values)} themes, {best} have the largest silhouette ({values[best]:.2f})"
    at_end = best == max(values) and len(values) > 1
    return said + ("; that is the most that were tried, so the papers may hold more." if at_end else ".")


def in_no_theme(themes: dict, *, level: float = 0.05) -> list[str]:
    """How many papers are in no theme, and whether the venues differ in that, a sentence per pair of venues."""
    venues, pairs = themes.get("in_none", []), themes.get("in_none_pairs", [])
    if not any(row["in_none"] for row in venues):
        return ["Every paper is in a theme."]
    if not pairs:
        return [f"{percent(row['share'])} of the papers of {row['venue']} are in no theme." for row in venues]
    return [_loose(row, level) for row in pairs]


def _loose(row: dict, level: float) -> str:
    chance = "more than" if row["p"] < level else "no more than"
    p = "p < 0.001" if row["p"] < 0.001 else f"p = {row['p']:.2g}"
    return (f"In no theme are {percent(row['share_a'])} of the papers of {row['venue_a']} and {percent(row['share_b'])} of "
            f"{row['venue_b']}: {points(row['difference'])} points ({100 * (1 - level):g} % interval {points(row['low'])} to "
            f"{points(row['high'])}; {p}), {chance} chance explains.")


def counterparts(matches: pd.DataFrame) -> list[str]:
    """How many themes the other models find too, and the largest of those that none of them does."""
    if matches.empty:
        return []
    models = list(dict.fromkeys(matches["model_b"]))
    agreeing = matches.groupby("topic")["agrees"].sum()
    names = listing([MODEL_NAMES.get(model, model) for model in models])
    said = f"{(agreeing == len(models)).sum()} of {counted(len(agreeing), 'theme')} have a counterpart in {names}"
    if len(models) > 1:
        said += f", {((agreeing > 0) & (agreeing < len(models))).sum()} in one of them"
    alone = matches[matches["topic"].isin(agreeing.index[agreeing == 0])].drop_duplicates("topic")
    alone = alone.sort_values(["papers", "topic"], ascending=[False, True])
    if alone.empty:
        return [f"{said}."]
    first = [named(label) for label in alone["label"].head(NAMED)]
    first += [f"{len(alone) - NAMED} more"] if len(alone) > NAMED else []
    return [f"{said}, {len(alone)} in none: {listing(first)}."]
