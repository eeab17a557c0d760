"""Where on the map one venue is dense and the other is not."""

import numpy as np
import pandas as pd

N_CELLS = 60
DENSITY_COLUMNS = ["x", "y", "density", "log_ratio", "z", "beyond"]


def density_map(xy: np.ndarray, at_a: np.ndarray, *, bandwidth: float = 1.5, n_permutations: int = 200,
                level: float = 0.05, seed: int) -> pd.DataFrame:
    """The density of one venue against the other's over the map, with a permutation band over the whole map.

    Parameters
    ----------
    xy
        ``(n_papers, 2)`` layout of the papers of two venues.
    at_a
        ``(n_papers,)`` bool.
    bandwidth
        Standard deviation of the Gaussian smoother, in cells; the map has ``N_CELLS`` a side.

    Returns
    -------
    A frame with the columns of ``DENSITY_COLUMNS`` and a row per cell that has papers near: ``x, y`` (centre),
    ``density`` (papers), ``log_ratio`` (log2 of the density of a over that of b, each as a share of its venue), ``z``
    (against permuted venues), ``beyond`` (|z| above what the largest |z| of the map reaches in all but a share
    ``level`` of the permutations).
    """
    at_a, xy = np.asarray(at_a, bool), np.asarray(xy, float)
    if not 0 < at_a.sum() < len(at_a):
        return pd.DataFrame(columns=DENSITY_COLUMNS)
    cell, centres = _cells(xy)
    everywhere = _smooth(cell, bandwidth)
    busy = everywhere > min(1.0, len(xy) / N_CELLS**2)
    rng = np.random.default_rng(seed)
    seen, *null = (_smooth(cell[rows], bandwidth)[busy] for rows in
                   [at_a, *(rng.permutation(at_a) for _ in range(n_permutations))])
    expected = everywhere[busy] * at_a.mean()  # the mean over all permutations, without their noise
    # what was seen is one of the permutations: leaving it out of the spread would make the others look tamer than it
    apart = np.array([seen, *null]) - expected
    apart /= np.sqrt((apart**2).mean(axis=0)) + 1e-12
    z, band = apart[0], np.quantile(np.abs(apart).max(axis=1, initial=0.0), 1 - level, method="higher")
    half = 0.5 / N_CELLS  # half a paper spread over a row of cells keeps the logarithm finite
    ratio = np.log2((seen + half) / at_a.sum()) - np.log2((everywhere[busy] - seen + half) / (~at_a).sum())
    values = [*centres[:, busy], everywhere[busy], ratio, z, np.abs(z) > band]
    return pd.DataFrame(dict(zip(DENSITY_COLUMNS, values, strict=True)))


def _cells(xy: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The cell of each paper, and the centres of all cells, ``(2, N_CELLS, N_CELLS)``."""
    low, span = xy.min(axis=0), np.maximum(np.ptp(xy, axis=0), 1e-9)
    low, span = low - 0.05 * span, 1.1 * span
    cell = np.minimum((N_CELLS * (xy - low) / span).astype(int), N_CELLS - 1)
    steps = (np.arange(N_CELLS) + 0.5) / N_CELLS
    return cell, np.stack(np.meshgrid(low[0] + span[0] * steps, low[1] + span[1] * steps, indexing="ij"))


def _smooth(cell: np.ndarray, bandwidth: float) -> np.ndarray:
    """Papers per cell after a Gaussian smoother, ``(N_CELLS, N_CELLS)``."""
    from scipy.ndimage import gaussian_filter

    counts = np.bincount(cell[:, 0] * N_CELLS + cell[:, 1], minlength=N_CELLS**2).reshape(N_CELLS, N_CELLS)
    return gaussian_filter(counts.astype(float), bandwidth, mode="constant")
