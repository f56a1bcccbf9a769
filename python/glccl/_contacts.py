"""glccl.contacts()."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Tuple

import numpy as np

from . import _core
from ._arrays.axes import with_spare
from ._regions import labels_view, on_stream
from ._arrays.kinds import kind_of
from ._arrays.order import in_c_order
from ._request import connectivity_in

# A build without CUDA lacks the functions for it.
_cuda: Any = _core

# By number of axes: the connectivities, each with that of the engine; the default last.
_CONNECTIVITIES: Dict[int, Dict[int, int]] = {1: {2: 4}, 2: {4: 4, 8: 8}, 3: {6: 6, 18: 18, 26: 26}}


class Contacts(NamedTuple):
    """Which labels touch. N is the number of pairs."""

    pairs: np.ndarray
    """(N, 2), a numpy array of the labels' dtype: the smaller label and the larger label, in ascending order."""
    lengths: np.ndarray
    """(N,), a numpy array of uint64: the length of the common border, the number of pairs of neighbouring elements."""

    def as_dict(self) -> Dict[Tuple[int, int], int]:
        """The lengths by pairs of labels, as cc3d.contacts() returns them."""
        return dict(zip(zip(*self.pairs.T.tolist()), self.lengths.tolist()))


def contacts(labels: Any, *, connectivity: Optional[int] = None, stream: Any = None) -> Contacts:
    """Find which labels touch, and the lengths of their common borders.

    Two labels touch if an element of the one is a neighbour of an element of the other. The length of their border is
    the number of pairs of such elements: with connectivity 4 and 6 that of edges of pixels, or faces of voxels, between
    them; with 8, 18 and 26 pairs that meet at a corner or an edge count too, each as one. 0 is background and touches
    nothing.

    Parameters
    ----------
    labels
        Array of integers from 0 on, of one to three axes, and others of length 1: those of glccl.label(), or any
        others; on a GPU, as glccl.label() takes arrays, of int32 or uint32, and contacts are found there. It is not
        changed.
    connectivity
        Number of neighbours: 2 in one axis, 4 or 8 in two, 6, 18 or 26 in three. None: the largest.
    stream
        Of arrays on a GPU, as for glccl.label().

    Returns
    -------
    Contacts
        The tuple (pairs, lengths) of numpy arrays. Of arrays on a GPU the call waits for them.

    Raises
    ------
    TypeError
        The labels are no integers, or on a GPU of other dtypes than int32 and uint32.
    ValueError
        A label is below 0 (on a GPU they are taken for integers without a sign), or the number of axes or the
        connectivity is wrong; more than 16777216 pairs on a GPU; a stream for an array on the CPU.
    Error
        The GPU failed or has no memory left, or there is none.
    """
    labels, _ = with_spare(labels)
    kind = kind_of(labels)
    device = kind.device(labels)
    if device is not None:
        with on_stream(kind, device, stream):
            view = labels_view(kind, labels, stream)
            neighbors = _neighbors(connectivity, len(view.shape))
            if 0 in view.shape:
                return _no_contacts(np.dtype(view.dtype))
            pairs, lengths = _cuda.contacts_cuda(view, neighbors)
            return Contacts(pairs.astype(view.dtype), lengths)
    if stream is not None:
        raise ValueError(f"the labels are a {type(labels).__name__} on the CPU, which has no streams: leave stream out")
    array = kind.to_numpy(labels)
    if array.dtype.kind not in "ui":
        raise TypeError(f"the labels are of {array.dtype}: pass integers")
    neighbors = _neighbors(connectivity, array.ndim)
    low, high = int(array.min(initial=0)), int(array.max(initial=0))
    if low < 0:
        raise ValueError(f"the labels reach from {low} on: pass labels from 0 on")
    native = array.dtype.newbyteorder("=")
    if array.size == 0:
        return _no_contacts(native)
    if high < 2**32:
        pairs, lengths = _core.contacts(in_c_order(array, np.uint32), neighbors)
        return Contacts(pairs.astype(native), lengths)
    # Larger labels are numbered first, in their order; 0 stays background.
    values = np.unique(np.append(array.ravel(), np.zeros(1, array.dtype)))
    numbers = np.searchsorted(values, array).astype(np.uint32)
    pairs, lengths = _core.contacts(in_c_order(numbers), neighbors)
    return Contacts(values.astype(native)[pairs], lengths)


def _no_contacts(dtype: np.dtype) -> Contacts:
    return Contacts(np.empty((0, 2), dtype), np.empty(0, np.uint64))


def _neighbors(connectivity: Optional[int], axes: int) -> int:
    """The connectivity of the engine."""
    if axes not in _CONNECTIVITIES:
        raise ValueError(f"the labels have {axes} axes: pass one to three, and others of length 1")
    return connectivity_in(_CONNECTIVITIES[axes], connectivity, axes)
