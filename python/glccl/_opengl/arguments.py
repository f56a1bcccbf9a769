"""From arguments of glccl.gl to those of the extension module."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import Any, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from .. import _core, _gl
from .._asked.arguments import ints_of, sides_of
from .._asked.criteria import Criterion, Difference, Foreground, check_criterion
from .._asked.periodic import Periodic, periodic_of
from .._asked.spec import members_of
from .._measures.properties import Names, need_intensities, need_shapes
from .._measures.regionprops import names_of

# GL_TEXTURE_2D, 3D, 2D_ARRAY, RECTANGLE, CUBE_MAP, CUBE_MAP_ARRAY, 2D_MULTISAMPLE, 2D_MULTISAMPLE_ARRAY
TEXTURE_TARGETS = (0x0DE1, 0x806F, 0x8C1A, 0x84F5, 0x8513, 0x9009, 0x9100, 0x9102)
GL_BACK = 0x0405

#: Formats of elements of one channel, by their dtype.
FORMATS = {
    np.dtype(kind): name
    for kind, name in [
        ("?", "R8UI"), ("u1", "R8UI"), ("u2", "R16UI"), ("u4", "R32UI"), ("i1", "R8I"), ("i2", "R16I"), ("i4", "R32I"),
        ("f2", "R16F"), ("f4", "R32F"),
    ]
}


def texture_name(texture: Any, what: str) -> int:
    """OpenGL's name of a texture: of an int, a texture of moderngl or one of pyglet. `what` is for messages.

    Other objects of these libraries have a name in the same attribute, and it may be that of some texture too. Nothing
    is read that would make moderngl bind the texture.
    """
    found = texture
    if hasattr(texture, "glo") and hasattr(type(texture), "swizzle"):  # of moderngl's types, those of textures
        found = _glo_of(texture, what)
    elif hasattr(texture, "owner") and hasattr(texture, "tex_coords"):
        raise TypeError(
            f"{what} is a region of a texture, a {_type_name(texture)}: pass its owner, and the region as box"
        )
    elif hasattr(texture, "id") and getattr(texture, "target", None) in TEXTURE_TARGETS:
        found = texture.id
    return _checked_name(found, texture, what, "texture", "moderngl or pyglet")


def buffer_name(buffer: Any, what: str) -> int:
    """OpenGL's name of a buffer object: of an int, a buffer of moderngl or one of pyglet, as texture_name()."""
    found = buffer
    if hasattr(buffer, "glo") and hasattr(type(buffer), "orphan"):  # of moderngl's types, that of buffers
        found = _glo_of(buffer, what)
    elif hasattr(buffer, "id") and hasattr(type(buffer), "set_data_region"):  # of pyglet's
        found = buffer.id
    name = _checked_name(found, buffer, what, "buffer", "moderngl or pyglet")
    if name == 0:
        raise ValueError(f"{what} is 0, which is the name of no buffer")
    return name


def object_name(made: Any, what: str, kind: str) -> int:
    """OpenGL's name of a renderbuffer or framebuffer: an int, or the `glo` of an object of moderngl."""
    return _checked_name(getattr(made, "glo", made), made, what, kind, "moderngl")


def _type_name(made: Any) -> str:
    return f"{type(made).__module__}.{type(made).__name__}"


def _glo_of(made: Any, what: str) -> Any:
    """OpenGL's name of an object of moderngl, unless it was released."""
    if type(getattr(made, "mglo", None)).__name__ == "InvalidObject":
        raise ValueError(f"{what} is a {_type_name(made)} that was released")
    return made.glo


def _checked_name(found: Any, made: Any, what: str, kind: str, libraries: str) -> int:
    """The name that was found of an object, which the caller has passed as `made`."""
    try:
        name = operator.index(found)
    except TypeError:
        raise TypeError(
            f"{what} is a {_type_name(made)}: pass OpenGL's name of a {kind} (an int), or one of {libraries}"
        ) from None
    if not 0 <= name < 2**32:
        raise ValueError(f"{what} is {name}: names of {kind}s have 32 bits")
    return name


@dataclass(frozen=True)
class Buffer:
    """An image or volume in a buffer object, or the place of labels there, as numpy.ndarray() describes memory.

    The engine "compute" reads and writes buffers. Shaders read words, so the buffer goes on to the next multiple of 4
    bytes behind the last element. Where the offset and the strides of rows and slices are multiples of 16, elements are
    read and written fastest. Gaps keep their contents.

    After a shader of yours has written elements, glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT) has to come before
    label(). After label() no barrier is needed.
    """

    buffer: Any
    """OpenGL's name of a buffer object: an int, as PyOpenGL has it, or a buffer of moderngl (its `glo`) or of pyglet
    (its `id`). It is not mapped, unless persistently."""
    shape: Sequence[int]
    """(height, width), or (depth, height, width), each 1 or more."""
    dtype: Any
    """Of elements of one channel a dtype of numpy: bool, an integer of 8 to 32 bits, float16 or float32, in the byte
    order of this machine. Or OpenGL's name of a format without GL_: "R8", whose bytes stand for 0..1, "RGBA8", "RG32UI"
    for ids of 64 bits, "RG16F", "RG32F", "RGBA16F". Of labels uint32 or int32."""
    offset: int = 0
    """Bytes before the first element: a multiple of the bytes of an element."""
    strides: Optional[Sequence[int]] = None
    """Bytes from an element to the next along each axis, as numpy.ndarray.strides: multiples of the bytes of an
    element, the last one these. None: there are no gaps. Rows and slices do not overlap."""


def buffer_of(buffer: Any, what: str) -> _gl.Buffer:
    """A Buffer as the extension module takes it. `what` is for messages."""
    if not isinstance(buffer, Buffer):
        raise TypeError(f"{what} is a {_type_name(buffer)}: pass a glccl.gl.Buffer, which has its shape and dtype")
    strides = buffer.strides
    if strides is not None:
        wanted = "pass the bytes from an element to the next along each axis, as numpy.ndarray.strides"
        strides = [integer(stride, "a stride", 1, 63) for stride in ints_of(strides, "strides", "a stride", wanted)]
    return _gl.Buffer(
        buffer_name(buffer.buffer, f"the buffer of {what}"),
        format_name(buffer.dtype, what),
        shape_of(buffer.shape),
        integer(buffer.offset, "offset", 0, 63),
        strides,
    )


def format_name(dtype: Any, what: str) -> str:
    """OpenGL's name of the format of elements in a buffer, which `dtype` may be itself. `what` is for messages."""
    formats = _gl.buffer_formats()
    if isinstance(dtype, str) and dtype in formats:
        return dtype
    try:
        return FORMATS[np.dtype(dtype)]
    except (TypeError, ValueError, KeyError):
        raise TypeError(
            f"{what} has the dtype {dtype!r}: pass bool, an integer of 8 to 32 bits, float16 or float32, or the name "
            f"of a format: {', '.join(formats)}"
        ) from None


@dataclass(frozen=True)
class Source:
    """An image of OpenGL, or a part of it: a level of a texture, a renderbuffer, an attachment of a framebuffer, or an
    image in a buffer.

    Images that shaders cannot read where they are, such as renderbuffers, are copied first, on the GPU.
    """

    texture: Any = None
    """As Labeler.label() takes it; None for another object."""
    level: int = 0
    """Mip level."""
    layer: int = 0
    """Layer of an array, face of a cube map."""
    all_layers: bool = False
    """All layers of a GL_TEXTURE_2D_ARRAY as a volume."""
    box: Optional[Sequence[int]] = None
    """A part, as Labeler.label() takes it. The framebuffer 0, a window, needs it: OpenGL does not tell its size."""
    aspect: str = "depth"
    """"depth" or "stencil" of an image that has both."""
    renderbuffer: Any = None
    """OpenGL's name of a renderbuffer (an int), or one of moderngl."""
    framebuffer: Any = None
    """OpenGL's name of a framebuffer (an int), or one of moderngl."""
    attachment: int = 0
    """GL_DEPTH_ATTACHMENT and so on. 0: GL_COLOR_ATTACHMENT0, of the framebuffer 0 GL_BACK."""
    samples: str = "first"
    """Of multisampled images the "first" sample, which is a value that was drawn, or of colours the "average"."""
    buffer: Optional[Buffer] = None
    """An image or volume in a buffer, with which only `box` goes."""


def source_of(source: Any, what: str, **part: Any) -> _gl.Source:
    """A Source, or a part of an object that it may have as its image, or of the texture of a name. `what` is for
    messages."""
    if isinstance(source, Source):
        if any(value is not getattr(Source, name) for name, value in part.items()):
            raise ValueError("level, layer, all_layers, box and aspect beside a Source: give them to the Source")
    else:
        kinds = {"Renderbuffer": "renderbuffer", "Framebuffer": "framebuffer", "Buffer": "buffer"}
        has_kind = isinstance(source, Buffer) or type(source).__module__.split(".")[0] == "moderngl"
        member = kinds.get(type(source).__name__, "texture") if has_kind else "texture"
        source = Source(**{member: source}, **part)
    framebuffer = source.framebuffer is not None
    if not framebuffer and source.renderbuffer is None and source.texture is None and source.buffer is None:
        raise ValueError(f"{what} is a Source of nothing: pass a texture, a renderbuffer, a framebuffer or a buffer")
    name = object_name(source.framebuffer, what, "framebuffer") if framebuffer else 0
    attachment = integer(source.attachment, "attachment", 0)
    return _gl.Source(
        0 if source.texture is None else texture_name(source.texture, what),
        integer(source.level, "level"),
        integer(source.layer, "layer"),
        rectangle_of(source.box),
        source.aspect,
        source.all_layers,
        0 if source.renderbuffer is None else object_name(source.renderbuffer, what, "renderbuffer"),
        name,
        GL_BACK if framebuffer and name == 0 and attachment == 0 else attachment,
        source.samples,
        None if source.buffer is None else buffer_of(source.buffer, what),
    )


def shape_of(shape: Sequence[int]) -> List[int]:
    """The sides of labels, which the extension module checks."""
    return [integer(side, "a side of the shape") for side in sides_of(shape)]


def integer(value: Any, what: str, least: int = -(2**31), bits: int = 32) -> int:
    """An argument that has to be one of the 2**bits integers from `least` on."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is a {type(value).__name__}: pass an int") from None
    if not least <= number < least + 2**bits:
        raise ValueError(f"{what} is {number}: pass an integer from {least} to {least + 2**bits - 1}")
    return number


def rectangle_of(box: Optional[Sequence[int]]) -> Optional[Tuple[int, int, int, int, int, int]]:
    """x0, y0, x1, y1, z0, z1 of a box in the order of Components.bbox. Ends are exclusive in both."""
    if box is None:
        return None
    try:
        sides = [integer(side, "a side of the box") for side in box]
    except TypeError:
        raise TypeError(f"the box is {box!r}: pass integers, as a row of Components.bbox has") from None
    if len(sides) not in (4, 6):
        raise ValueError(f"the box has {len(sides)} numbers: pass 4, or 6 of a volume, as a row of Components.bbox has")
    z0, y0, x0 = ([0] * 3 + sides[: len(sides) // 2])[-3:]
    z1, y1, x1 = ([1] * 3 + sides[len(sides) // 2 :])[-3:]
    return x0, y0, x1, y1, z0, z1


def _pixel(background: Any) -> Optional[Tuple[float, float, float, float]]:
    """The four channels of a background."""
    if background is None:
        return None
    channels = np.asarray(background, float).ravel().tolist()
    if len(channels) > 4:
        raise ValueError(f"the background has {len(channels)} channels: a texture has at most 4")
    red, green, blue, alpha = channels + [0.0] * (4 - len(channels))
    return red, green, blue, alpha


def periodic_axes(periodic: Periodic) -> Tuple[bool, bool, bool, int]:
    """Whether x, y and z are periodic, and the number of axes that were named: 0 where one bool is for all of them."""
    named = 0
    if not isinstance(periodic, (bool, np.bool_)):
        named = len(periodic) if hasattr(periodic, "__len__") else 3
    x, y, z = periodic_of(periodic, named or 3)
    return x, y, z, named


def spec_of(
    words: Mapping[str, Any], numbering: str, channel: str, measure: str, names: Names
) -> Tuple[_core.Spec, _gl.Asked]:
    """The specification of a labeling for complete() keywords, and what else is asked for: the number of axes that
    `periodic` names, and the columns of properties."""
    criterion, background = words["criterion"], words.get("background", 0)
    check_criterion(criterion, background)
    x, y, z, named = periodic_axes(words["periodic"])
    members = dict(members_of(words))
    if words["connectivity"] is not None:
        members["connectivity"] = integer(words["connectivity"], "connectivity")
    spec = _core.Spec(
        criterion=_criterion_of(criterion, background, channel, measure),
        numbering=_gl.checked_numbering(numbering),
        periodic=(x, y, z),
        **members,
    )
    return spec, _gl.Asked(named, need_shapes(names), need_intensities(names))


def names_in(properties: Any, axes: int) -> Names:
    """The properties that are asked for, of labels of so many axes. Raises TypeError and AttributeError."""
    if isinstance(properties, str) or not hasattr(properties, "__iter__"):
        raise TypeError(f"properties is a {type(properties).__name__}: pass a list of names")
    return names_of(list(properties), axes, True)


def _criterion_of(criterion: Criterion, background: Any, channel: str, measure: str) -> Any:
    if isinstance(criterion, Foreground):
        return _gl.foreground(criterion.low, criterion.high, criterion.inverted, channel)
    if isinstance(criterion, Difference):
        return _gl.difference(criterion.largest, _pixel(background), measure)
    if criterion == "equal":
        return _gl.equal(_pixel(background))
    if channel == "any":
        raise ValueError('the channel "any" needs a range: pass glccl.foreground() as criterion')
    value = float(background)
    return _gl.foreground(math.nextafter(value, -math.inf), value, True, channel)


def output_of(
    target: int, table_rows: int, state: str = "preserve", timing: Optional[str] = None, debug_groups: bool = True
) -> _gl.Output:
    """Where results go and how the context is treated. `target` is the name of a texture, or 0."""
    return _gl.Output(target, integer(table_rows, "table_rows", 0), state, timing, debug_groups)
