"""How good topics are: in themselves, beside each other, and against what the venue itself says of its papers."""

from .agreement import agreement, matched_topics
from .curve import choose_n_topics, topic_curve
from .quality import (
    coherence,
    diversity,
    document_npmi,
    embedding_coherence,
    quality,
    silhouette,
    sizes,
    windows_of,
)
from .yardstick import knn_accuracy, yardstick, yardsticks

__all__ = ["agreement", "choose_n_topics", "coherence", "diversity", "document_npmi", "embedding_coherence", "knn_accuracy",
           "matched_topics", "quality", "silhouette", "sizes", "topic_curve", "windows_of", "yardstick", "yardsticks"]
