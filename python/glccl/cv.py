"""The labeling functions of OpenCV, with their arguments, defaults and dtypes."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import numpy as np

from ._asked.arguments import array_of, int_of
from ._label import label as _label
from ._measures.measured import measure

__all__ = [
    "connectedComponents",
    "connectedComponentsWithAlgorithm",
    "connectedComponentsWithStats",
    "connectedComponentsWithStatsWithAlgorithm",
]

# OpenCV's numbers of the types of labels.
_TYPES: Dict[int, np.dtype] = {4: np.dtype(np.int32), 2: np.dtype(np.uint16)}

# OpenCV's numbers of its algorithms, cv2.CCL_DEFAULT to cv2.CCL_SPAGHETTI.
_ALGORITHMS = range(-1, 6)


def connectedComponentsWithStats(
    image: Any,
    labels: Optional[np.ndarray] = None,
    stats: Optional[np.ndarray] = None,
    centroids: Optional[np.ndarray] = None,
    connectivity: int = 8,
    ltype: int = 4,
) -> Tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """Label the components of non-zero pixels and measure them, as cv2.connectedComponentsWithStats does.

    The numbers are those of cv2.CCL_WU. OpenCV's default algorithm numbers the same components in an order of its own
    with 8 neighbours.

    Parameters
    ----------
    image
        Array (H, W) of uint8 or int8.
    labels, stats, centroids
        Arrays of the shape and dtype of the results, which are written to them. None: new arrays.
    connectivity
        4 or 8.
    ltype
        cv2.CV_32S (4) or cv2.CV_16U (2): the labels are of int32 or uint16.

    Returns
    -------
    (num, labels, stats, centroids)
        `num` counts the background too. Row i of `stats` (num, 5), of int32, is left, top, width, height and area of
        label i; row i of `centroids` (num, 2), of float64, is x and y. Without a pixel of the background row 0 is
        OpenCV's row of nothing: -1, 2147483647, 0, 0, 0, and NaN.

    Raises
    ------
    TypeError
        The image is of another dtype.
    ValueError
        The image has other axes than two, or no pixels; a connectivity, ltype or result is wrong; uint16 does not hold
        the labels.
    """
    found, num = _label_of(image, connectivity, ltype)
    measured = measure(found, num)
    begin, end = measured.begin[:, ::-1], measured.end[:, ::-1]
    rows = np.column_stack([begin, end - begin, measured.area]).astype(np.int32)
    if measured.area[0] == 0:
        rows[0] = -1, np.iinfo(np.int32).max, 0, 0, 0
    return (
        num + 1,
        _result("labels", labels, found.astype(_TYPES[ltype])),
        _result("stats", stats, rows),
        _result("centroids", centroids, np.ascontiguousarray(measured.centroid[:, ::-1])),
    )


def connectedComponents(
    image: Any, labels: Optional[np.ndarray] = None, connectivity: int = 8, ltype: int = 4
) -> Tuple[int, np.ndarray]:
    """Label the components of non-zero pixels, as cv2.connectedComponents does.

    Arguments, numbers and errors are those of connectedComponentsWithStats().

    Returns
    -------
    (num, labels)
        `num` counts the background too.
    """
    found, num = _label_of(image, connectivity, ltype)
    return num + 1, _result("labels", labels, found.astype(_TYPES[ltype]))


def connectedComponentsWithAlgorithm(
    image: Any, connectivity: int, ltype: int, ccltype: int, labels: Optional[np.ndarray] = None
) -> Tuple[int, np.ndarray]:
    """connectedComponents(), with the arguments of cv2.connectedComponentsWithAlgorithm.

    Parameters
    ----------
    ccltype
        One of OpenCV's algorithms, cv2.CCL_DEFAULT (-1) to cv2.CCL_SPAGHETTI (5). The numbers are those of cv2.CCL_WU
        and cv2.CCL_SAUF with each of them.

    Raises
    ------
    TypeError, ValueError
        As connectedComponents(); ValueError also for another algorithm.
    """
    _check_algorithm(ccltype)
    return connectedComponents(image, labels, connectivity, ltype)


def connectedComponentsWithStatsWithAlgorithm(
    image: Any,
    connectivity: int,
    ltype: int,
    ccltype: int,
    labels: Optional[np.ndarray] = None,
    stats: Optional[np.ndarray] = None,
    centroids: Optional[np.ndarray] = None,
) -> Tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """connectedComponentsWithStats(), with the arguments of cv2.connectedComponentsWithStatsWithAlgorithm.

    `ccltype` and errors are those of connectedComponentsWithAlgorithm().
    """
    _check_algorithm(ccltype)
    return connectedComponentsWithStats(image, labels, stats, centroids, connectivity, ltype)


def _check_algorithm(ccltype: int) -> None:
    if int_of(ccltype, "ccltype") not in _ALGORITHMS:
        raise ValueError(f"ccltype is {ccltype}: pass one of OpenCV's, {_ALGORITHMS[0]} to {_ALGORITHMS[-1]}")


def _label_of(image: Any, connectivity: int, ltype: int) -> Tuple[np.ndarray, int]:
    """Labels, and the number of components. Raises as connectedComponentsWithStats()."""
    pixels = np.asarray(image)
    if pixels.dtype not in (np.uint8, np.int8):
        raise TypeError(f"the image is of {pixels.dtype}: pass uint8 or int8")
    if pixels.ndim != 2 or pixels.size == 0:
        raise ValueError(f"the image has the shape {pixels.shape}: pass (height, width), at least one pixel")
    if int_of(ltype, "ltype") not in _TYPES:
        raise ValueError(f"ltype is {ltype}: pass 4 (cv2.CV_32S) or 2 (cv2.CV_16U)")
    found, num = _label(pixels, connectivity=connectivity, return_num=True)
    if num > np.iinfo(_TYPES[ltype]).max:
        raise ValueError(f"ltype is {ltype}, which does not hold {num} labels: pass 4 (cv2.CV_32S)")
    return found, num


def _result(name: str, given: Optional[np.ndarray], result: np.ndarray) -> np.ndarray:
    """The result, in the given array if there is one."""
    if given is None:
        return result
    if array_of(given, name).shape != result.shape or given.dtype != result.dtype:
        raise ValueError(
            f"{name} is of {given.dtype} with the shape {given.shape}: pass {result.dtype}, {result.shape}"
        )
    given[...] = result
    return given
