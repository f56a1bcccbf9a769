"""glccl.contacts()."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Tuple

import numpy as np

from ._arrays.axes import with_spare
from ._arrays.kinds import numpy_of
from ._verbs import wrap


class Contacts(NamedTuple):
    """Which labels touch. N is the number of pairs."""

    pairs: Any
    """(N, 2) of the labels' dtype: the smaller label and the larger label, in ascending order."""
    lengths: Any
    """(N,) uint64 (torch: int64 on a GPU): the length of the common border, the number of pairs of neighbouring
    elements."""

    def numpy(self) -> Contacts:
        """The same as arrays of numpy: copies of those on a GPU."""
        return Contacts(numpy_of(self.pairs), numpy_of(self.lengths).astype(np.uint64, copy=False))

    def as_dict(self) -> Dict[Tuple[int, int], int]:
        """The lengths by pairs of labels, as cc3d.contacts() returns them."""
        pairs, lengths = self.numpy()
        return dict(zip(zip(*pairs.T.tolist()), lengths.tolist()))


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
        The tuple (pairs, lengths): of numpy arrays, or for labels on a GPU of arrays of their library and on that GPU;
        the call waits for them.

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
    return Contacts(*wrap(labels).contacts(connectivity, stream))
