"""glccl.select(), glccl.boundaries() and glccl.lists()."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator, Optional

import numpy as np

from ._arrays.axes import Spare, with_spare
from ._asked.arguments import flag_of
from ._verbs import wrap


@dataclass(frozen=True, eq=False)
class Lists:
    """The elements of each component as places in `labels.ravel()`. Both arrays are of the kind of the labels and on
    their device, of uint32 (torch: int32)."""

    offsets: Any
    """(N + 1,): the elements of label i + 1 are places[offsets[i]:offsets[i + 1]], in ascending order."""
    places: Any
    """Places of the elements of label 1, then those of label 2, and so on."""

    def __len__(self) -> int:
        return int(self.offsets.shape[0]) - 1

    def __getitem__(self, index: int) -> Any:
        """The places of label index + 1. Of arrays on a GPU it waits for two offsets."""
        if not -len(self) <= index < len(self):
            raise IndexError(f"there are {len(self)} lists, and the index is {index}")
        first = index % len(self)
        return self.places[int(self.offsets[first]) : int(self.offsets[first + 1])]

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))


def select(labels: Any, seeds: Any, *, return_found: bool = False, stream: Any = None) -> Any:
    """Select the components under seeds: the magic wand.

    Parameters
    ----------
    labels
        Array of integers of one to three axes, and others of length 1; 0 is background: of numpy, or what
        numpy.asarray() takes, of up to 32 bits in value; on a GPU, as glccl.label() takes arrays, of int32 or uint32.
        It is not changed.
    seeds
        Positions, an array of integers of the shape (S, D) in the order of the axes: (row, column) in images. Or one
        position, of the shape (D,). Seeds may lie outside. At most 65536 of them on a GPU.
    return_found
        Also return what each seed found. On a GPU this waits until the selection is done.
    stream
        Of arrays on a GPU, as for glccl.label().

    Returns
    -------
    selection, or (selection, found)
        `selection` is an array of the kind of `labels` and on its device, uint32 (torch: int32): labels 1..K of the
        selected components, in the order of the seeds; all others are 0. Seeds in one component share the number of the
        first. `found`, a numpy array (S,) of uint32, is the label of each seed's component in the selection; 0: the
        seed lies on background or outside.

    Raises
    ------
    TypeError
        Labels or seeds of another dtype.
    ValueError
        The shape of labels or seeds is wrong; labels are negative or have more than 32 bits; too many seeds.
    Error
        The GPU failed or has no memory left, or there is none.
    """
    return_found = flag_of(return_found, "return_found")
    labels, spare = with_spare(labels)
    selection, found = wrap(labels).select(positions_of(seeds, spare), return_found, stream)
    selection = spare.restored(selection)
    return (selection, found) if return_found else selection


def boundaries(labels: Any, *, connectivity: Optional[int] = None, stream: Any = None) -> Any:
    """Find the boundaries of components.

    An element of a component is at its boundary if it has a neighbour of another label, background included. The border
    of the image is no boundary. This is mode "inner" of skimage.segmentation.find_boundaries().

    Parameters
    ----------
    labels
        As for select(); also of bool on the CPU.
    connectivity
        Number of neighbours: 2 in one axis, 4 or 8 in two, 6, 18 or 26 in three. None: the largest.
    stream
        Of arrays on a GPU, as for glccl.label().

    Returns
    -------
    mask
        A new array of bool, of the kind of `labels` and on its device.

    Raises
    ------
    TypeError, ValueError, Error
        As select(); ValueError also for another connectivity.
    """
    labels, spare = with_spare(labels)
    return spare.restored(wrap(labels).boundaries(connectivity, stream))


def lists(labels: Any, *, stream: Any = None) -> Lists:
    """List the elements of each component.

    On a GPU the lists are made there. The call waits for their lengths, and takes memory for about 13 bytes per element
    meanwhile.

    Parameters
    ----------
    labels
        As for select(); labels are 1..N, as glccl.label() gives them. At most 16777216 components.
    stream
        Of arrays on a GPU, as for glccl.label().

    Returns
    -------
    lists
        glccl.Lists, with N lists, N being the largest label.

    Raises
    ------
    TypeError, ValueError, Error
        As select(); ValueError also for too many components.
    """
    labels, _ = with_spare(labels)
    return Lists(*wrap(labels).lists(stream))


def positions_of(seeds: Any, spare: Spare) -> np.ndarray:
    """Seeds in labels with these spare axes as (S, 3) of int32: (z, y, x). Raises TypeError or ValueError."""
    positions, axes = np.asarray(seeds), len(spare.shape)
    if positions.size == 0:
        return np.zeros((0, 3), np.int32)
    # numpy makes objects of integers beyond 64 bits, and floats of some: they are outside, and so are these numbers.
    exact = positions if positions.dtype.kind in "iu" or hasattr(seeds, "dtype") else np.asarray(seeds, object)
    if exact.dtype.kind == "O" and all(isinstance(one, (int, np.integer)) for one in exact.ravel()):
        positions = np.asarray(np.clip(exact, -1, 2**31 - 1), np.int64)
    if positions.dtype.kind not in "iu":
        raise TypeError(f"the seeds are an array of {positions.dtype}: pass integers, a row of coordinates per seed")
    if positions.ndim == 1:
        positions = positions[np.newaxis]
    if positions.ndim != 2 or positions.shape[1] != axes:
        raise ValueError(f"the seeds have the shape {np.shape(seeds)}, and the labels {axes} axes: pass (S, {axes})")
    if positions.dtype == np.uint64:
        positions = np.minimum(positions, np.uint64(2**31 - 1))
    positions = np.clip(positions.astype(np.int64), -1, 2**31 - 1)
    is_outside = (positions[:, list(spare.left_out)] != 0).any(axis=1)
    positions = np.delete(positions, spare.left_out, axis=1)
    positions[is_outside] = -1
    in_space = np.zeros((len(positions), 3), np.int32)
    in_space[:, 3 - positions.shape[1] :] = positions
    return in_space
