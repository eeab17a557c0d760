"""How good topics are: in themselves, beside each other, and against what the venue itself says of its papers."""

from .agreement import agreement, matched_topics, topic_matches
from .curve import point, word_npmi
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

__all__ = ["agreement", "coherence", "diversity", "document_npmi", "embedding_coherence", "knn_accuracy", "matched_topics",
           "point", "quality", "silhouette", "sizes", "topic_matches", "windows_of", "word_npmi", "yardstick", "yardsticks"]
