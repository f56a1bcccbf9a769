"""glccl.contacts()."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Tuple

import numpy as np

from . import _core
from ._kinds import kind_of

# By number of axes: the connectivities, each with that of the engine; the default last.
_CONNECTIVITIES: Dict[int, Dict[int, int]] = {1: {2: 4}, 2: {4: 4, 8: 8}, 3: {6: 6, 18: 18, 26: 26}}


class Contacts(NamedTuple):
    """Which labels touch. N is the number of pairs."""

    pairs: np.ndarray
    """(N, 2) of the labels' dtype: the smaller label and the larger label, in ascending order."""
    lengths: np.ndarray
    """(N,) uint64: the length of the common border, the number of pairs of neighbouring elements."""

    def as_dict(self) -> Dict[Tuple[int, int], int]:
        """The lengths by pairs of labels, as cc3d.contacts() returns them."""
        keys = ((int(first), int(second)) for first, second in self.pairs)
        return dict(zip(keys, self.lengths.tolist()))


def contacts(labels: Any, *, connectivity: Optional[int] = None) -> Contacts:
    """Find which labels touch, and the lengths of their common borders.

    Two labels touch if an element of the one is a neighbour of an element of the other. The length of their border is
    the number of pairs of such elements: with connectivity 4 and 6 that of edges of pixels, or faces of voxels, between
    them; with 8, 18 and 26 pairs that meet at a corner or an edge count too, each as one. 0 is background and touches
    nothing.

    Parameters
    ----------
    labels
        Array of integers from 0 on, of one to three axes, on the CPU: those of glccl.label(), or any others. It is not
        changed.
    connectivity
        Number of neighbours: 2 in one axis, 4 or 8 in two, 6, 18 or 26 in three. None: the largest.

    Returns
    -------
    Contacts
        The tuple (pairs, lengths) of arrays.

    Raises
    ------
    TypeError
        The labels are no integers, or on a GPU.
    ValueError
        A label is below 0, or the number of axes or the connectivity is wrong.
    """
    if kind_of(labels).device(labels) is not None:
        raise TypeError(f"the labels are a {type(labels).__name__} on a GPU: copy them to the CPU")
    array = np.asarray(labels)
    if array.dtype.kind not in "ui":
        raise TypeError(f"the labels are of {array.dtype}: pass integers")
    if array.ndim not in _CONNECTIVITIES:
        raise ValueError(f"the labels have {array.ndim} axes: pass one to three")
    known = _CONNECTIVITIES[array.ndim]
    wanted = list(known)[-1] if connectivity is None else connectivity
    if wanted not in known:
        raise ValueError(
            f"the connectivity is {wanted}: with {array.ndim} axes it is {' or '.join(map(str, known))}"
        )
    low, high = int(array.min(initial=0)), int(array.max(initial=0))
    if low < 0:
        raise ValueError(f"the labels reach from {low} on: pass labels from 0 on")
    native = array.dtype.newbyteorder("=")
    if array.size == 0:
        return Contacts(np.empty((0, 2), native), np.empty(0, np.uint64))
    if high < 2**32:
        pairs, lengths = _core.contacts(np.ascontiguousarray(array, np.uint32), known[wanted])
        return Contacts(pairs.astype(native), lengths)
    # Larger labels are numbered first, in their order; 0 stays background.
    values = np.unique(np.append(array.ravel(), np.zeros(1, array.dtype)))
    numbers = np.searchsorted(values, array).astype(np.uint32)
    pairs, lengths = _core.contacts(np.ascontiguousarray(numbers), known[wanted])
    return Contacts(values.astype(native)[pairs], lengths)
