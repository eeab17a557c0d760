"""The figures of a run, by name: what the report shows and what ``figures`` writes."""

import pandas as pd
import plotly.graph_objects as go

from . import figures, findings


def key_figures(result) -> dict[str, go.Figure]:
    """All figures of a result, in reading order; those without anything to draw are left out.

    The names are those of the files that ``figures.save_figures`` writes.
    """
    papers, topics, assignments = result.papers, result.topics, result.assignments
    drawn = {
        "paper_map": figures.paper_map(assignments, topics, papers),
        "topic_sizes": figures.topic_sizes(topics, assignments, papers),
        "topic_number": figures.topic_number(result.metrics.get("themes", {})),
        "venue_profiles": profiles_figure(result),
        "theme_trends": trends_figure(result),
        "venue_positions": positions_figure(result),
        "topic_differences": figures.topic_differences(result.comparison, level=result.settings.comparison.level),
        "area_differences": figures.topic_differences(
            result.comparison, model="areas", level=result.settings.comparison.level
        ),
        "term_log_odds": figures.term_log_odds(result.term_comparison),
        "term_scatter": figures.term_scatter(result.term_comparison),
        "topic_similarity": similarity_figure(result),
        "topic_tree": figures.topic_tree(topics),
        "adjusted_differences": figures.adjusted_differences(result.weighed.get("adjusted")),
        "counting_views": figures.counting_views(result.weighed.get("counting")),
        "density_ratio": density_figure(result),
        "theme_flows": flows_figure(result),
        "topic_stability": figures.topic_stability(topics, needed=result.settings.comparison.min_stability),
        "detectable_difference": detectable_figure(result),
        "model_agreement": figures.model_agreement(agreement(result.metrics)),
        "model_maps": figures.model_maps(assignments, topics, papers, density=result.density),
    }
    return {name: fig for name, fig in drawn.items() if fig.data}


def weighed_pair(result) -> tuple[str, str]:
    """The pair of venues that was weighed, in name order; two empty names when there is none."""
    rows = result.weighed.get("counting")
    return ("", "") if rows is None or rows.empty else (str(rows["venue_a"].iloc[0]), str(rows["venue_b"].iloc[0]))


def profiles_figure(result, *, model: str | None = None) -> go.Figure:
    """What sets each of several venues apart; by area where the themes are too many to be read at a glance."""
    level, rest = result.settings.comparison.level, result.weighed.get("one_against_rest")
    if model is None:
        model = "areas" if len(result.topics[result.topics["model"] == "areas"]) else "bertopic"
    return figures.venue_profiles(rest, model=model, level=level)


def trends_figure(result, *, model: str = "bertopic") -> go.Figure:
    """The strongest trends over the years."""
    return figures.theme_trends(result.weighed.get("shares_over_years"), result.weighed.get("trends"), model=model)


def positions_figure(result, *, paths: bool = True) -> go.Figure:
    """Venues in theme space, with their paths over the years."""
    level = result.settings.comparison.level
    return figures.venue_positions(result.weighed.get("venue_positions"), paths=paths, level=level)


def density_figure(result) -> go.Figure:
    """The map's density ratio of the pair that was weighed."""
    return figures.density_ratio(result.weighed.get("density"), weighed_pair(result))


def flows_figure(result) -> go.Figure:
    """The themes of one venue's model laid over those of the other's."""
    return figures.theme_flows(result.weighed.get("flows"), result.weighed.get("alignment"), weighed_pair(result))


def similarity_figure(result, *, model: str = "bertopic") -> go.Figure:
    """The heat map of a model's topics, or the figure that says why there is none."""
    known = result.similarity.get(model)
    return figures.topic_similarity(
        [] if known is None else known, result.topics if known is not None else result.topics.head(0), model=model
    )


def detectable_figure(result, *, model: str = "bertopic") -> go.Figure:
    """Each theme's difference against the least that could have been shown."""
    asked = result.settings.comparison
    least = findings.detectable(result.comparison, model=model, level=asked.level, power=asked.power)
    return figures.detectable_difference(result.comparison, least, model=model)


def agreement(metrics: dict) -> pd.DataFrame:
    """How far each two models agree (adjusted mutual information, 0 by chance, 1 at most), models by models."""
    pairs = pd.DataFrame(metrics.get("agreement", []))
    if pairs.empty:
        return pairs
    models = list(dict.fromkeys([*pairs["model_a"], *pairs["model_b"]]))
    square = pd.DataFrame(1.0, index=models, columns=models)
    for row in pairs.itertuples():
        square.loc[row.model_a, row.model_b] = square.loc[row.model_b, row.model_a] = row.ami
    return square
