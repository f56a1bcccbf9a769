"""glccl.gl in contexts of moderngl and PyOpenGL, against glccl.label() on the CPU."""

import contexts
import glccl
import glccl.gl
import numpy as np
import pytest
from OpenGL import GL

RANDOM = np.random.default_rng(7)
SHAPE = (43, 70)


def noise(dtype, largest, shape=SHAPE):
    return RANDOM.integers(0, largest, shape, endpoint=True).astype(dtype)


def same_components(table, expected):
    assert len(table) == len(expected)
    for name in ("label", "area", "bbox", "sums", "first", "centroid"):
        np.testing.assert_array_equal(getattr(table, name), getattr(expected, name), name)


BYTES = noise("u1", 1) * np.uint8(255)
IDS = noise("u4", 2) * np.uint32(0x7FFF_FFFF)
SIGNED = noise("i2", 2) - np.int16(1)
FLOATS = noise("f4", 4) - np.float32(1)
COLOURS = RANDOM.choice(np.array([[0, 0, 0, 0], [0, 0, 0, 255], [200, 0, 9, 0]], np.uint8), SHAPE)
CLOSE = RANDOM.choice(np.array([[9, 9, 9, 0], [40, 50, 60, 0], [50, 60, 70, 5], [61, 60, 70, 5]], np.uint8), SHAPE)
DEPTHS = RANDOM.choice(np.array([0.125, 0.25, 0.5, 1], np.float32), SHAPE)

MODERNGL, PYOPENGL = contexts.ModernglContext, contexts.PyOpenGLContext


@pytest.mark.parametrize(
    "context, format_name, pixels, arguments, array, array_arguments",
    [
        (MODERNGL, "R8", BYTES, {}, BYTES, {}),
        (PYOPENGL, "R8", BYTES, dict(background=1.0), BYTES, dict(background=255)),
        (MODERNGL, "R8UI", BYTES, {}, BYTES, {}),
        (PYOPENGL, "R32UI", IDS, dict(criterion="equal", connectivity=4, background=None), IDS,
         dict(criterion="equal", connectivity=4, background=None)),
        (MODERNGL, "R32F", FLOATS, dict(criterion=glccl.foreground(0, 2)), FLOATS,
         dict(criterion=glccl.foreground(0, 2))),
        (MODERNGL, "RGBA8", COLOURS, dict(criterion="equal", background=[200, 0, 9]), COLOURS.view("u4")[..., 0],
         dict(criterion="equal", background=200 + (9 << 16))),
        (PYOPENGL, "RGBA8", COLOURS, dict(channel="alpha"), COLOURS[..., 3], {}),
        (MODERNGL, "RGBA8", COLOURS, dict(criterion=glccl.foreground(), channel="any"), COLOURS.any(axis=2), {}),
        (PYOPENGL, "RGBA8", CLOSE, dict(criterion=glccl.difference(10), measure="largest", background=(9, 9, 9)),
         CLOSE[..., 0], dict(criterion=glccl.difference(10), background=9)),
        (MODERNGL, "DEPTH_COMPONENT24", DEPTHS, dict(criterion=glccl.difference(0.2), background=1), DEPTHS,
         dict(criterion=glccl.difference(0.2), background=1)),
    ],
    indirect=["context"],
)
def test_formats_and_criteria(context, format_name, pixels, arguments, array, array_arguments):
    texture = context.texture(pixels, format_name)
    labels = context.labeler.label(texture, **arguments)
    expected = glccl.label(array, **array_arguments)
    assert labels.shape == array.shape and labels.table == labels.table_rows == 0
    found = labels.numpy()
    assert found.dtype == np.uint32 and found.flags.c_contiguous and found.flags.writeable
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(context.read(labels.texture, labels.shape), expected)
    context.delete(texture)


@pytest.mark.parametrize(
    "context, format_name, array, arguments",
    [(MODERNGL, "R8", BYTES, {}), (PYOPENGL, "R16I", SIGNED, dict(criterion="equal"))],
    indirect=["context"],
)
def test_tables(context, format_name, array, arguments):
    labels = context.labeler.label(context.texture(array, format_name), table_rows=array.size, **arguments)
    expected, table = glccl.label(array, table=True, **arguments)
    assert labels.table > 0 and labels.table_rows == array.size
    components = labels.components()
    same_components(components, table)
    np.testing.assert_array_equal(components.value, table.value if arguments else 0)


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
def test_volumes(context):
    volume = noise("u1", 3, (5, 17, 40)) // np.uint8(3)
    texture = context.texture(volume, "R8UI")
    labels = context.labeler.label(texture, table_rows=volume.size)
    expected, table = glccl.label(volume, table=True)
    np.testing.assert_array_equal(labels.numpy(), expected)
    np.testing.assert_array_equal(context.read(labels.texture, volume.shape), expected)
    same_components(labels.components(), table)
    box_labels = context.labeler.label(texture, box=(1, 2, 3, 4, 15, 36))
    np.testing.assert_array_equal(box_labels.numpy(), glccl.label(volume[1:4, 2:15, 3:36]))


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
def test_slices_and_layers(context):
    volume = noise("u1", 1, (3, 11, 20))
    slice_labels = context.labeler.label(context.texture(volume, "R8UI"), box=(2, 0, 0, 3, 11, 20))
    np.testing.assert_array_equal(slice_labels.numpy(), glccl.label(volume[2]))
    labels = context.labeler.label(context.layers(volume), all_layers=True)
    np.testing.assert_array_equal(labels.numpy(), glccl.label(volume))


def test_a_row_of_a_table_is_a_box(context):
    texture = context.texture(BYTES, "R8")
    table = glccl.label(BYTES, table=True, connectivity=4)[1]
    largest = int(np.argmax(table.area))
    labels = context.labeler.label(texture, box=table.bbox[largest], table_rows=BYTES.size)
    expected, expected_table = glccl.label(BYTES[table.slices[largest]], table=True)
    np.testing.assert_array_equal(labels.numpy(), expected)
    same_components(labels.components(), expected_table)


def test_a_target_of_the_caller(context):
    texture = context.texture(BYTES, "R8")
    target = context.texture(np.full(SHAPE, 99, "u4"), "R32UI")
    labels = context.labeler.label(texture, target=target)
    assert labels.texture == getattr(target, "glo", target)
    context.labeler.label(texture, box=(0, 0, 4, 4))
    np.testing.assert_array_equal(context.read(labels.texture, SHAPE), glccl.label(BYTES))
    # The target may be the texture.
    again = context.labeler.label(target, target=target, box=(0, 0, *SHAPE))
    np.testing.assert_array_equal(again.numpy(), glccl.label(BYTES))


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
def test_root_numbering(context):
    texture = context.texture(BYTES, "R8")
    roots = context.labeler.label(texture, numbering="root", state="clobber").numpy()
    _, first, ranks = np.unique(roots.ravel(), return_index=True, return_inverse=True)
    pairs = np.unique(np.stack([roots.ravel(), glccl.label(BYTES).ravel()]), axis=1)
    assert len(pairs[0]) == len(first) == len(np.unique(pairs[1]))
    assert ((roots == 0) == (BYTES == 0)).all()


STATE = [
    "GL_ACTIVE_TEXTURE", "GL_TEXTURE_BINDING_2D", "GL_TEXTURE_BINDING_3D", "GL_SAMPLER_BINDING", "GL_CURRENT_PROGRAM",
    "GL_VERTEX_ARRAY_BINDING", "GL_DRAW_FRAMEBUFFER_BINDING", "GL_READ_FRAMEBUFFER_BINDING", "GL_VIEWPORT",
    "GL_SCISSOR_TEST", "GL_BLEND", "GL_COLOR_WRITEMASK", "GL_CULL_FACE", "GL_DEPTH_TEST",
    "GL_PIXEL_PACK_BUFFER_BINDING", "GL_DRAW_INDIRECT_BUFFER_BINDING", "GL_SHADER_STORAGE_BUFFER_BINDING",
]


def state():
    state = {name: np.array(GL.glGetIntegerv(getattr(GL, name))).tolist() for name in STATE}
    for binding in range(8):
        state[binding] = int(np.ravel(GL.glGetIntegeri_v(GL.GL_SHADER_STORAGE_BUFFER_BINDING, binding))[0])
    state["indexed viewport"] = np.array(GL.glGetFloati_v(GL.GL_VIEWPORT, 0)).tolist()
    return state


@pytest.mark.parametrize("context, engine", [(MODERNGL, "raster"), (PYOPENGL, "compute")], indirect=["context"])
def test_state_is_preserved(context, engine):
    texture = context.texture(BYTES, "R8")
    labeler = glccl.gl.Labeler(engine)
    buffers = [int(name) for name in GL.glGenBuffers(2)]
    other = int(GL.glGenTextures(1))
    GL.glActiveTexture(GL.GL_TEXTURE1)
    GL.glBindTexture(GL.GL_TEXTURE_2D, other)
    GL.glBindBufferBase(GL.GL_SHADER_STORAGE_BUFFER, 0, buffers[0])
    GL.glBindBuffer(GL.GL_PIXEL_PACK_BUFFER, buffers[1])
    GL.glEnable(GL.GL_SCISSOR_TEST)
    GL.glEnable(GL.GL_BLEND)
    GL.glColorMask(False, True, False, True)
    GL.glViewport(3, 4, 5, 6)
    before = state()
    assert before["GL_SCISSOR_TEST"] == 1 and before[0] == buffers[0] and before["GL_VIEWPORT"] == [3, 4, 5, 6]
    labels = labeler.label(texture, table_rows=2000)
    assert state() == before
    found = labels.numpy()
    assert state() == before and labeler.engine == engine
    GL.glActiveTexture(GL.GL_TEXTURE0)
    GL.glDisable(GL.GL_SCISSOR_TEST)
    GL.glDisable(GL.GL_BLEND)
    GL.glColorMask(True, True, True, True)
    GL.glBindBuffer(GL.GL_PIXEL_PACK_BUFFER, 0)
    GL.glDeleteBuffers(2, buffers)
    np.testing.assert_array_equal(found, glccl.label(BYTES))


def test_a_next_labeling_replaces_labels(context):
    texture = context.texture(BYTES, "R8")
    labels = context.labeler.label(texture, table_rows=9)
    with pytest.raises(ValueError, match="has no level 5"):
        context.labeler.label(texture, level=5)
    np.testing.assert_array_equal(labels.numpy(), glccl.label(BYTES))  # a failure leaves it
    context.labeler.label(texture)
    for read in (labels.numpy, labels.components, labels.times, lambda: labels.done):
        with pytest.raises(ValueError, match="were replaced by the next label\\(\\)"):
            read()


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
def test_labels_outlive_the_name_of_their_labeler(context):
    labels = glccl.gl.Labeler().label(context.texture(BYTES, "R8"))
    np.testing.assert_array_equal(labels.numpy(), glccl.label(BYTES))


def test_times_and_done(context):
    texture = context.texture(BYTES, "R8")
    labels = context.labeler.label(texture, timing="stages")
    stages = [time.stage for time in labels.times()]
    assert stages[0] == "label_tiles" and stages[-1] == "write_labels"
    assert all(time.milliseconds >= 0 for time in labels.times())
    assert labels.done
    assert [time.stage for time in context.labeler.label(texture, timing="whole").times()] == ["labeling"]
    assert context.labeler.label(texture).times() == []


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
def test_filter(context):
    kept = dict(min_area=2, max_area=60, largest=20, clear_border=True, connectivity=4)
    expected, table = glccl.label(BYTES, table=True, **kept)
    assert len(table) == 20
    labeler = glccl.gl.Labeler()
    labeler.prepare(SHAPE, "R8", table_rows=50, **kept)
    size = labeler.scratch_bytes
    labels = labeler.label(context.texture(BYTES, "R8"), table_rows=50, **kept)
    assert labeler.engine == "compute" and labeler.scratch_bytes == size
    np.testing.assert_array_equal(labels.numpy(), expected)
    same_components(labels.components(), table)
    assert "mark_kept_roots" in labeler.plan(SHAPE, min_area=2) and "mark_kept_roots" not in labeler.plan(SHAPE)
    with pytest.raises(ValueError, match="a filter and Numbering::root contradict each other"):
        labeler.label(context.texture(BYTES, "R8"), numbering="root", min_area=2)
    with pytest.raises(ValueError, match="max_area is 1, and min_area 2"):
        labeler.label(context.texture(BYTES, "R8"), min_area=2, max_area=1)


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
@pytest.mark.parametrize("periodic", [True, (True, False), [False, np.True_]])
def test_periodic_axes(context, periodic):
    arguments = dict(connectivity=4, periodic=periodic, min_area=2, clear_border=True)
    expected, table = glccl.label(BYTES, table=True, **arguments)
    labeler = glccl.gl.Labeler()
    labeler.prepare(SHAPE, "R8", table_rows=BYTES.size, **arguments)
    size = labeler.scratch_bytes
    labels = labeler.label(context.texture(BYTES, "R8"), table_rows=BYTES.size, **arguments)
    assert labeler.engine == "compute" and labeler.scratch_bytes == size
    np.testing.assert_array_equal(labels.numpy(), expected)
    same_components(labels.components(), table)
    name = "merge_tiles_and_seams"
    assert name in labeler.plan(SHAPE, periodic=periodic) and name not in labeler.plan(SHAPE)


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
def test_periodic_axes_of_volumes(context):
    volume = noise("u1", 3, (5, 17, 40)) // np.uint8(3)
    texture = context.texture(volume, "R8UI")
    for periodic in (True, (True, False, False), (False, False, True)):
        labels = context.labeler.label(texture, periodic=periodic)
        np.testing.assert_array_equal(labels.numpy(), glccl.label(volume, periodic=periodic))
    slice_labels = context.labeler.label(texture, box=(2, 0, 0, 3, 17, 40), periodic=(True, False))
    np.testing.assert_array_equal(slice_labels.numpy(), glccl.label(volume[2], periodic=(True, False)))


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
def test_filled_holes(context):
    for fill_holes in (True, 3):
        arguments = dict(connectivity=4, fill_holes=fill_holes, min_area=2)
        expected, table = glccl.label(BYTES, table=True, **arguments)
        labels = context.labeler.label(context.texture(BYTES, "R8"), table_rows=BYTES.size, **arguments)
        np.testing.assert_array_equal(labels.numpy(), expected)
        same_components(labels.components(), table)


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
def test_prepare(context):
    labeler = glccl.gl.Labeler()
    assert labeler.engine == "auto" and labeler.scratch_bytes == 0
    labeler.prepare(SHAPE, "R8", table_rows=100)
    kept = labeler.scratch_bytes
    assert kept > 0
    labels = labeler.label(context.texture(BYTES, "R8"), table_rows=100)
    assert labeler.scratch_bytes == kept and labeler.engine == "compute"
    labeler.prepare(SHAPE, "R8", has_target=True)
    with pytest.raises(ValueError, match="were replaced"):
        labels.numpy()
    with pytest.raises(ValueError, match="format is \"RGB9\": there are R8UI, "):
        labeler.prepare(SHAPE, "RGB9")
    with pytest.raises(ValueError, match="the shape has 1 axes"):
        labeler.prepare((5,), "R8")


def test_plan(context):
    labeler = glccl.gl.Labeler("raster")
    context.make_none_current()
    assert "vertical_runs" in labeler.plan((480, 640), criterion="equal")
    with pytest.raises(ValueError, match="raster labels images"):
        labeler.plan((4, 480, 640))
