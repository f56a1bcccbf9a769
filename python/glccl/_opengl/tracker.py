"""glccl.gl.Tracker."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, List, Optional, Sequence, Tuple

import numpy as np

from .. import _gl
from .._asked.arguments import flag_of
from .._tracks import Tracks as FollowedFrame
from .._tracks import check_followed, tracks_of
from .arguments import integer, shape_of
from .objects import ContextObject, StageTime, labels_of, stage_times


@dataclass(frozen=True, eq=False)
class Tracks:
    """What became of the components of a frame, on the GPU, made by Tracker.track().

    Buffer and texture belong to the Tracker, and hold this frame until its next track() or its end. Commands that are
    issued later may read them without a barrier. After the next track() or close() the methods raise ValueError.
    """

    buffer: int
    """OpenGL's name of the buffer with a header of 64 bytes, a row per component in the order of the labels, and the
    ids that died. glccl/tracks.hpp has its layout."""
    ids: int
    """OpenGL's name of a texture with the id of each element, R32UI, of the kind and the shape of the labels; 0 is
    background. The name is 0 with id_labels=False."""
    shape: Tuple[int, ...]
    """(height, width), or (depth, height, width)."""
    _current: Callable[[], _gl.Tracker] = field(repr=False)

    def numpy(self) -> FollowedFrame:
        """A copy as glccl.Tracks of numpy arrays, its `ids` of uint32, or None with id_labels=False. Waits for the GPU.

        Raises MemoryError if there were more components, pairs or ids than there is room for. Such a frame is not
        followed, and the next one begins anew: all its ids are new.
        """
        tracker = self._current()
        rows, deaths, overflow, count = tracker.readback()
        check_followed(overflow, count)
        ids: Optional[np.ndarray] = tracker.readback_ids() if self.ids else None
        return tracks_of(rows, deaths, ids)

    def _gl_labels(self) -> _gl.Labels:
        """The ids, as labels."""
        self._current()
        if not self.ids:
            raise ValueError("these Tracks have no texture of ids: create the Tracker with id_labels=True")
        return _gl.Labels(self.ids, list(self.shape))


class Tracker(ContextObject["_gl.Tracker"]):
    """Gives components ids that stay from frame to frame, by overlap, as glccl.Tracker does, in OpenGL.

    It belongs to the context that is current when it is created, as a Labeler does, and close() and `with` give its
    memory back. It compiles and allocates all that it needs when it is created.

    Parameters
    ----------
    shape
        Of the labels: (height, width) or (depth, height, width).
    max_components
        The most components of a frame, at most 4194304.
    max_pairs
        The most pairs of components of two frames that overlap; None: four per component.
    first_id
        The first id.
    id_labels
        Make the texture `Tracks.ids`.
    state, timing, debug_groups
        As for Labeler.label(); `timing` is for times().

    Raises
    ------
    TypeError, ValueError
        A shape of other axes or without elements; a number that is no int or out of range.
    glccl.Error
        No context of OpenGL 4.5 is current; the GPU's memory does not suffice; the driver rejects a shader.
    """

    def __init__(
        self,
        shape: Sequence[int],
        *,
        max_components: int = 65536,
        max_pairs: Optional[int] = None,
        first_id: int = 1,
        id_labels: bool = True,
        state: str = "preserve",
        timing: Optional[str] = None,
        debug_groups: bool = True,
    ) -> None:
        self._shape = shape_of(shape)
        pairs = 0 if max_pairs is None else integer(max_pairs, "max_pairs", 0)
        super().__init__(
            _gl.Tracker(
                self._shape,
                integer(max_components, "max_components", 0),
                pairs,
                integer(first_id, "first_id", 0),
                flag_of(id_labels, "id_labels"),
                _gl.ContextUse(state, timing, debug_groups),
            )
        )

    @property
    def target(self) -> int:
        """OpenGL's name of the texture for `target` of the next Labeler.label(); another one after each track().

        Labels in other textures will do too, but track() then has to copy them.
        """
        return self._open().target()

    @property
    def bytes(self) -> int:
        """Bytes of GPU memory that the Tracker has, its results included; 0 in another context."""
        return self._open().bytes

    def track(self, labels: Any) -> Tracks:
        """Follow the components of the next frame. Returns once the commands are issued.

        Parameters
        ----------
        labels
            The Labels of a Labeler, of the Tracker's shape, with the numbering "raster" and a table of at least one
            row: the number of components is read from the table, on the GPU.

        Raises
        ------
        ValueError
            Another shape; no table; labels that were replaced; the target of the frame before.
        glccl.Error
            Another context is current, or none.
        """
        buffer, ids = self._open().track(labels_of(labels, self._shape))
        return Tracks(buffer, ids, tuple(self._shape), self._made_by("track()", "Tracks"))

    def forget(self) -> None:
        """Forget the last frame, after a cut: all ids of the next frame are new, and none die."""
        self._open().forget()

    def times(self) -> List[StageTime]:
        """GPU times of the last track(), empty unless `timing` was given. Waits for the GPU."""
        return stage_times(self._open())
