"""The tracks of a frame of labels on a GPU."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import numpy as np

from .. import _core
from .._arrays.kinds import Host, Importer, View
from .._tracks import BIRTH, MERGE, SPLIT, Tracks
from .components import copy_of, device_bytes

# A build without CUDA lacks the functions for it.
_cuda: Any = _core

#: The columns in the order of cuda/tracks/write_tracks.hpp: those with a number for each label, then those with one for
#: each id that died.
_OF_LABELS = ("id", "age", "overlap", "events", "parent")
_OF_DEATHS = ("dead", "dead_age", "heir")


class DeviceTracks:
    """What became of the components of a frame of labels on a GPU, and which ids died: glccl.Tracks whose columns are
    arrays of the library of the labels (torch, CuPy, JAX; for others glccl.DeviceArray) and on their device.

    Columns are of uint32 (torch: int64). They are valid in the order of the stream that track() was called for, share
    one block of memory, and stay as they are when the tracker goes on. N is the largest label, M the number of deaths.
    """

    ids: Any
    """The id of each element, of the shape of the labels, uint32 (torch: int32); 0 is background."""

    def __init__(
        self, kind: Host, memory: Any, make: Importer, stream: Optional[int], ids: Any, rows: int, deaths: int
    ) -> None:
        self.ids = ids
        self._kind = kind
        self._memory = memory
        self._make = make
        self._stream = stream
        self._rows = rows
        self._deaths = deaths

    def __len__(self) -> int:
        """N."""
        return self._rows

    @property
    def id(self) -> Any:
        """(N,): the id of label i + 1, from 1 on; this and the next four are 0 where no element has the label."""
        return self._column("id")

    @property
    def age(self) -> Any:
        """(N,): frames that the id has been there, this one included."""
        return self._column("age")

    @property
    def overlap(self) -> Any:
        """(N,): elements in common with the parent; 0 without one."""
        return self._column("overlap")

    @property
    def events(self) -> Any:
        """(N,): the sum of 1 (birth) or 2 (continued), 4 (split) and 8 (merge)."""
        return self._column("events")

    @property
    def parent(self) -> Any:
        """(N,): the id in the last frame that the component overlaps most; 0: none."""
        return self._column("parent")

    @property
    def dead(self) -> Any:
        """(M,): the ids that no component keeps."""
        return self._column("dead")

    @property
    def dead_age(self) -> Any:
        """(M,): frames that they were there."""
        return self._column("dead_age")

    @property
    def heir(self) -> Any:
        """(M,): the id that took each of them over; 0: none."""
        return self._column("heir")

    @property
    def births(self) -> Any:
        """(N,) bool: the id is new. This and the next two need a library that computes with its arrays."""
        return (self.events & BIRTH) != 0

    @property
    def splits(self) -> Any:
        """(N,) bool: the parent fell apart, it is that of other components too."""
        return (self.events & SPLIT) != 0

    @property
    def merges(self) -> Any:
        """(N,) bool: it took over an id that died."""
        return (self.events & MERGE) != 0

    def numpy(self) -> Tracks:
        """The columns on the CPU, by one copy, and `ids` as they are, on the GPU. Waits for them."""
        columns: Dict[str, np.ndarray] = {}
        copy = copy_of(self._memory, 0, self._memory.shape[0], self._stream)
        for name in _OF_LABELS + _OF_DEATHS:
            begin, count = self._place(name)
            column = copy[begin : begin + count * self._bytes].view(self._kind.labels_of_rows)
            columns[name] = column.astype(np.uint32, copy=False)
        return Tracks(ids=self.ids, **columns)

    @property
    def _bytes(self) -> int:
        """Of a number."""
        return np.dtype(self._kind.labels_of_rows).itemsize

    def _place(self, name: str) -> Tuple[int, int]:
        """Where a column begins, and how many numbers it has."""
        if name in _OF_LABELS:
            return _OF_LABELS.index(name) * self._rows * self._bytes, self._rows
        before = len(_OF_LABELS) * self._rows + _OF_DEATHS.index(name) * self._deaths
        return before * self._bytes, self._deaths

    def _column(self, name: str) -> Any:
        begin, count = self._place(name)
        return self._kind.part(self._memory, begin, (count,), self._kind.labels_of_rows, self._make)


def make_tracks(
    kind: Host, labels: Any, view: View, tracker: Any, ids: Any, rows: int, deaths: int
) -> DeviceTracks:
    """The tracks of the frame that a CudaTracker has followed last, in the order of the stream of `view`."""
    number = np.dtype(kind.labels_of_rows).itemsize
    size = (len(_OF_LABELS) * rows + len(_OF_DEATHS) * deaths) * number
    memory, address = device_bytes(kind, labels, view, size)
    tracker.write(view, address, number)
    return DeviceTracks(kind, memory, kind.importer(labels), view.stream, ids, rows, deaths)
