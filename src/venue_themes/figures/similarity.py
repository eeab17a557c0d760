"""How alike the topics are, and how far the models agree."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from .theme import FAINT, MODEL_NAMES, empty, label, literal, styled

SIMILARITY = ((0.0, "#ffffff"), (0.5, "#9fc3e0"), (1.0, "#17457a"))


def topic_similarity(similarity: np.ndarray, topics: pd.DataFrame, *, model: str = "bertopic") -> go.Figure:
    """Cosine similarity of the topics' centroids as a heat map, near topics side by side.

    ``similarity`` is ``(n_topics, n_topics)``; rows and columns are put in the order of a dendrogram's leaves.
    """
    names = topics[topics["model"] == model].sort_values("topic")["label"].tolist()
    similarity = np.asarray(similarity, dtype=float)
    if len(names) < 2:
        return empty("How alike the themes are", "It takes two themes to compare.")
    order = leaf_order(similarity)
    shown = similarity[np.ix_(order, order)]
    few = len(order) <= 14
    ticks = [label(names[i], 30) for i in order]
    at = list(range(len(order)))
    low = float(np.quantile(shown[~np.eye(len(shown), dtype=bool)], 0.02))
    fig = go.Figure(
        go.Heatmap(
            z=np.where(np.eye(len(shown), dtype=bool), np.nan, shown.round(3)),
            x=at,
            y=at,
            colorscale=SIMILARITY,
            zmin=min(low, 0.9),
            xgap=1,
            ygap=1,
            hovertemplate="%{y}<br>%{x}<br>similarity %{z:.2f}<extra></extra>",
            hoverongaps=False,
            colorbar={
                "thickness": 10,
                "len": 160,
                "lenmode": "pixels",
                "outlinewidth": 0,
                "tickformat": ".2f",
                "nticks": 4,
                "y": 1,
                "yanchor": "top",
            },
        )
    )
    styled(
        fig,
        "How alike the themes are",
        "Cosine similarity of the themes' centres; neighbours in the list are alike.",
        height=max(15 * len(order), 240) + (100 if few else 0),
    )
    fig.update_layout(plot_bgcolor=FAINT)
    fig.update_yaxes(
        tickvals=at,
        ticktext=ticks,
        autorange="reversed",
        showgrid=False,
        automargin=True,
        tickfont={"size": 12 if few else 10.5},
        ticklabelstandoff=4,
    )
    fig.update_xaxes(tickvals=at, ticktext=ticks, showticklabels=few, tickangle=-45, showgrid=False, automargin=True)
    return fig


def leaf_order(similarity: np.ndarray) -> list[int]:
    """Leaves of an average-linkage dendrogram with optimal ordering (Bar-Joseph et al. 2001), on 1 - similarity."""
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    if len(similarity) < 3:
        return list(range(len(similarity)))
    distance = np.clip(1 - (similarity + similarity.T) / 2, 0, None)
    np.fill_diagonal(distance, 0)
    return leaves_list(linkage(squareform(distance, checks=False), "average", optimal_ordering=True)).tolist()


def model_agreement(agreement: pd.DataFrame) -> go.Figure:
    """How far two models part the papers alike; a square frame of scores, 0 to 1, models by models."""
    if len(agreement) < 2:
        return empty("Do the models agree?", "It takes two models to compare.")
    models = [literal(MODEL_NAMES.get(m, m)) for m in agreement.columns]
    values = agreement.to_numpy(float)
    shown = [["" if i == j else f"{v:.2f}" for j, v in enumerate(line)] for i, line in enumerate(values)]
    fig = go.Figure(
        go.Heatmap(
            z=np.where(np.eye(len(values), dtype=bool), np.nan, values),
            x=models,
            y=models,
            zmin=0,
            zmax=1,
            colorscale=SIMILARITY,
            showscale=False,
            text=shown,
            texttemplate="%{text}",
            xgap=2,
            ygap=2,
            hoverinfo="skip",
            hoverongaps=False,
        )
    )
    styled(
        fig,
        "Do the models agree?",
        "1: they part the papers alike; 0: no more than by chance.",
        height=56 * len(models),
    )
    fig.update_yaxes(autorange="reversed", showgrid=False, automargin=True, ticklabelstandoff=6)
    fig.update_xaxes(showgrid=False)
    return fig
