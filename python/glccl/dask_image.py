"""The labeling function of dask_image.ndmeasure, with its arguments, defaults and dtypes."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Optional, Sequence, Tuple

import numpy as np

from ._asked.arguments import ints_of
from .dask import label as _label
from .ndimage import connectivity_of

__all__ = ["label"]


def label(image: Any, structure: Any = None, wrap_axes: Optional[Sequence[int]] = None) -> Tuple[Any, Any]:
    """Label the components of non-zero elements, as dask_image.ndmeasure.label does.

    The labels are numbered as scipy.ndimage.label numbers those of the whole, whatever the chunks. dask-image numbers
    the same components by the chunks in which they begin.

    Parameters
    ----------
    image
        A dask array, or what dask.array.asarray() takes, as for glccl.dask.label().
    structure
        Which elements are neighbours, as for glccl.ndimage.label(). None: those that differ in one coordinate.
    wrap_axes
        The axes that are periodic: `(0, 2)` are the first and the third. None: no axis is.

    Returns
    -------
    (labels, num)
        Dask arrays of int32: the labels in slabs, and their number, without axes.

    Raises
    ------
    TypeError
        The dtype or chunks are none that glccl labels, or an axis is no int.
    ValueError
        The number of axes, a structure or an axis is wrong.
    RuntimeError
        A structure of another number of axes.

    When they are computed, MemoryError: more than 2147483647 components.
    """
    dask_array: Any = import_module("dask.array")  # glccl does not depend on it
    array = dask_array.asarray(image)
    connectivity = connectivity_of(structure, array.shape)
    periodic = [False] * array.ndim
    wanted = "pass numbers of axes, such as (0, 2)"
    for number in ints_of(() if wrap_axes is None else wrap_axes, "wrap_axes", "an axis of wrap_axes", wanted):
        if not 0 <= number < array.ndim:
            raise ValueError(f"wrap_axes has the axis {number}: the image has axes 0 to {array.ndim - 1}")
        periodic[number] = True
    labels, num = _label(array, connectivity=connectivity, periodic=periodic, dtype=np.int32)
    return labels, num.astype(np.int32)
