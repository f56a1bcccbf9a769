"""Images and labels in buffers, against glccl.label() on the CPU: dtypes, offsets, strides, gaps, refusals."""

import subprocess
import sys
from typing import NamedTuple

import contexts
import glccl
import glccl.gl
import numpy as np
import pytest
from glccl.gl import Buffer, Source
from glccl.skimage import regionprops_table
from OpenGL import GL

RANDOM = np.random.default_rng(23)
SHAPE = (43, 70)
MODERNGL, PYOPENGL = contexts.ModernglContext, contexts.PyOpenGLContext


class Placed(NamedTuple):
    """An array in a buffer."""

    buffer: Buffer
    memory: np.ndarray
    """All bytes of the buffer, with random bytes in the gaps."""
    array: np.ndarray
    """The elements in `memory`."""

    def check(self, array):
        """The buffer has this array now, and the same gaps."""
        self.array[...] = array
        name = getattr(self.buffer.buffer, "glo", self.buffer.buffer)
        assert contexts.read_buffer(name) == self.memory.tobytes()


def place(context, array, dtype=None, unit=0, before=0):
    """Places an array in a buffer behind `before` elements, with gaps of `unit` elements between rows and of twice as
    many between slices. `dtype` of the Buffer is that of the array unless it is given."""
    size, shape = array.itemsize, array.shape
    row = (shape[-1] + unit) * size
    strides = (row * shape[-2] + 2 * unit * size, row, size)[-array.ndim :]
    offset, taken = before * size, strides[0] * shape[0]
    memory = RANDOM.integers(0, 256, -(-(offset + taken) // 4) * 4, np.uint8)
    view = np.ndarray(shape, array.dtype, memory, offset, strides)
    view[...] = array
    given = (offset, strides) if unit else (offset,)
    return Placed(Buffer(context.buffer(memory), shape, dtype or array.dtype, *given), memory, view)


def noise(shape=SHAPE, values=(0, 1), dtype="u1"):
    return RANDOM.choice(np.array(values, dtype), shape)


def check(found, expected):
    np.testing.assert_array_equal(found.numpy(), expected)


@pytest.mark.parametrize(
    "context, dtype, values",
    [
        (MODERNGL, "?", [False, True]),
        (PYOPENGL, "u1", [0, 1, 255]),
        (MODERNGL, "u2", [0, 1, 256, 65535]),
        (PYOPENGL, "u4", [0, 1, 0x10000, 0xFFFF_FFFF]),
        (MODERNGL, "i1", [-128, -1, 0, 127]),
        (PYOPENGL, "i2", [-32768, -256, 0, 1]),
        (MODERNGL, "i4", [-0x8000_0000, -1, 0, 0x10000]),
        (PYOPENGL, "f2", [-1, 0, 0.5, 2048]),
        (MODERNGL, "f4", [-1, 0, 1e-30, 3e38]),
    ],
    indirect=["context"],
)
def test_dtypes(context, dtype, values):
    array = noise(values=values, dtype=dtype)
    buffer = place(context, array, unit=3, before=5).buffer
    check(context.labeler.label(buffer), glccl.label(array))
    if array.dtype.kind == "f":
        criterion = glccl.difference(1)
        labels = context.labeler.label(buffer, criterion=criterion, background=None)
        check(labels, glccl.label(array, criterion=criterion, background=None))
        return
    expected, table = glccl.label(array, criterion="equal", connectivity=4, background=None, table=True)
    labels = context.labeler.label(buffer, criterion="equal", connectivity=4, background=None, table_rows=array.size)
    check(labels, expected)
    np.testing.assert_array_equal(labels.components().value, table.value)


def test_formats_of_opengl(context):
    grey = noise(values=[0, 100, 200])
    labels = context.labeler.label(place(context, grey, "R8", unit=1).buffer, criterion=glccl.foreground(0.5, 1))
    check(labels, glccl.label(grey, criterion=glccl.foreground(127.5, 255)))
    assert labels.numpy().max() > 1

    colours = noise(values=[0x00_FF_00_00, 200 + (9 << 16), 0x01_00_00_00], dtype="u4")
    labels = context.labeler.label(place(context, colours, "RGBA8").buffer, criterion="equal", background=[200, 0, 9])
    check(labels, glccl.label(colours, criterion="equal", background=200 + (9 << 16)))

    ids = noise(values=[0, 1, 1 << 40, (1 << 40) + 1], dtype="u8")
    labels = context.labeler.label(place(context, ids, "RG32UI", unit=2).buffer, criterion="equal")
    check(labels, glccl.label(ids, criterion="equal"))


@pytest.mark.parametrize("shape", [SHAPE, (32, 64), (3, 1), (1, 200), (5, 20, 37)])
@pytest.mark.parametrize("context, unit, dtype", [(MODERNGL, 1, "u4"), (PYOPENGL, 16, "i4")], indirect=["context"])
def test_labels_in_a_buffer(context, shape, unit, dtype):
    image = noise(shape)
    expected, table = glccl.label(image, table=True)
    source = place(context, image, unit=unit, before=17)
    target = place(context, np.zeros(shape, dtype), unit=unit, before=20)
    labels = context.labeler.label(source.buffer, target=target.buffer, table_rows=image.size)
    assert labels.texture == 0 and labels.buffer is target.buffer and labels.shape == shape
    assert labels.numpy().dtype == np.uint32
    check(labels, expected)
    np.testing.assert_array_equal(labels.components().area, table.area)
    assert labels.done

    target.check(expected)
    source.check(image)

    # Labels are an image, and later ones may lie in a texture again.
    again = context.labeler.label(labels.buffer, criterion="equal")
    assert again.buffer is None and again.texture > 0
    check(again, expected)


def test_textures_and_buffers_together(context):
    image = noise()
    expected = glccl.label(image)
    target = place(context, np.zeros(SHAPE, "u4"))
    check(context.labeler.label(context.texture(image, "R8UI"), target=target.buffer), expected)
    target.check(expected)
    texture = context.texture(np.zeros(SHAPE, "u4"), "R32UI")
    labels = context.labeler.label(place(context, image).buffer, target=texture)
    assert labels.texture == getattr(texture, "glo", texture) and labels.buffer is None
    check(labels, expected)


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
def test_a_slice_of_a_volume_is_an_image(context):
    image = noise()
    source = place(context, image[np.newaxis], unit=1).buffer
    target = place(context, np.zeros((1, *SHAPE), "u4"))
    labels = context.labeler.label(source, target=target.buffer, connectivity=8)
    assert labels.shape == SHAPE
    check(labels, glccl.label(image))
    target.check(glccl.label(image))


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
@pytest.mark.parametrize(
    "shape, strides",
    [((1, 70), (1, 1)), ((43, 1), (4, 9)), ((1, 43, 70), (1, 70, 1)), ((5, 1, 70), (71, 2, 1))],
)
def test_strides_of_axes_with_one_element(context, shape, strides):
    """They do not matter, as those of arrays."""
    memory = noise((4096,))
    array = np.ndarray(shape, np.uint8, memory, 0, strides)
    expected = glccl.label(array[0] if array.ndim == 3 and len(array) == 1 else array)
    check(context.labeler.label(Buffer(context.buffer(memory), shape, "u1", 0, strides)), expected)


def test_boxes(context):
    volume = noise((5, 17, 40))
    buffer = place(context, volume, unit=3, before=1).buffer
    check(context.labeler.label(buffer, box=(1, 2, 3, 4, 15, 36)), glccl.label(volume[1:4, 2:15, 3:36]))
    box = (2, 0, 1, 3, 17, 40)
    check(context.labeler.label(Source(buffer=buffer, box=box)), glccl.label(volume[2, :, 1:]))


@pytest.mark.parametrize("shape", [SHAPE, (5, 17, 40)])
def test_masks_and_intensities(context, shape):
    image, mask = noise(shape, [0, 1, 1]), noise(shape, [0, 7, 9])
    expected = glccl.label(image, mask=mask)
    assert (expected != glccl.label(image)).any()
    masks = [place(context, mask, unit=1).buffer, place(context, mask, "R8", before=3).buffer]
    whole = noise(tuple(side + 4 for side in shape), [0, 7])
    whole[tuple(slice(1, 1 + side) for side in shape)] = mask
    box = (*[1] * len(shape), *[side + 1 for side in shape])
    masks.append(Source(buffer=place(context, whole).buffer, box=box))
    texture = context.texture(image, "R8UI")
    for source in masks:
        check(context.labeler.label(texture, mask=source), expected)

    names = ["label", "intensity_mean", "intensity_min", "intensity_max"]
    for dtype in ("u1", "i2", "f2", "f4"):
        values = noise(shape, [1, 2, 5, 100], dtype) - np.array(3 if dtype == "i2" else 0, dtype)
        source, intensity = place(context, image, unit=2).buffer, place(context, values, unit=5, before=1).buffer
        labels = context.labeler.label(source, mask=masks[0], intensity=intensity, table_rows=image.size,
                                       properties=names)
        check(labels, expected)
        found, measured = labels.properties(), regionprops_table(expected, values, names)
        for name in names:
            np.testing.assert_allclose(found[name], measured[name], rtol=1e-12, err_msg=name)


def test_labels_over_the_source(context):
    image = noise(dtype="u4")
    both = place(context, image, unit=2, before=3)
    expected = glccl.label(image)
    check(context.labeler.label(both.buffer, target=both.buffer), expected)
    both.check(expected)

    # The image takes the first quarter of the labels' bytes, and is the mask too.
    target = place(context, np.zeros(SHAPE, "u4"))
    target.memory[: image.size] = image.ravel()
    name = context.buffer(target.memory)
    source, target = Buffer(name, SHAPE, "u1"), target._replace(buffer=Buffer(name, SHAPE, "u4"))
    check(context.labeler.label(source, mask=source, target=target.buffer), expected)
    target.check(expected)


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
def test_regions_and_trackers_refuse_labels_in_buffers(context):
    image = noise()
    target = place(context, np.zeros(SHAPE, "u4")).buffer
    labels = context.labeler.label(place(context, image).buffer, target=target, table_rows=image.size)
    calls = [glccl.gl.Regions(SHAPE, boundaries=True).boundaries, glccl.gl.Tracker(SHAPE, max_components=9).track]
    for call in calls:
        with pytest.raises(ValueError, match="the labels are in buffer \\d+: Regions and a Tracker read"):
            call(labels)
        with pytest.raises(TypeError, match="the texture of labels is a glccl.*Buffer: pass OpenGL's name"):
            call(target)


@pytest.mark.parametrize(
    "error, message, changes",
    [
        (TypeError, "the buffer of the texture is a builtins.str: pass OpenGL's name of a buffer", dict(buffer="1")),
        (TypeError, "the buffer of the texture is a builtins.NoneType", dict(buffer=None)),
        (ValueError, "the buffer of the texture is 0, which is the name of no buffer", dict(buffer=0)),
        (ValueError, "the buffer of the texture is -1: names of buffers have 32 bits", dict(buffer=-1)),
        (ValueError, "buffer 4000000000, in which the pixels are to be, does not exist", dict(buffer=4_000_000_000)),
        (TypeError, "the shape is a int: pass the number of elements along each axis", dict(shape=5)),
        (ValueError, "the shape has 1 axes: pass .height, width. or", dict(shape=(5,))),
        (ValueError, "in a buffer are 3x0: each side is 1 or more", dict(shape=(0, 3))),
        (ValueError, "take 3080 bytes, and the buffer ends at byte 3012", dict(shape=(44, 70))),
        (TypeError, "the texture has the dtype 'float64': pass bool, an integer of 8 to 32 bits, float16 or float32, "
         "or the name of a format: R8UI, .*RGBA16F$", dict(dtype="float64")),
        (TypeError, "has the dtype <class 'numpy.int64'>: pass bool", dict(dtype=np.int64)),
        (TypeError, "has the dtype dtype\\('>u2'\\): pass bool", dict(dtype=np.dtype(">u2"))),
        (TypeError, "has the dtype 'DEPTH_COMPONENT24': pass bool", dict(dtype="DEPTH_COMPONENT24")),
        (TypeError, "has the dtype 'bytes of red': pass bool", dict(dtype="bytes of red")),
        (TypeError, "has the dtype None: pass bool", dict(dtype=None)),
        (TypeError, "offset is a str: pass an int", dict(offset="1")),
        (ValueError, "offset is -1: pass an integer from 0", dict(offset=-1)),
        (ValueError, "at byte 3 of buffer \\d+ take 3012 bytes, and the buffer ends at byte 3012", dict(offset=3)),
        (ValueError, "at byte 9223372036854775807 of buffer", dict(offset=2**63 - 1)),
        (ValueError, "offset is 9223372036854775808: pass", dict(offset=2**63)),
        (ValueError, "begin at byte 1 of their buffer, which is no multiple of 2",
         dict(dtype="u2", shape=(20, 30), offset=1)),
        (TypeError, "strides is a int: pass the bytes from an element to the next", dict(strides=70)),
        (TypeError, "a stride is a str", dict(strides=("70", 1))),
        (ValueError, "strides has 3 numbers and the shape 2 axes: pass a number for each", dict(strides=(1, 1, 1))),
        (ValueError, "a stride is -70: pass an integer from 1", dict(strides=(-70, 1))),
        (ValueError, "a stride is 0: pass an integer from 1", dict(strides=(0, 1))),
        (ValueError, "the last stride is 2 and has to be 1, the bytes of an element", dict(strides=(140, 2))),
        (ValueError, "pitch of 69 bytes, but a row takes 70", dict(strides=(69, 1))),
        (ValueError, "slice pitch of 99 bytes, but a slice takes 100", dict(shape=(3, 10, 10), strides=(99, 10, 1))),
        (ValueError, "pitch of 61 bytes: it has to be a multiple of 2",
         dict(dtype="u2", shape=(20, 30), strides=(61, 2))),
        (ValueError, "and the buffer ends at byte 3012", dict(strides=(2**62, 1))),
    ],
)
def test_bad_buffers(context, error, message, changes):
    given = dict(buffer=context.buffer(np.zeros(3012, "u1")), shape=SHAPE, dtype="u1")
    with pytest.raises(error, match=message):
        context.labeler.label(Buffer(**{**given, **changes}))


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (ValueError, "an image in a buffer has neither levels, layers nor a stencil", dict(level=1)),
        (ValueError, "is not inside", dict(box=(0, 0, 44, 70))),
        (ValueError, "the mask is 30x20 and the labeled image is 70x43", dict(mask=("u1", (20, 30)))),
        (ValueError, "the mask has the format f32: pass u8 or unorm8", dict(mask=("f4", SHAPE))),
        (TypeError, "the mask has the dtype 'i8': pass bool", dict(mask=("i8", SHAPE))),
        (ValueError, "the mask: the pixels of 70x173 .* and the buffer ends at byte 12040",
         dict(mask=("u1", (173, 70)))),
        (ValueError, "the target has the format R8UI: labels in a buffer are uint32 or int32",
         dict(target=("u1", SHAPE))),
        (ValueError, "the target is 42x70 and the labels are 70x43", dict(target=("u4", (70, 42)))),
        (ValueError, "the labels begin at byte 2 of their buffer, which is no multiple of 4",
         dict(target=("u4", SHAPE, 2))),
        (ValueError, "the labels of 70x43 at byte 4 of buffer \\d+ take 12040 bytes, and the buffer ends at byte 12040",
         dict(target=("u4", SHAPE, 4))),
        (ValueError, "pitch of 276 bytes, but a row takes 280", dict(target=("u4", SHAPE, 0, (276, 4)))),
        (TypeError, "the buffer of the target is a builtins.list", dict(target=Buffer([1], SHAPE, "u4"))),
        (ValueError, "labels are written to buffer \\d+, over the image of intensities: pass a copy of it",
         dict(target=("u4", SHAPE), intensity=("f4", SHAPE), table_rows=9, properties=["intensity_mean"])),
    ],
)
def test_bad_arguments(context, error, message, arguments):
    name = context.buffer(np.zeros(12040, "u1"))

    def given(value):
        """A Buffer for a dtype, a shape, and perhaps offset and strides."""
        if not isinstance(value, tuple) or not isinstance(value[0], str):
            return value
        dtype, shape, *rest = value
        return Buffer(name, shape, dtype, *rest)

    named = {key: given(value) for key, value in arguments.items()}
    with pytest.raises(error, match=message):
        context.labeler.label(Buffer(name, SHAPE, "u1"), **named)


def test_raster_has_no_buffers(context):
    labeler, image = glccl.gl.Labeler("raster"), noise()
    for arguments in (
        dict(texture=place(context, image).buffer),
        dict(texture=context.texture(image, "R8UI"), target=place(context, np.zeros(SHAPE, "u4")).buffer),
    ):
        with pytest.raises(ValueError, match="images and labels in buffers are for the engine compute"):
            labeler.label(**arguments)


def test_objects_that_are_no_buffers(moderngl_context):
    gl, labeler = moderngl_context.gl, moderngl_context.labeler
    buffer = gl.buffer(reserve=16)
    for call in (lambda: labeler.label(buffer), lambda: labeler.label(Source(buffer=buffer))):
        with pytest.raises(TypeError, match="the texture is a moderngl.*Buffer: pass a glccl.gl.Buffer"):
            call()
    for other in (gl.texture((4, 4), 1), gl):
        with pytest.raises(TypeError, match="the buffer of the texture is a moderngl.*: pass OpenGL's name"):
            labeler.label(Buffer(other, (4, 4), "u1"))
    with pytest.raises(ValueError, match="name one of them"):
        labeler.label(Source(1, buffer=Buffer(buffer, (4, 4), "u1")))
    with pytest.raises(ValueError, match="give them to the Source"):
        labeler.label(Source(buffer=Buffer(buffer, (4, 4), "u1")), box=(0, 0, 1, 1))
    buffer.release()
    with pytest.raises(ValueError, match="the buffer of the texture is a moderngl.* that was released"):
        labeler.label(Buffer(buffer, (4, 4), "u1"))


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
def test_deleted_and_mapped_buffers(context):
    image = noise()
    source, target = place(context, image).buffer, place(context, np.zeros(SHAPE, "u4")).buffer
    labels = context.labeler.label(source, target=target)
    GL.glBindBuffer(GL.GL_COPY_WRITE_BUFFER, source.buffer)
    GL.glMapBuffer(GL.GL_COPY_WRITE_BUFFER, GL.GL_READ_ONLY)
    with pytest.raises(ValueError, match="buffer \\d+, in which the pixels are, is mapped: unmap it before labeling"):
        context.labeler.label(source)
    GL.glUnmapBuffer(GL.GL_COPY_WRITE_BUFFER)
    GL.glBindBuffer(GL.GL_COPY_WRITE_BUFFER, 0)
    check(labels, glccl.label(image))  # a failure leaves them
    GL.glDeleteBuffers(1, [target.buffer])
    with pytest.raises(ValueError, match="nothing to read back: buffer \\d+, .*, does not exist"):
        labels.numpy()


def test_buffers_of_pyglet():
    code = """
import pyglet
pyglet.options["headless"] = True
import glccl, numpy as np, pyglet.window
from pyglet.graphics.vertexbuffer import BufferObject
window = pyglet.window.Window(8, 8, config=pyglet.gl.Config(major_version=4, minor_version=5))
image = np.random.default_rng(1).integers(0, 2, (20, 30), np.uint8)
buffer, target = BufferObject(600), BufferObject(2400)
buffer.set_data(image.ctypes.data)
labels = glccl.gl.Labeler().label(glccl.gl.Buffer(buffer, (20, 30), "u1"),
                                  target=glccl.gl.Buffer(target, (20, 30), "i4"))
assert (labels.numpy() == glccl.label(image)).all()
for other in (pyglet.image.Texture.create(30, 20), window):
    try:
        glccl.gl.Labeler().label(glccl.gl.Buffer(other, (20, 30), "u1"))
    except TypeError as error:
        assert "pass OpenGL's name of a buffer" in str(error), error
    else:
        raise AssertionError(other)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
