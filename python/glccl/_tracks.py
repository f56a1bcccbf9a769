"""glccl.Tracks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional

import numpy as np

# Bits of Tracks.events, those of glccl/tracks.hpp.
BIRTH, CONTINUED, SPLIT, MERGE = 1, 2, 4, 8

#: Makes the tracks of a frame, given what restores axes of length 1 of the array of ids.
MakeTracks = Callable[[Callable[[Any], Any]], Any]


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
