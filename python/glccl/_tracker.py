"""glccl.Tracker."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, Optional, Tuple

import numpy as np

from . import _core
from ._arrays.axes import spare_axes, with_spare
from ._asked.arguments import int_of, sides_of
from ._verbs import wrap

# Bits of Tracks.events, those of glccl/tracks.hpp.
BIRTH, CONTINUED, SPLIT, MERGE = 1, 2, 4, 8


@dataclass(frozen=True, eq=False)
class Tracks:
    """What became of the components of a frame, a row per component in the order of the labels, and which ids died."""

    id: np.ndarray
    """(N,) uint32: the id of label i + 1, from 1 on."""
    age: np.ndarray
    """(N,) uint32: frames that the id has been there, this one included."""
    overlap: np.ndarray
    """(N,) uint32: elements in common with the parent; 0 without one."""
    events: np.ndarray
    """(N,) uint32: the sum of 1 (birth) or 2 (continued), 4 (split) and 8 (merge)."""
    parent: np.ndarray
    """(N,) uint32: the id in the last frame that the component overlaps most; 0: none."""
    dead: np.ndarray
    """(M,) uint32: the ids that no component keeps."""
    dead_age: np.ndarray
    """(M,) uint32: frames that they were there."""
    heir: np.ndarray
    """(M,) uint32: the id that took each of them over; 0: none."""
    ids: Any
    """The id of each element, of the labels' kind, device and shape, uint32 (torch: int32); 0 is background."""

    @property
    def births(self) -> np.ndarray:
        """(N,) bool: the id is new."""
        return (self.events & BIRTH) != 0

    @property
    def splits(self) -> np.ndarray:
        """(N,) bool: the parent fell apart, it is that of other components too."""
        return (self.events & SPLIT) != 0

    @property
    def merges(self) -> np.ndarray:
        """(N,) bool: it took over an id that died."""
        return (self.events & MERGE) != 0

    def __len__(self) -> int:
        return len(self.id)


class Tracker:
    """Gives components ids that stay from frame to frame, by overlap, on the CPU or on a GPU.

    The first frame decides where: the labels of all frames have to be on its device.

    The parent of a component is the component of the last frame that it overlaps most; of equal overlaps the older id.
    Of all components with one parent, the one with the largest overlap keeps its id; of equal overlaps the one with the
    smaller label. All others get new ids. Ids are never used again.

    Threads that share a tracker take turns: the order of their calls is that of the frames.

    Parameters
    ----------
    shape
        Of the labels: (height, width) or (depth, height, width), and other axes of length 1.
    max_components
        The most components of a frame, at most 4194304.
    max_pairs
        The most pairs of components of two frames that overlap; None: four per component.
    first_id
        The first id.

    Raises
    ------
    TypeError, ValueError, MemoryError
        A shape of other axes or without elements; a number that is no int or out of range.
    """

    def __init__(
        self,
        shape: Tuple[int, ...],
        *,
        max_components: int = 65536,
        max_pairs: Optional[int] = None,
        first_id: int = 1,
    ) -> None:
        self._full_shape = sides_of(shape)
        self._shape = spare_axes(self._full_shape).kept_shape
        if len(self._shape) not in (2, 3):
            raise ValueError(f"the shape is {self._full_shape}: pass (height, width) or (depth, height, width)")
        if max(self._shape) >= 2**31:
            raise ValueError(f"the shape is {self._shape}: pass sides below 2147483648")
        depth, height, width = (1, *self._shape)[-3:]
        pairs = 0 if max_pairs is None else max_pairs
        limits = []
        for name, limit in (("max_components", max_components), ("max_pairs", pairs), ("first_id", first_id)):
            number = int_of(limit, name)
            if not 0 <= number < 2**32:
                raise ValueError(f"{name} is {number}: pass a number of 32 bits")
            limits.append(number)
        self._limits = tuple(limits)
        self._turn = threading.Lock()
        self._device: Optional[int] = None
        self._frames = 0
        # On a GPU the first frame replaces it; it has checked the arguments.
        self._tracker: Any = _core.CpuTracker.create(width, height, depth, *self._limits)

    def track(self, labels: Any, *, stream: Any = None) -> Tracks:
        """Follow the components of the next frame.

        Parameters
        ----------
        labels
            Array of integers, labels 1..N in the order of their first elements as glccl.label() gives them, of the
            tracker's shape. Labels may be missing: their rows are 0, without a birth or a death. On a GPU of int32 or
            uint32, as glccl.label() takes arrays.
        stream
            Of labels on a GPU, as for glccl.label().

        Returns
        -------
        tracks
            New arrays, of numpy but for `ids`. On a GPU the call waits for them.

        Raises
        ------
        TypeError
            An array that is not of integers; on a GPU, not of 32 bits.
        ValueError
            Another shape; labels on another device than those of the first frame; negative labels, or labels of more
            than 32 bits; a stream for labels on the CPU.
        MemoryError
            More components, pairs or ids than there is room for. The frame is not followed, and the next one begins
            anew: all its ids are new.
        Error
            The GPU failed or has no memory left, or there is none.
        """
        with self._turn:
            return self._track(labels, stream)

    def _track(self, labels: Any, stream: Any) -> Tracks:
        labels, spare = with_spare(labels)
        array = wrap(labels)
        if self._frames and array.device != self._device:
            places = ["the CPU" if one is None else f"CUDA device {one}" for one in (array.device, self._device)]
            raise ValueError(f"the labels are on {places[0]}, and this tracker follows labels on {places[1]}")
        if spare.shape != self._full_shape:
            raise ValueError(f"the labels have the shape {spare.shape}, and this tracker is for {self._full_shape}")
        self._tracker, rows, deaths, ids, overflow, count, numbers = array.track(self._tracker, self._limits, stream)
        self._device = array.device
        self._frames += 1
        check_followed(overflow, count)
        return tracks_of(rows, deaths, spare.restored(ids), numbers)

    def forget(self) -> None:
        """Forget the last frame, after a cut: all ids of the next frame are new, and none die."""
        with self._turn:
            self._tracker.forget()


def check_followed(overflow: int, count: int) -> None:
    """Raises MemoryError for a frame of so many components that was not followed."""
    if overflow:
        raise MemoryError(
            f"a frame of {count} components cannot be followed: there are too many "
            + ("components" if overflow & 1 else "pairs that overlap" if overflow & 2 else "ids")
            + "; make a Tracker with larger max_components or max_pairs"
        )


def tracks_of(rows: np.ndarray, deaths: np.ndarray, ids: Any, numbers: Optional[np.ndarray] = None) -> Tracks:
    """Tracks of a frame from the rows and deaths of the extension modules. `numbers`: the label of each row, if labels
    are missing."""
    heirs = np.concatenate([np.zeros(1, np.uint32), rows[:, 0]])[deaths[:, 2]]
    if numbers is not None:
        every = np.zeros((int(numbers.max(initial=0)), rows.shape[1]), rows.dtype)
        every[numbers - 1] = rows
        rows = every
    id_, age, overlap, events, parent = (np.ascontiguousarray(rows[:, i]) for i in range(5))
    dead, dead_age = (np.ascontiguousarray(deaths[:, i]) for i in range(2))
    return Tracks(id_, age, overlap, events, parent, dead, dead_age, heirs, ids)
