"""The whole data flow on one screen; the only module that knows the order of the stages.

sources -> papers -> text -> vectors -> neighbours -> layout, themes -> topic models -> comparison -> tables
"""

import platform
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from . import artifacts, tables
from .cache import Cache, cached, digest
from .cleaning import clean as clean_records
from .comparing import compare_terms, compare_topics, pairs_of, power_sentence, with_evidence
from .contracts import Partition, TopicModel
from .errors import InputError
from .evaluating import evaluate
from .labels import candidates, label_topics, topic_terms
from .modelling import SPARE, areas_of, cached_model, expand, find_themes, lay_out, refit, represent, terms_of
from .neighbours import nearest_papers, restrict
from .papers import Corpus
from .paths import cache_folder, seed_files
from .reading import read_sources
from .result import Result
from .settings import Settings, load_settings
from .stability import match_refits, seen_by, sign_kept, subsample_rows
from .terms import analyser, count_terms
from .topics import fit_bertopic, fit_lda, fit_nmf, live_bertopic, themes_model
