"""Moments up to the third order of many objects at once, as scikit-image defines them."""

from __future__ import annotations

from typing import Optional, Sequence

import numpy as np

#: Powers of a coordinate.
_POWERS = range(4)


def power_sums(
    coordinates: Sequence[np.ndarray], offsets: np.ndarray, centres: np.ndarray, weights: Optional[np.ndarray]
) -> np.ndarray:
    """Sums of weight * (coordinate - centre)^power * ... for each object and each power of each axis: (N, 4, ..., 4).

    The elements of an object are those from its offset to the next, in C order; `coordinates` has an array of theirs
    for each axis, `centres` is (N, D). Sums are taken along the last axis first, then over what it leaves, as the sum
    of products is one of products of sums.
    """
    count = len(offsets) - 1
    if count == 0:
        return np.zeros((0, *[len(_POWERS)] * len(coordinates)))
    owner = np.repeat(np.arange(count), np.diff(offsets))
    sums = np.ones(len(owner)) if weights is None else weights
    left = list(coordinates)
    while left:
        away = left.pop() - centres[owner, len(left)]
        begins = np.flatnonzero(is_first(owner, *left))
        across = (slice(None),) + (np.newaxis,) * (sums.ndim - 1)
        sums = np.stack([np.add.reduceat(sums * (away**power)[across], begins) for power in _POWERS], axis=1)
        owner, left = owner[begins], [axis[begins] for axis in left]
    return sums


def is_first(*columns: np.ndarray) -> np.ndarray:
    """Where a row of these columns differs from the one before."""
    first = np.zeros(len(columns[0]), bool)
    first[:1] = True
    for column in columns:
        first[1:] |= column[1:] != column[:-1]
    return first


def scaled(moments: np.ndarray, spacing: np.ndarray) -> np.ndarray:
    """Moments (N, 4, ..., 4) of elements with these sides."""
    for axis, side in enumerate(spacing):
        powers = side ** np.array(_POWERS, np.float64)
        moments = moments * powers.reshape([-1 if axis == other else 1 for other in range(len(spacing))])
    return moments


def normalized(central: np.ndarray, spacing: np.ndarray) -> np.ndarray:
    """Central moments by the power of the area that makes them free of scale; NaN below the second order."""
    axes = central.ndim - 1
    order = np.indices([len(_POWERS)] * axes).sum(axis=0)
    area = central[(slice(None),) + (0,) * axes].reshape([-1] + [1] * axes)
    with np.errstate(divide="ignore", invalid="ignore"):  # weights that add up to 0
        result = central / float(min(spacing)) ** order / area ** (order / axes + 1)
    result[:, order < 2] = np.nan
    return result


def hu(nu: np.ndarray) -> np.ndarray:
    """Hu's seven invariants (IRE Trans. Inf. Theory IT-8, 1962) of normalized moments (N, 4, 4)."""
    eta = {(i, j): nu[:, i, j] for i in _POWERS for j in _POWERS}
    a, b = eta[3, 0] + eta[1, 2], eta[2, 1] + eta[0, 3]
    c, d = eta[3, 0] - 3 * eta[1, 2], 3 * eta[2, 1] - eta[0, 3]
    total, difference, mixed = eta[2, 0] + eta[0, 2], eta[2, 0] - eta[0, 2], eta[1, 1]
    odd, even = a * (a**2 - 3 * b**2), b * (3 * a**2 - b**2)
    return np.stack([
        total,
        difference**2 + 4 * mixed**2,
        c**2 + d**2,
        a**2 + b**2,
        c * odd + d * even,
        difference * (a**2 - b**2) + 4 * mixed * a * b,
        d * odd - c * even,
    ], axis=1)
