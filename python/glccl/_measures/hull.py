"""Convex hulls of objects of volumes, by qhull of scipy.

The hull is that of scikit-image: of the midpoints of the six sides of each voxel. A voxel is in the convex image if its
centre is in the hull or at its border. Coordinates are doubled, so that all of them are integers. qhull, which computes
with floats, says which points are the corners of a facet; its plane is then made of integers, so that every comparison
is exact.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Tuple

import numpy as np

from .moments import is_first

#: From the centre of a voxel to the midpoints of its sides, doubled.
_SIDES = np.concatenate([np.eye(3, dtype=np.int64), -np.eye(3, dtype=np.int64)])


def _hull_of(voxels: np.ndarray) -> Tuple[np.ndarray, Any]:
    """Midpoints of sides, doubled, and their hull by qhull, from (n, 3) voxels in C order. The first and the last one
    of a row are enough. Raises ImportError without scipy."""
    try:
        spatial: Any = import_module("scipy.spatial")  # glccl does not depend on it
    except ImportError as error:
        raise ImportError(f"hulls of volumes need scipy: pip install scipy ({error})") from error
    begins = is_first(*voxels.T[:2])
    ends = np.append(begins[1:], True)
    points = 2 * voxels[begins | ends].astype(np.int64)
    points = np.unique((points[:, np.newaxis] + _SIDES).reshape(-1, 3), axis=0)
    return points, spatial.ConvexHull(points)


def _planes_of(points: np.ndarray, hull: Any) -> Tuple[np.ndarray, np.ndarray]:
    """(F, 3) normals that point outwards, and (F,) limits: the hull is where normal . point <= limit."""
    first, second, third = points[hull.simplices].transpose(1, 0, 2)
    normals = np.cross(second - first, third - first)
    normals *= np.where((normals * hull.equations[:, :3]).sum(axis=1) < 0, -1, 1)[:, np.newaxis]
    normals = normals[normals.any(axis=1)]  # qhull may cut a facet into triangles without area
    normals = np.unique(normals // np.gcd.reduce(normals, axis=1)[:, np.newaxis], axis=0)
    return normals, (normals @ points[hull.vertices].T).max(axis=1)


def convex_volume(voxels: np.ndarray, shape: Tuple[int, ...]) -> np.ndarray:
    """bool, of the shape of the bounding box: the voxels in the hull, from (n, 3) voxels of the box in C order."""
    z, y = np.ogrid[: 2 * shape[0] : 2, : 2 * shape[1] : 2]
    first, last = np.zeros(shape[:2], np.int64), np.full(shape[:2], shape[2] - 1)
    for (of_z, of_y, of_x), limit in zip(*_planes_of(*_hull_of(voxels))):
        room = limit - of_z * z - of_y * y
        if of_x > 0:
            np.minimum(last, room // (2 * of_x), out=last)
        elif of_x < 0:
            np.maximum(first, -(room // (-2 * of_x)), out=first)
        else:
            last[room < 0] = -1
    x = np.arange(shape[2])
    return (x >= first[..., np.newaxis]) & (x <= last[..., np.newaxis])


def feret_diameter(image: np.ndarray, spacing: np.ndarray) -> float:
    """The longest distance between midpoints of the sides of voxels of a convex image."""
    points, hull = _hull_of(np.argwhere(image))
    corners = points[hull.vertices] * (spacing / 2)
    return np.sqrt(max(((corners - one) ** 2).sum(axis=1).max() for one in corners))
