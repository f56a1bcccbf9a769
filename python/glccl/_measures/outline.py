"""Perimeters and convex hulls of all objects of an image at once.

The convex hull is that of scikit-image: of the midpoints of the four sides of each pixel. A pixel is in the convex
image if its centre is in the hull or at its border. Coordinates are doubled, so that all of them are integers and
every comparison is exact.
"""

from __future__ import annotations

from typing import Iterator, NamedTuple

import numpy as np

from .. import _core
from .moments import is_first

#: Rows of convex images that are made at once.
_MOST_ROWS = 2**21

# Benkrid and Crookes, Design and FPGA Implementation of a Perimeter Estimator: the length that a pixel of the border
# stands for, by 1 and 2 for each pixel of the border beside it and 10 for each one at its corners.
_LENGTHS = np.zeros(50)
_LENGTHS[[5, 7, 15, 17, 25, 27]] = 1
_LENGTHS[[21, 33]] = np.sqrt(2)
_LENGTHS[[13, 23]] = (1 + np.sqrt(2)) / 2


def perimeters(numbers: np.ndarray, count: int) -> np.ndarray:
    """(count,) float64: the perimeters of labels 1..count of an image of uint32."""
    padded = np.pad(numbers, 1)
    edges = np.where(_core.boundaries(padded, 4).reshape(padded.shape) != 0, padded, 0).ravel()
    at = np.flatnonzero(edges)
    owner, width = edges[at], padded.shape[1]
    code = np.ones(len(at), np.intp)
    for weight, steps in ((2, (1, width)), (10, (width - 1, width + 1))):
        for step in steps:
            code += weight * (edges[at - step] == owner)
            code += weight * (edges[at + step] == owner)
    return np.bincount(owner.astype(np.intp), _LENGTHS[code], count + 1)[1:]


class Spans(NamedTuple):
    """Rows of objects, in ascending order of objects and rows: arrays of int64."""

    owner: np.ndarray
    row: np.ndarray
    first: np.ndarray
    """First column of the object in the row."""
    last: np.ndarray


def spans_of(owner: np.ndarray, row: np.ndarray, column: np.ndarray) -> Spans:
    """The rows of objects, from the elements of each in C order."""
    begins = is_first(owner, row)
    ends = np.append(begins[1:], np.ones(len(begins[:1]), bool))
    return Spans(owner[begins], row[begins], column[begins], column[ends])


class _Chain(NamedTuple):
    """Vertices of a side of hulls, in ascending order of objects and rows: the largest columns."""

    owner: np.ndarray
    row: np.ndarray
    """Doubled, as columns are."""
    column: np.ndarray


def _chain_of(owner: np.ndarray, row: np.ndarray, column: np.ndarray) -> _Chain:
    """The side of hulls on which columns are large.

    A point that is not beyond the line through its neighbours is no vertex, and no vertex is such a point, whichever
    others are left. So all such points may go at once, until there are none.
    """
    step = np.array([-1, 0, 1])
    owner, row = np.repeat(owner, 3), (2 * row[:, np.newaxis] + step).ravel()
    column = (2 * column[:, np.newaxis] + (step == 0)).ravel()
    begins = np.flatnonzero(is_first(owner, row))  # rows one below the other share a midpoint's row
    chain = _Chain(owner[begins], row[begins], np.maximum.reduceat(column, begins))
    while True:
        owner, x, y = chain
        is_inside = owner[:-2] == owner[2:]
        is_inside &= (y[1:-1] - y[:-2]) * (x[2:] - x[:-2]) <= (y[2:] - y[:-2]) * (x[1:-1] - x[:-2])
        if not is_inside.any():
            return chain
        is_kept = np.concatenate([[True], ~is_inside, [True]])
        chain = _Chain(owner[is_kept], x[is_kept], y[is_kept])


def _last_columns(chain: _Chain, owner: np.ndarray, row: np.ndarray) -> np.ndarray:
    """The last column in the hull of each of these rows of objects."""
    stride = 2 * int(row.max()) + 3
    before = np.searchsorted(chain.owner * stride + chain.row + 1, owner * stride + 2 * row + 1, "right") - 1
    x, y = chain.row[before], chain.column[before]
    width = chain.row[before + 1] - x
    return (y * width + (chain.column[before + 1] - y) * (2 * row - x)) // (2 * width)


def convex_spans(spans: Spans) -> Spans:
    """The rows of convex images, also of those without elements between others; without a column `last` is before
    `first`."""
    begins = np.flatnonzero(is_first(spans.owner))
    ends = np.append(begins[1:], len(spans.owner)) - 1
    heights = spans.row[ends] - spans.row[begins] + 1
    owner = np.repeat(spans.owner[begins], heights)
    row = np.arange(len(owner)) - np.repeat(np.cumsum(heights) - heights - spans.row[begins], heights)
    last = _last_columns(_chain_of(spans.owner, spans.row, spans.last), owner, row)
    first = -_last_columns(_chain_of(spans.owner, spans.row, -spans.first), owner, row)
    return Spans(owner, row, first, last)


def convex_parts(spans: Spans) -> Iterator[Spans]:
    """The rows of convex images, those of some objects after others, so that memory holds them."""
    begins = np.flatnonzero(is_first(spans.owner))
    ends = np.append(begins[1:], len(spans.owner))
    part = np.cumsum(spans.row[ends - 1] - spans.row[begins] + 1) // _MOST_ROWS
    sides = np.append(begins[is_first(part)], len(spans.owner)).tolist()
    for begin, end in zip(sides, sides[1:]):
        yield convex_spans(Spans(*(column[begin:end] for column in spans)))


def convex_areas(spans: Spans, count: int) -> np.ndarray:
    """(count,) float64: the numbers of pixels of convex images."""
    areas = np.zeros(count)
    for part in convex_parts(spans):
        areas += np.bincount(part.owner, np.maximum(0, part.last - part.first + 1), count)
    return areas


def feret_diameters(spans: Spans, count: int, spacing: np.ndarray) -> np.ndarray:
    """(count,) float64: the longest distances between midpoints of the sides of pixels of convex images."""
    longest = np.zeros(count)
    for part in convex_parts(spans):
        part = Spans(*(column[part.last >= part.first] for column in part))
        right = _chain_of(part.owner, part.row, part.last)
        left = _chain_of(part.owner, part.row, -part.first)
        owner = np.concatenate([right.owner, left.owner])
        order = np.argsort(owner, kind="stable")
        owner = owner[order]
        x = np.concatenate([right.row, left.row])[order] * (spacing[0] / 2)
        y = np.concatenate([right.column, -left.column])[order] * (spacing[1] / 2)
        # Each vertex and the one `step` behind it, in a circle, for all steps up to half of the circle.
        numbers = np.bincount(owner, minlength=count)
        begins = (np.cumsum(numbers) - numbers)[owner]
        places = np.arange(len(owner)) - begins
        many = numbers[owner]
        active = np.arange(len(owner))
        for step in range(1, int(numbers.max()) // 2 + 1):
            active = active[many[active] >= 2 * step]
            other = begins[active] + (places[active] + step) % many[active]
            squares = (x[active] - x[other]) ** 2 + (y[active] - y[other]) ** 2
            firsts = np.flatnonzero(is_first(owner[active]))
            of = owner[active][firsts]
            longest[of] = np.maximum(longest[of], np.maximum.reduceat(squares, firsts))
    return np.sqrt(longest)
