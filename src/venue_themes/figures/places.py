"""Where labels go on a map so that none covers another or leaves the frame."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Place:
    """A label's centre in data units, and the lines it is broken into."""

    row: int
    x: float
    y: float


def text_size(lines: list[str], font: float) -> tuple[float, float]:
    """Estimated width and height in pixels: a sans-serif letter is about 0.56 of the font size wide, a line 1.3 high."""
    return max(map(len, lines), default=0) * font * 0.56 + 6, len(lines) * font * 1.3 + 4


def place_labels(
    centres: np.ndarray,
    sizes: np.ndarray,
    *,
    span: tuple[float, float, float, float],
    frame: tuple[float, float],
    avoid: np.ndarray | None = None,
) -> list[Place]:
    """Labels in the order given, each at its centre or as near as there is room; one without room is left out.

    Parameters
    ----------
    centres
        ``(n_labels, 2)`` in data units, the most important first.
    sizes
        ``(n_labels, 2)`` width and height in pixels.
    span
        Data units at the left, right, bottom and top of the frame.
    frame
        Width and height of the frame in pixels.
    avoid
        ``(n_points, 2)`` in data units: of the places with room, the one that covers fewest of these is taken.
    """
    left, right, bottom, top = span
    corner, scale = np.array([left, bottom]), np.array([frame[0] / (right - left), frame[1] / (top - bottom)])
    covered = np.empty((0, 2)) if avoid is None else (np.asarray(avoid) - corner) * scale
    taken: list[np.ndarray] = []
    places = []
    for row, (centre, size) in enumerate(zip(centres, sizes, strict=True)):
        boxes = _free_boxes((centre - corner) * scale, np.asarray(size), frame=np.asarray(frame), taken=taken)
        if boxes:
            box = min(boxes, key=lambda b: _inside(covered, b))  # the first of equals: the nearest
            taken.append(box)
            places.append(Place(row, *((box[:2] + box[2:]) / 2 / scale + corner)))
    return places


def _free_boxes(home: np.ndarray, size: np.ndarray, *, frame: np.ndarray, taken: list[np.ndarray]) -> list[np.ndarray]:
    """The boxes near ``home`` that are within the frame and on no other label, nearest first."""
    half = size / 2
    boxes = []
    for shift in _shifts(size):
        at = np.clip(home + shift, half, np.maximum(frame - half, half))
        box = np.concatenate([at - half, at + half])
        if np.abs(at - home).max() <= 1.5 * size.max() and not any(_overlap(box, other) for other in taken):
            boxes.append(box)
    return boxes


def _inside(points: np.ndarray, box: np.ndarray) -> int:
    """How many points lie in the box or within the width of a marker."""
    return int(((points > box[:2] - 6) & (points < box[2:] + 6)).all(axis=1).sum())


def _shifts(size: np.ndarray) -> np.ndarray:
    """Offsets in pixels, nearest first: the centre, then rings of growing radius, flatter than wide."""
    rings = [(0.0, 0.0)]
    for radius in (0.35, 0.6, 0.9, 1.2):
        rings += [
            (radius * size[0] * np.cos(a) * 0.7, radius * max(size[1], 24) * 1.4 * np.sin(a))
            for a in np.arange(12) * np.pi / 6 + np.pi / 2
        ]
    return np.array(rings)


def _overlap(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])
