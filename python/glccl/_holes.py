"""glccl.fill_holes()."""

from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np

from ._asked.arguments import flag_of
from ._arrays.axes import with_spare
from ._asked.criteria import foreground
from ._arrays.kinds import kind_of
from ._label import label
from ._arrays.order import axes_in_memory
from ._asked.periodic import Periodic, flags_of
from ._request import connectivity_in

# By number of axes: the connectivities of the foreground, each with that of the background; the default last.
DUAL: Dict[int, Dict[int, int]] = {2: {4: 8, 8: 4}, 3: {6: 26, 18: 6, 26: 6}}


def fill_holes(
    mask: Any,
    *,
    connectivity: Optional[int] = None,
    max_area: Optional[int] = None,
    periodic: Periodic = False,
    engine: str = "auto",
    batch: bool = False,
) -> Any:
    """Fill the holes of a mask.

    A hole is a connected component of the background that has no element at the border of the image. Elements of the
    background are connected in the other way than those of the foreground, so that a closed line has an inside.

    Parameters
    ----------
    mask
        Array of two or three axes, and others of length 1, of numpy, torch or CuPy, or what numpy.asarray() takes. What
        is not 0 is foreground. It is not changed.
    connectivity
        Number of neighbours in the foreground: 4 or 8 in two axes, 6, 18 or 26 in three; None: 8 and 26. The background
        has 8, 4, 26, 6 and 6. With None the result is that of scipy.ndimage.binary_fill_holes(); a volume of one slice
        is filled as an image.
    max_area
        Holes of more elements stay. None: all are filled.
    periodic
        Whether an axis is periodic, as for glccl.label(). A periodic axis has no border: a hole may cross its seam, and
        even wind around it. With all axes periodic there is no outside, so every component of the background is a hole,
        and only `max_area` leaves large ones unfilled.
    engine, batch
        As for glccl.label().

    Returns
    -------
    mask
        A new array of bool, of the kind of `mask` and on its device. On a GPU it is made on the current stream.

    Raises
    ------
    TypeError, ValueError, MemoryError, Error
        As glccl.label(); TypeError also for arrays on a GPU of other libraries.
    """
    batch = flag_of(batch, "batch")
    kind = kind_of(mask)
    if kind.device(mask) is not None and not kind.has_operators("bool"):
        raise TypeError(f"the mask is a {type(mask).__name__} on a GPU: pass a tensor of torch or an array of CuPy")
    array, spare = with_spare(mask, batch)
    periodic = spare.flags(periodic, batch)
    axes = array.ndim - batch
    if axes not in DUAL:
        raise ValueError(f"the mask has the shape {tuple(array.shape)}: images of two or three axes have holes")
    of_background = connectivity_in(DUAL[axes], connectivity, axes)
    filled = array != 0
    # Holes do not depend on the order of the axes, and a volume of one slice on the first axis alone.
    order = tuple(range(array.ndim))
    if isinstance(filled, np.ndarray) and not batch and 1 not in filled.shape:
        order = axes_in_memory(filled)
        flags = flags_of(periodic, axes)
        periodic = [flags[axis] for axis in order]
        filled = filled.transpose(order)
    holes = label(
        filled,
        connectivity=of_background,
        criterion=foreground(inverted=True),
        max_area=max_area,
        clear_border=True,
        periodic=periodic,
        engine=engine,
        batch=batch,
    )
    filled = filled | (holes != 0)
    if order != tuple(range(array.ndim)):
        filled = filled.transpose(np.argsort(order))
    return spare.restored(filled)
