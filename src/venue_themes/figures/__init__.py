"""Figures: tidy frames in, plotly figures out. Nothing here fits, samples, embeds or reads."""

from .comparison import term_log_odds, term_scatter, topic_differences
from .maps import model_maps, paper_map
from .save import find_browser, save_figures
from .topics import model_agreement, topic_similarity, topic_sizes, topic_stability, topic_tree

__all__ = [
    "find_browser",
    "model_agreement",
    "model_maps",
    "paper_map",
    "save_figures",
    "term_log_odds",
    "term_scatter",
    "topic_differences",
    "topic_similarity",
    "topic_sizes",
    "topic_stability",
    "topic_tree",
]
