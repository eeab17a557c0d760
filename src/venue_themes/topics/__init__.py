"""Topic models of a collection, all under one contract (``contracts.TopicModel``)."""

from .bertopic import fit_bertopic, light_bertopic, live_bertopic, show_in_bertopic
from .common import themes_model, usable_words
from .lda import fit_lda
from .nmf import fit_nmf

__all__ = ["fit_bertopic", "fit_lda", "fit_nmf", "light_bertopic", "live_bertopic", "show_in_bertopic", "themes_model",
           "usable_words"]
