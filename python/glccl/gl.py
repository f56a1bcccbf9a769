"""Labeling of OpenGL textures in the caller's context: textures in, label textures and component tables out.

A Labeler labels, a Tracker follows components from frame to frame, and Regions take components out of labels. Images
and labels of a Labeler may also lie in buffers.

Importing this module loads no OpenGL library and needs no context. Any library may have made the context and may own
the objects: moderngl, PyOpenGL, vispy, pyglet. This module loads OpenGL's functions for itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

try:
    import glccl._gl as _gl
except ModuleNotFoundError as error:
    raise ImportError(
        "this build of glccl labels no OpenGL textures (GLCCL_OPENGL=OFF): build glccl again from its sources, by "
        "pip install --force-reinstall --no-deps SOURCES",
        name=error.name,
    ) from error

from ._asked.spec import Asked, complete, takes_keywords_of
from ._components import TABLE_COLUMNS, Components, components_at
from ._opengl.arguments import Buffer, Source, buffer_of, names_in, output_of, source_of, spec_of, texture_name
from ._opengl.objects import ContextObject, StageTime, stage_times
from ._opengl.regions import Contacts, Lists, Regions, Selection
from ._opengl.table import row_dtype
from ._opengl.tracker import Tracker, Tracks
from ._label import label
from ._measures.measured import Measured
from ._measures.properties import Names, need_intensities, table_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Buffer",
    "Contacts",
    "Labeler",
    "Labels",
    "Lists",
    "Regions",
    "Selection",
    "Source",
    "StageTime",
    "Tracker",
    "Tracks",
]

#: The calls of a Labeler that replace its Labels.
_CALLS = "label() or prepare()"


@dataclass(frozen=True, eq=False)
class Labels:
    """Labels on the GPU, made by Labeler.label().

    The texture and the table belong to the Labeler, except a target of the caller's. They hold these labels until the
    Labeler's next label() or prepare(), or its end. Commands that are issued later may read them without a barrier.
    After the next label(), prepare() or close() the methods raise ValueError.
    """

    texture: int
    """OpenGL's name of a GL_TEXTURE_2D, of a volume a GL_TEXTURE_3D, of format R32UI. 0 is background. The name is 0 if
    the labels are in a buffer."""
    shape: Tuple[int, ...]
    """(height, width), or (depth, height, width): row 0 of the texture is row 0 of the array."""
    table: int
    """OpenGL's name of the buffer with the component table; 0 without one. glccl/table.hpp has its layout: a header of
    64 bytes, which begins with the arguments of glDrawArraysIndirect, then a row per component, of `row_dtype`."""
    table_rows: int
    """Capacity of the table in rows."""
    buffer: Optional[Buffer]
    """The target, if that is a Buffer; else None."""
    _current: Callable[[], _gl.Labeler] = field(repr=False)
    _made: _gl.Labels = field(repr=False)
    _names: Names = field(repr=False)

    @property
    def done(self) -> bool:
        """Whether the GPU has finished, so that numpy() waits only for its copy. Never waits."""
        return self._current().poll()

    def numpy(self) -> np.ndarray:
        """A copy of the labels, uint32 in C order, that owns its memory. Waits for the GPU.

        Raises ValueError if the caller has deleted the target or given it other storage, and glccl.Error if the
        Labeler's context is not current.
        """
        return self._current().readback()

    def components(self) -> Components:
        """A copy of the component table. Waits for the GPU.

        `value` is uint32, of textures of signed integers int32. With the criterion "equal" it is the value of the
        component's elements, colours as red | green << 8 | blue << 16 | alpha << 24. With other criteria it is 0. With
        periodic axes the table has its columns for them.

        Raises ValueError without a table, and where there are more components than rows, and glccl.Error if the
        Labeler's context is not current.
        """
        columns = self._current().readback_components(self._made)
        value = columns.pop("value")
        if self._made.is_signed:
            value = value.view(np.int32)
        return components_at({name: columns[name] for name in TABLE_COLUMNS if name in columns}, value)

    def properties(self, separator: str = "-") -> Dict[str, np.ndarray]:
        """The properties that label() was asked for, as glccl.skimage.regionprops_table() has them: a numpy array for
        each, "centroid-0" and so on for those with several. Row i is that of label i + 1. Waits for the GPU.

        Raises as components().
        """
        columns = self._current().readback_components(self._made)
        area = columns["area"]
        labels = np.arange(1, len(area) + 1)
        measured = Measured(labels, area, columns["bbox"], columns["sums"] / area[:, np.newaxis], columns)
        return table_of(measured, self._names, separator)

    @property
    def row_dtype(self) -> np.dtype:
        """The layout of a row of the table, by the names of glccl/table.hpp: for a copy of the buffer that you make,
        `np.frombuffer(copy, labels.row_dtype, offset=64)`. Components beyond the table's rows have none."""
        return row_dtype(self._made)

    def times(self) -> List[StageTime]:
        """GPU times in the order of the plan, empty unless `timing` was given. Waits for the GPU."""
        return stage_times(self._current())

    def _gl_labels(self) -> _gl.Labels:
        self._current()
        return self._made


class Labeler(ContextObject["_gl.Labeler"]):
    """Labels textures in the OpenGL context (4.5 or newer) that is current when it is created.

    That context has to be current in every call, in the thread of the call. Calls in another context, also in one that
    shares objects with it, raise glccl.Error. Label textures may also be used in contexts that share with it.

    close(), which `with` calls too, gives the GPU memory back: 31 MiB for images of 2048 squared, and labels and table.
    A Labeler that is collected while its context is current gives it back too. In a context that shares objects with
    its own it deletes what both have, and in any other context nothing; the rest ends with its own context.

    The GIL is free while the engine works. Nothing is read back unless asked for, no debug callback is installed, and
    glFinish is never called.

    Parameters
    ----------
    engine
        "auto": "compute" where it can do what is asked, else "raster". "raster-paper" is O'Connell's method as
        published, which splits some components; the others are exact.

    Raises
    ------
    glccl.Error
        There is no current context of OpenGL 4.5.
    ValueError
        There is no such engine.
    """

    def __init__(self, engine: str = "auto") -> None:
        super().__init__(_gl.Labeler(engine))
        self._engine = engine

    @property
    def engine(self) -> str:
        """The engine that ran the last label(); before the first, the one that was asked for."""
        return self._open().engine

    @property
    def scratch_bytes(self) -> int:
        """Bytes of GPU memory that are kept between labelings, besides labels and table; 0 in another context."""
        return self._open().scratch_bytes

    @takes_keywords_of(label)
    def label(
        self,
        texture: Any,
        *,
        channel: str = "red",
        measure: str = "sum",
        numbering: str = "raster",
        target: Any = None,
        table_rows: int = 0,
        level: int = 0,
        layer: int = 0,
        all_layers: bool = False,
        box: Optional[Sequence[int]] = None,
        aspect: str = "depth",
        mask: Any = None,
        intensity: Any = None,
        properties: Sequence[str] = (),
        state: str = "preserve",
        timing: Optional[str] = None,
        debug_groups: bool = True,
        **asked: Unpack[Asked],
    ) -> Labels:
        """Label a texture. Returns once the commands are issued, not when they are done.

        Parameters
        ----------
        texture
            OpenGL's name of a texture, of any target but 1-D and buffer textures: an int, as PyOpenGL and vispy have
            it, or a texture of moderngl (its `glo`) or of pyglet (its `id`). Or a renderbuffer or framebuffer of
            moderngl, or a glccl.gl.Source, which names those of other libraries, or a glccl.gl.Buffer. Other objects
            are refused: the number of one may be the name of an unrelated texture. docs/use/formats.md lists the
            formats, all of OpenGL 4.5 that are not compressed, and their units.
        connectivity
            4 or 8 for images; 6, 18 or 26 for volumes. None: the largest.
        background
            Texels of this value get label 0. With "foreground": the value that a shader reads of the channel, so 0..1
            for R8, RGBA8 and depth. With "equal" and `glccl.difference()`: None for no background, or the stored
            value, 0..255 for R8 and RGBA8; a sequence has a number per channel, and a single number is that of red,
            with 0 in the other channels.
        criterion
            "foreground": neighbours are connected if both differ from the background. "equal": if both have the same
            value; for integers and RGBA8. Or glccl.foreground(low, high) in the units that a shader reads, or
            glccl.difference(largest) in the units that are stored.
        channel
            Of several channels the one that decides what is foreground: "red", "green", "blue" or "alpha", and for
            glccl.foreground() also "any".
        measure
            The difference of several channels: the "sum" of theirs, the "largest", or that of their "luminance".
        numbering
            "raster": labels 1..N in the order of glccl.label(). "root": any numbers, which is faster.
        min_area, max_area, largest, clear_border
            Components that are kept, as in glccl.label(): "compute" drops all others. The table's header counts what
            there was before too. Needs the numbering "raster".
        target
            Your own texture for the labels, an int or a texture of moderngl or pyglet: R32UI, level 0 of the labels'
            size. Or a glccl.gl.Buffer of the labels' shape, of uint32 or int32. It may be the texture itself, and share
            bytes with an image in a buffer.
        table_rows
            Capacity of the component table; 0 for no table. Needs the numbering "raster".
        level, layer, all_layers
            Mip level; layer of a GL_TEXTURE_2D_ARRAY, or all of its layers as a volume.
        box
            A part of the level, in the order of Components.bbox: the first row and column, then the ones behind the
            last, (y0, x0, y1, x1), or (z0, y0, x0, z1, y1, x1). Ends are exclusive, as those of slices. Coordinates of
            labels count from its corner. A single slice of a volume is an image.
        aspect
            "depth" or "stencil" of a texture that has both.
        mask
            An image of format R8 or R8UI in the forms of `texture`, of the extent that is labeled. Elements at which it
            is 0 get label 0 and connect nothing, whatever the criterion. "compute" has masks. It may be the texture.
        intensity
            An image of one channel that is no depth, in the same forms, whose values the properties of intensities
            measure: those of R8 as 0..255. It may be the texture, but not share elements with the target.
        properties
            Names of glccl.skimage.regionprops_table() that Labels.properties() then has: "area", "eccentricity",
            "intensity_mean". "compute" measures them. Needs `table_rows`.
        state
            "preserve": all of the context's state is left as it was. "clobber": it is left as the engine needs it;
            glccl/options.hpp lists what changes.
        timing
            Measure GPU times: "whole", "stages" or "passes".
        debug_groups
            Put the commands into debug groups, a group for each stage and in debug contexts for each pass, by which
            frame debuggers show them. A debug callback of yours gets two messages for each group; False: none.
        fill_holes
            Holes that "compute" fills before it labels, as in glccl.label().
        periodic
            Axes at whose ends "compute" joins components, as in glccl.label(): a bool for all, or one for each axis in
            the order of `Labels.shape`.

        Raises
        ------
        TypeError
            The type of an argument is wrong.
        ValueError
            An argument is wrong, there is no such texture, or it cannot be labeled. The previous result is untouched.
        AttributeError
            A property that glccl does not measure, or not in volumes.
        glccl.Error
            Another context is current, or none; the GPU's memory does not suffice; the driver rejects a shader.
        """
        labeler = self._open()
        part = {"level": level, "layer": layer, "all_layers": all_layers, "box": box, "aspect": aspect}
        source = source_of(texture, "the texture", **part)
        mask_source = None if mask is None else source_of(mask, "the mask")
        intensity_source = None if intensity is None else source_of(intensity, "the image of intensities")
        names = names_in(properties, len(labeler.shape_of(source))) if properties else {}
        check_intensity(names, intensity is not None, table_rows)
        spec, rest = spec_of(complete(Labeler.label, asked), numbering, channel, measure, names)
        buffer = target if isinstance(target, Buffer) else None
        target_name = 0 if target is None or buffer else texture_name(target, "the target")
        output = output_of(target_name, table_rows, state, timing, debug_groups)
        target_buffer = buffer_of(buffer, "the target") if buffer else None
        made = labeler.label(source, mask_source, intensity_source, spec, rest, output, target_buffer)
        current = self._made_by(_CALLS, "Labels")
        return Labels(made.texture, tuple(made.shape), made.table, made.table_rows, buffer, current, made, names)

    @takes_keywords_of(label)
    def prepare(
        self,
        shape: Sequence[int],
        format: str,
        *,
        channel: str = "red",
        measure: str = "sum",
        numbering: str = "raster",
        has_target: bool = False,
        table_rows: int = 0,
        mask: Optional[str] = None,
        intensity: Optional[str] = None,
        properties: Sequence[str] = (),
        state: str = "preserve",
        timing: Optional[str] = None,
        debug_groups: bool = True,
        **asked: Unpack[Asked],
    ) -> None:
        """Compile and allocate what label() needs for level 0 of a texture of this shape and format.

        A label() with these arguments then compiles nothing and allocates nothing. The last result is given up. The
        arguments that are not described here and the exceptions are those of label(). For buffers, arrays and other
        levels call label() once instead.

        Parameters
        ----------
        shape
            (height, width), or (depth, height, width) of a GL_TEXTURE_3D.
        format
            OpenGL's name of the texture's internal format without GL_: "R8UI", "RGBA8", "DEPTH_COMPONENT24".
        has_target
            label() will be given a target.
        mask, intensity
            The format of the mask and of the image of intensities; None: there is none.
        """
        names = names_in(properties, len(shape)) if properties else {}
        check_intensity(names, intensity is not None, table_rows)
        spec, rest = spec_of(complete(Labeler.prepare, asked), numbering, channel, measure, names)
        output = output_of(int(has_target), table_rows, state, timing, debug_groups)
        self._open().prepare(spec, rest, format, mask, intensity, list(shape), output)
        self._made_by(_CALLS)

    @takes_keywords_of(label, "background")
    def plan(
        self,
        shape: Sequence[int],
        *,
        numbering: str = "raster",
        table_rows: int = 0,
        has_mask: bool = False,
        properties: Sequence[str] = (),
        **asked: Unpack[Asked],
    ) -> str:
        """The passes that the engine runs on a GPU for images or volumes of this shape, as text. Needs no context.

        "auto" has the plan of the engine that it would take. Raises ValueError as label() does.
        """
        names = names_in(properties, len(shape)) if properties else {}
        spec, rest = spec_of(complete(Labeler.plan, asked), numbering, "red", "sum", names)
        return _gl.describe_plan(self._engine, spec, rest, list(shape), output_of(0, table_rows), has_mask)


def check_intensity(names: Names, has_intensity: bool, table_rows: int) -> None:
    """Raises ValueError for properties without a table or an image of intensities, and for such an image alone."""
    if names and not table_rows:
        raise ValueError("properties are columns of the component table: pass table_rows, its capacity in rows")
    if has_intensity != need_intensities(names):
        raise ValueError(
            'intensity is an image that no property measures: pass properties=["intensity_mean"]'
            if has_intensity
            else "properties of intensities need an image: pass intensity"
        )
