"""glccl.Tracker."""

from __future__ import annotations

import threading
from typing import Any, Optional, Tuple, Union

from . import _core
from ._arrays.axes import spare_axes, with_spare
from ._asked.arguments import int_of, sides_of
from ._device.tracks import DeviceTracks
from ._tracks import Tracks, check_followed
from ._verbs import wrap

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

    def track(self, labels: Any, *, stream: Any = None) -> Union[Tracks, DeviceTracks]:
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
            New arrays. Of labels on a GPU they are a glccl.DeviceTracks, whose columns are arrays on that GPU; the call
            waits for their lengths.

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

    def _track(self, labels: Any, stream: Any) -> Union[Tracks, DeviceTracks]:
        labels, spare = with_spare(labels)
        array = wrap(labels)
        if self._frames and array.device != self._device:
            places = ["the CPU" if one is None else f"CUDA device {one}" for one in (array.device, self._device)]
            raise ValueError(f"the labels are on {places[0]}, and this tracker follows labels on {places[1]}")
        if spare.shape != self._full_shape:
            raise ValueError(f"the labels have the shape {spare.shape}, and this tracker is for {self._full_shape}")
        self._tracker, overflow, count, make = array.track(self._tracker, self._limits, stream)
        self._device = array.device
        self._frames += 1
        check_followed(overflow, count)
        tracks: Union[Tracks, DeviceTracks] = make(spare.restored)
        return tracks

    def forget(self) -> None:
        """Forget the last frame, after a cut: all ids of the next frame are new, and none die."""
        with self._turn:
            self._tracker.forget()
