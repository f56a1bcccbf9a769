"""glccl.gl.Regions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, List, Optional, Sequence, Tuple

import numpy as np

from .. import _gl
from .._arrays.axes import spare_axes
from .._asked.arguments import flag_of
from .._contacts import Contacts as FoundContacts
from .._regions import Lists as FoundLists
from .._regions import positions_of
from .._request import neighbors_in
from .arguments import integer, shape_of, texture_name
from .objects import ContextObject, StageTime, labels_of, stage_times


@dataclass(frozen=True, eq=False)
class Selection:
    """The components under seeds, on the GPU, made by Regions.select(). It holds until the next select()."""

    seeds: int
    """OpenGL's name of the buffer with what the seeds have found; glccl/region_results.hpp has its layout."""
    mask: int
    """OpenGL's name of an R8UI texture, 1 in the selected components; 0 without selection_mask."""
    labels: int
    """OpenGL's name of an R32UI texture, labels 1..K of the selected components in the order of the seeds; 0 without
    selection_labels."""
    shape: Tuple[int, ...]
    """Of the textures: (height, width), or (depth, height, width)."""
    _current: Callable[[], _gl.Regions] = field(repr=False)

    def found(self) -> np.ndarray:
        """(S,) uint32: the label of each seed's component in the selection; 0: the seed lies on background or outside.
        Waits for the GPU."""
        return self._current().readback_seeds()


@dataclass(frozen=True, eq=False)
class Lists:
    """The elements of each component, on the GPU, made by Regions.lists(). It holds until the next lists()."""

    offsets: int
    """OpenGL's name of the buffer with a header of 32 bytes and the offsets; glccl/region_results.hpp has its layout.
    The places of label i + 1 are those from offset i to before offset i + 1."""
    places: int
    """OpenGL's name of the buffer with the places, uint32."""
    _current: Callable[[], _gl.Regions] = field(repr=False)

    def numpy(self) -> FoundLists:
        """A copy as glccl.Lists of numpy arrays. Waits for the GPU.

        Raises MemoryError if there were more components, elements or runs than there is room for.
        """
        offsets, places, overflow = self._current().readback_lists()
        if overflow:
            limit = "max_components" if overflow & 1 else "max_elements" if overflow & 2 else "max_runs"
            raise MemoryError(f"the lists have no room for the labels: make Regions with a larger {limit}")
        return FoundLists(offsets, places)


@dataclass(frozen=True, eq=False)
class Contacts:
    """Which labels touch, on the GPU, made by Regions.contacts(). It holds until the next contacts()."""

    buffer: int
    """OpenGL's name of the buffer with a header of 32 bytes and the contacts; glccl/contacts.hpp has its layout."""
    _current: Callable[[], _gl.Regions] = field(repr=False)

    def numpy(self) -> FoundContacts:
        """A copy as glccl.Contacts, the tuple (pairs, lengths) of numpy arrays, `pairs` of uint32. Waits for the GPU.

        Raises MemoryError if there were more than max_contacts.
        """
        pairs, lengths, overflow = self._current().readback_contacts()
        if overflow:
            raise MemoryError("there are more pairs of labels that touch: make Regions with a larger max_contacts")
        return FoundContacts(pairs, lengths)


class Regions(ContextObject["_gl.Regions"]):
    """Takes components out of labels in OpenGL: selections by seeds, boundaries, lists of elements, contacts, colours.

    It belongs to the context that is current when it is created, as a Labeler does, and close() and `with` give its
    memory back. It compiles and allocates all that it needs when it is created, and makes the results alone that its
    arguments ask for. Results are those of glccl.select(), glccl.boundaries(), glccl.lists() and glccl.contacts(). They
    stay on the GPU, and hold until the next call that makes the same, or the Regions' end; their methods then raise
    ValueError. Commands that are issued later may read them without a barrier.

    `labels` of all calls are the Labels of a Labeler, of any numbering; the Tracks of a Tracker, for their ids; or a
    texture of format R32UI. All are of the Regions' shape.

    Parameters
    ----------
    shape
        Of the labels: (height, width) or (depth, height, width).
    max_seeds
        Seeds of a selection, at most 65536; 0: no selections.
    selection_mask, selection_labels
        Make the textures `Selection.mask` and `Selection.labels`.
    boundaries
        Make boundaries.
    max_components, max_elements, max_runs
        Room of lists: components, at most 16777216, and 0 for no lists; places, None for as many as there are elements;
        runs of successive elements of one label, None for as many as the criterion "foreground" can give.
    max_contacts
        Pairs of labels that touch, at most 16777216; 0: no contacts.
    colours
        Make colours.
    state, timing, debug_groups
        As for Labeler.label(); `timing` is for times().

    Raises
    ------
    TypeError, ValueError
        A shape of other axes or without elements; nothing to make; a number that is no int or out of range.
    glccl.Error
        No context of OpenGL 4.5 is current; the GPU's memory does not suffice; the driver rejects a shader.
    """

    def __init__(
        self,
        shape: Sequence[int],
        *,
        max_seeds: int = 0,
        selection_mask: bool = False,
        selection_labels: bool = False,
        boundaries: bool = False,
        max_components: int = 0,
        max_elements: Optional[int] = None,
        max_runs: Optional[int] = None,
        max_contacts: int = 0,
        colours: bool = False,
        state: str = "preserve",
        timing: Optional[str] = None,
        debug_groups: bool = True,
    ) -> None:
        self._shape = shape_of(shape)
        options = _gl.RegionOptions()
        options.max_seeds = integer(max_seeds, "max_seeds", 0)
        options.selection_mask = flag_of(selection_mask, "selection_mask")
        options.selection_labels = flag_of(selection_labels, "selection_labels")
        options.boundaries = flag_of(boundaries, "boundaries")
        options.max_components = integer(max_components, "max_components", 0)
        options.max_elements = 0 if max_elements is None else integer(max_elements, "max_elements", 0)
        options.max_runs = 0 if max_runs is None else integer(max_runs, "max_runs", 0)
        options.max_contacts = integer(max_contacts, "max_contacts", 0)
        options.colours = flag_of(colours, "colours")
        super().__init__(_gl.Regions(self._shape, options, _gl.ContextUse(state, timing, debug_groups)))

    @property
    def bytes(self) -> int:
        """Bytes of GPU memory that the Regions have, all results included; 0 in another context."""
        return self._open().bytes

    def select(self, labels: Any, seeds: Any) -> Selection:
        """Select the components under seeds: the magic wand. Returns once the commands are issued.

        Parameters
        ----------
        labels
            As the class says.
        seeds
            Positions, an array of integers of the shape (S, D) in the order of the axes: (row, column) in images. Or
            one position, of the shape (D,). Seeds may lie outside. At most max_seeds of them.

        Raises
        ------
        TypeError
            Seeds of another dtype.
        ValueError
            Labels of another shape or format, or that were replaced; seeds of another shape, or too many; Regions
            without max_seeds.
        glccl.Error
            Another context is current, or none.
        """
        regions = self._open()
        positions = positions_of(seeds, spare_axes(tuple(self._shape)))
        made = regions.select(labels_of(labels, self._shape), positions)
        return Selection(*made, tuple(self._shape), self._made_by("select()"))

    def boundaries(self, labels: Any, *, connectivity: Optional[int] = None) -> int:
        """Find the boundaries of components, as glccl.boundaries() does. Returns once the commands are issued.

        Returns OpenGL's name of an R8UI texture, 1 in the elements of components that have a neighbour of another
        label, else 0. `connectivity` is the number of neighbours: 4 or 8, in volumes 6, 18 or 26; None: the largest.
        Raises as select(), ValueError also for another connectivity.
        """
        regions, neighbors = self._open(), neighbors_in(connectivity, len(self._shape))
        return regions.boundaries(labels_of(labels, self._shape), neighbors)

    def lists(self, labels: Any) -> Lists:
        """List the elements of each component, of labels 1..N. Returns once the commands are issued.

        `labels` are Labels of the numbering "raster" with a table of at least one row: the number of components is read
        from the table, on the GPU. Raises as select(), ValueError also for labels without a table.
        """
        made = self._open().lists(labels_of(labels, self._shape))
        return Lists(*made, self._made_by("lists()"))

    def contacts(self, labels: Any, *, connectivity: Optional[int] = None) -> Contacts:
        """Find which labels touch, and the lengths of their common borders, as glccl.contacts() does.

        Returns once the commands are issued. `connectivity` is that of boundaries(). Raises as boundaries().
        """
        regions, neighbors = self._open(), neighbors_in(connectivity, len(self._shape))
        made = regions.contacts(labels_of(labels, self._shape), neighbors)
        return Contacts(made, self._made_by("contacts()"))

    def colours(self, labels: Any, *, target: Any = None) -> int:
        """Write a colour for each element, for shaders that read no integers. Returns once the commands are issued.

        Equal labels have equal colours, and consecutive labels, often neighbours, distant hues: those of the overlays
        of `glccl label`. Background is transparent black. With the Tracks of a Tracker, a component keeps its colour.

        Parameters
        ----------
        labels
            As the class says.
        target
            Your own texture, in the forms of Labeler.label(): RGBA8, level 0 of the labels' size.

        Returns
        -------
        texture
            OpenGL's name of an RGBA8 texture, a GL_TEXTURE_2D, of a volume a GL_TEXTURE_3D: the target, or without one
            a texture of the Regions' own.

        Raises
        ------
        TypeError
            The target is no texture.
        ValueError
            As select(); Regions without colours; a target of another format or size.
        glccl.Error
            Another context is current, or none.
        """
        name = 0 if target is None else texture_name(target, "the target")
        return self._open().colours(labels_of(labels, self._shape), name)

    def times(self) -> List[StageTime]:
        """GPU times of the last call that made something, empty unless `timing` was given. Waits for the GPU."""
        return stage_times(self._open())
