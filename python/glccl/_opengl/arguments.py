"""From arguments of glccl.gl to those of the extension module."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import Any, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from .. import _core, _gl
from .._asked.arguments import sides_of
from .._asked.criteria import Criterion, Difference, Foreground, check_criterion
from .._asked.periodic import Periodic, periodic_of
from .._asked.spec import members_of
from .._measures.properties import Names, need_intensities, need_shapes
from .._measures.regionprops import names_of

# GL_TEXTURE_2D, 3D, 2D_ARRAY, RECTANGLE, CUBE_MAP, CUBE_MAP_ARRAY, 2D_MULTISAMPLE, 2D_MULTISAMPLE_ARRAY
TEXTURE_TARGETS = (0x0DE1, 0x806F, 0x8C1A, 0x84F5, 0x8513, 0x9009, 0x9100, 0x9102)
GL_BACK = 0x0405


def texture_name(texture: Any, what: str) -> int:
    """OpenGL's name of a texture: of an int, a texture of moderngl or one of pyglet. `what` is for messages.

    Other objects of these libraries have a name in the same attribute, and it may be that of some texture too. Nothing
    is read that would make moderngl bind the texture.
    """
    kind = f"{type(texture).__module__}.{type(texture).__name__}"
    if hasattr(texture, "glo") and hasattr(type(texture), "swizzle"):  # of moderngl's types, those of textures
        if type(getattr(texture, "mglo", None)).__name__ == "InvalidObject":
            raise ValueError(f"{what} is a {kind} that was released")
        texture = texture.glo
    elif hasattr(texture, "owner") and hasattr(texture, "tex_coords"):
        raise TypeError(f"{what} is a region of a texture, a {kind}: pass its owner, and the region as box")
    elif hasattr(texture, "id") and getattr(texture, "target", None) in TEXTURE_TARGETS:
        texture = texture.id
    try:
        name = operator.index(texture)
    except TypeError:
        raise TypeError(
            f"{what} is a {kind}: pass OpenGL's name of a texture (an int), or a texture of moderngl or pyglet"
        ) from None
    if not 0 <= name < 2**32:
        raise ValueError(f"{what} is {name}: names of textures have 32 bits")
    return name


@dataclass(frozen=True)
class Source:
    """An image of OpenGL, or a part of it: a level of a texture, a renderbuffer, or an attachment of a framebuffer.

    Images that shaders cannot read where they are, such as renderbuffers, are copied first, on the GPU.
    """

    texture: Any = None
    """As Labeler.label() takes it; None for a renderbuffer or a framebuffer."""
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


def source_of(source: Any, what: str, **part: Any) -> _gl.Source:
    """A Source, or a part of an object that it may have as its image, or of the texture of a name. `what` is for
    messages."""
    if isinstance(source, Source):
        if any(value is not getattr(Source, name) for name, value in part.items()):
            raise ValueError("level, layer, all_layers, box and aspect beside a Source: give them to the Source")
    else:
        kinds = {"Renderbuffer": "renderbuffer", "Framebuffer": "framebuffer"}
        of_moderngl = type(source).__module__.split(".")[0] == "moderngl"
        member = kinds.get(type(source).__name__, "texture") if of_moderngl else "texture"
        source = Source(**{member: source}, **part)
    framebuffer = source.framebuffer is not None
    if not framebuffer and source.renderbuffer is None and source.texture is None:
        raise ValueError(f"{what} is a Source of nothing: pass a texture, a renderbuffer or a framebuffer")
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
    )


def object_name(made: Any, what: str, kind: str) -> int:
    """OpenGL's name of a renderbuffer or framebuffer: an int, or the `glo` of an object of moderngl."""
    try:
        name = operator.index(getattr(made, "glo", made))
    except TypeError:
        found = f"{type(made).__module__}.{type(made).__name__}"
        raise TypeError(f"{what} is a {found}: pass OpenGL's name of a {kind} (an int), or one of moderngl") from None
    if not 0 <= name < 2**32:
        raise ValueError(f"{what} is {name}: names of {kind}s have 32 bits")
    return name


def shape_of(shape: Sequence[int]) -> List[int]:
    """The sides of labels, which the extension module checks."""
    return [integer(side, "a side of the shape") for side in sides_of(shape)]


def integer(value: Any, what: str, least: int = -(2**31)) -> int:
    """An argument that has to be an integer of 32 bits from `least` on."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is a {type(value).__name__}: pass an int") from None
    if not least <= number < least + 2**32:
        raise ValueError(f"{what} is {number}: pass an integer from {least} to {least + 2**32 - 1}")
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
