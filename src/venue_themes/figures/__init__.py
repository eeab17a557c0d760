"""Figures: tidy frames in, plotly figures out. Nothing here fits, samples, embeds or reads."""

from .comparison import detectable_difference, topic_differences
from .maps import paper_map
from .numbers import topic_number
from .positions import venue_positions
from .profiles import venue_profiles
from .save import find_browser, save_figures
from .side_by_side import model_maps
from .similarity import model_agreement, topic_similarity
from .topics import topic_sizes, topic_stability, topic_tree
from .weighed import adjusted_differences, counting_views, density_ratio, theme_flows
from .words import term_log_odds, term_scatter
from .years import theme_trends

__all__ = [
    "adjusted_differences",
    "counting_views",
    "density_ratio",
    "detectable_difference",
    "find_browser",
    "model_agreement",
    "model_maps",
    "paper_map",
    "save_figures",
    "term_log_odds",
    "term_scatter",
    "theme_flows",
    "theme_trends",
    "topic_differences",
    "topic_number",
    "topic_similarity",
    "topic_sizes",
    "topic_stability",
    "topic_tree",
    "venue_positions",
    "venue_profiles",
]
