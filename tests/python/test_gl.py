"""glccl.gl in contexts of moderngl and PyOpenGL, against glccl.label() on the CPU."""

import subprocess
import sys
import threading
import time

import contexts
import glccl
import glccl.gl
import numpy as np
import pytest
from OpenGL import GL

RANDOM = np.random.default_rng(7)
SHAPE = (43, 70)


@pytest.fixture(scope="module")
def made_contexts():
    """Both contexts live side by side, in one thread. Each has a Labeler, which keeps the programs it has compiled."""
    made = {}
    for kind in (contexts.ModernglContext, contexts.PyOpenGLContext):
        made[kind] = kind()
        made[kind].labeler = glccl.gl.Labeler()
    yield made
    for context in made.values():
        context.make_current()
        del context.labeler
        context.end()


@pytest.fixture(params=[contexts.ModernglContext, contexts.PyOpenGLContext], ids=["moderngl", "pyopengl"])
def context(request, made_contexts):
    """A current context. No test leaves an error of OpenGL behind."""
    context = made_contexts[request.param]
    context.make_current()
    yield context
    context.make_current()
    assert GL.glGetError() == GL.GL_NO_ERROR


@pytest.fixture
def moderngl_context(made_contexts):
    context = made_contexts[contexts.ModernglContext]
    context.make_current()
    return context


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
    with pytest.raises(ValueError, match="format is \"RGB8\": there are R8UI, "):
        labeler.prepare(SHAPE, "RGB8")
    with pytest.raises(ValueError, match="the shape has 1 axes"):
        labeler.prepare((5,), "R8")


def test_plan(context):
    labeler = glccl.gl.Labeler("raster")
    context.make_none_current()
    assert "vertical_runs" in labeler.plan((480, 640), criterion="equal")
    with pytest.raises(ValueError, match="raster labels images"):
        labeler.plan((4, 480, 640))


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (TypeError, "the texture is a builtins.str: pass OpenGL's name", dict(texture="1")),
        (TypeError, "the texture is a builtins.float", dict(texture=1.0)),
        (ValueError, "the texture is -1", dict(texture=-1)),
        (ValueError, "texture 4000000000 does not exist in the current context", dict(texture=4_000_000_000)),
        (TypeError, "the target is a builtins.list", dict(target=[1])),
        (ValueError, "texture 4000000000 does not exist", dict(target=4_000_000_000)),
        (ValueError, "connectivity is 5", dict(connectivity=5)),
        (ValueError, "6-connectivity is for volumes", dict(connectivity=6)),
        (TypeError, "connectivity is a str: pass an int", dict(connectivity="8")),
        (ValueError, "numbering is \"rows\": there are raster and root", dict(numbering="rows")),
        (ValueError, "aspect is \"colour\": there are depth and stencil", dict(aspect="colour")),
        (ValueError, "has no stencil", dict(aspect="stencil")),
        (ValueError, "state is \"keep\": there are preserve and clobber", dict(state="keep")),
        (ValueError, "timing is \"all\": there are whole, stages and passes", dict(timing="all")),
        (ValueError, "channel is \"grey\": there are red, ", dict(channel="grey")),
        (ValueError, "measure is \"max\": there are sum, ", dict(criterion=glccl.difference(1), measure="max")),
        (ValueError, "channel \"any\" needs a range", dict(channel="any")),
        (ValueError, "no criterion \"same\"", dict(criterion="same")),
        (TypeError, "the criterion is a int", dict(criterion=1)),
        (ValueError, "the criterion equal compares stored integers, and unorm8", dict(criterion="equal")),
        (ValueError, "needs a background", dict(background=None)),
        (ValueError, "the background has 5 channels", dict(criterion=glccl.difference(1), background=[0] * 5)),
        (ValueError, "table_rows is -1", dict(table_rows=-1)),
        (ValueError, "Numbering::raster", dict(table_rows=1, numbering="root")),
        (TypeError, "level is a str", dict(level="0")),
        (ValueError, "has no level -1", dict(level=-1)),
        (ValueError, "has no layer 1", dict(layer=1)),
        (ValueError, "is no GL_TEXTURE_2D_ARRAY", dict(all_layers=True)),
        (ValueError, "the box has 3 numbers", dict(box=(0, 0, 1))),
        (TypeError, "the box is 'all!'", dict(box="all!")),
        (ValueError, "is not inside", dict(box=(0, 0, 44, 70))),
    ],
)
def test_bad_arguments(context, error, message, arguments):
    with pytest.raises(error, match=message):
        context.labeler.label(**{"texture": context.texture(BYTES, "R8"), **arguments})


def test_bad_results(context):
    texture = context.texture(BYTES, "R8")
    with pytest.raises(ValueError, match="no component table to read back"):
        context.labeler.label(texture).components()
    with pytest.raises(ValueError, match=f"there are {glccl.label(BYTES).max()} components and the table has 3 rows"):
        context.labeler.label(texture, table_rows=3).components()
    with pytest.raises(ValueError, match="engine is \"cuda\": there are auto, raster, raster-paper and compute"):
        glccl.gl.Labeler("cuda")


def test_deleted_textures(context):
    texture = context.texture(BYTES, "R8")
    target = context.texture(np.zeros(SHAPE, "u4"), "R32UI")
    labels = context.labeler.label(texture, target=target)
    context.delete(texture)
    context.delete(target)
    with pytest.raises(ValueError, match="does not exist|that was released"):
        context.labeler.label(texture)
    with pytest.raises(ValueError, match="nothing to read back: the target, texture \\d+, does not exist any more"):
        labels.numpy()


def test_objects_that_are_no_textures(moderngl_context):
    gl = moderngl_context.gl
    framebuffer = gl.framebuffer([gl.texture((4, 4), 4)])
    for other in (framebuffer, gl.buffer(reserve=4), gl.renderbuffer((4, 4)), gl):
        with pytest.raises(TypeError, match="the texture is a moderngl"):
            moderngl_context.labeler.label(other)
    with pytest.raises(ValueError, match="GL_TEXTURE_CUBE_MAP"):
        moderngl_context.labeler.label(gl.texture_cube((4, 4), 4))
    with pytest.raises(ValueError, match="is multisampled"):
        moderngl_context.labeler.label(gl.texture((4, 4), 4, samples=4))


def test_pyglet():
    code = """
import pyglet
pyglet.options["headless"] = True
import glccl, numpy as np, pyglet.window
window = pyglet.window.Window(8, 8, config=pyglet.gl.Config(major_version=4, minor_version=5))
pixels = np.random.default_rng(1).integers(0, 2, (20, 30, 4), np.uint8)
texture = pyglet.image.Texture.create(30, 20)
texture.blit_into(pyglet.image.ImageData(30, 20, "RGBA", pixels.tobytes()), 0, 0, 0)
labels = glccl.gl.Labeler().label(texture, criterion="equal", connectivity=4).numpy()
assert (labels == glccl.label(pixels.view("u4")[..., 0], criterion="equal", connectivity=4)).all()
for other, what in ((texture.get_region(1, 2, 3, 4), "a region of a texture"), (window, "Window")):
    try:
        glccl.gl.Labeler().label(other)
    except TypeError as error:
        assert what in str(error), error
    else:
        raise AssertionError(what)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_contexts(made_contexts, context):
    texture = context.texture(BYTES, "R8")
    labels = context.labeler.label(texture)
    (other,) = [one for one in made_contexts.values() if one is not context]
    for leave in (other.make_current, context.make_none_current):
        leave()
        for call in (lambda: context.labeler.label(texture), labels.numpy, labels.times, lambda: labels.done,
                     lambda: context.labeler.prepare(SHAPE, "R8")):
            with pytest.raises(glccl.Error, match="another OpenGL context is current, or none"):
                call()
        context.make_current()
    np.testing.assert_array_equal(labels.numpy(), glccl.label(BYTES))


def test_no_context(context):
    context.make_none_current()
    with pytest.raises(glccl.Error, match="no OpenGL context is current: make one of version 4.5"):
        glccl.gl.Labeler()


@pytest.mark.parametrize("context", [MODERNGL], indirect=True)
def test_labelers_may_end_in_another_context(made_contexts, context):
    (other,) = [one for one in made_contexts.values() if one is not context]
    labeler = glccl.gl.Labeler()
    labeler.label(context.texture(BYTES, "R8"))
    other.make_current()
    kept = other.texture(IDS, "R32UI")
    del labeler
    np.testing.assert_array_equal(context.read(getattr(kept, "glo", kept), SHAPE), IDS)


def test_threads_without_the_context(context):
    texture = context.texture(BYTES, "R8")
    labels = context.labeler.label(texture)
    errors = []

    def call(work):
        try:
            work()
        except glccl.Error as error:
            errors.append(str(error))

    for work in (lambda: context.labeler.label(texture), labels.numpy, glccl.gl.Labeler):
        thread = threading.Thread(target=call, args=(work,))
        thread.start()
        thread.join()
    assert len(errors) == 3 and "no OpenGL context is current" in errors[2]
    np.testing.assert_array_equal(labels.numpy(), glccl.label(BYTES))


@pytest.mark.parametrize("context", [PYOPENGL], indirect=True)
def test_the_gil_is_free_meanwhile(context):
    texture = context.texture(np.tile(BYTES, (20, 10)), "R8")
    turns, stop = [], threading.Event()

    def count():
        while not stop.is_set():
            turns.append(time.perf_counter())
            time.sleep(0.0005)

    context.labeler.label(texture).numpy()
    thread = threading.Thread(target=count)
    thread.start()
    begin = time.perf_counter()
    for _ in range(5):
        context.labeler.label(texture).numpy()
    end = time.perf_counter()
    stop.set()
    thread.join()
    # With the GIL held, the thread runs between calls alone: twice for each labeling. A fast GPU leaves it no time.
    assert sum(begin < turn < end for turn in turns) > 20 or end - begin < 0.02


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_package_loads_opengl_when_it_is_used():
    code = """
import glccl
def loaded():
    maps = open("/proc/self/maps").read()
    return [name for name in ("libGL.", "libOpenGL.", "libGLEW.", "libEGL.", "libGLX", "glccl/_gl.") if name in maps]
assert loaded() == [], loaded()
glccl.label([1, 0])
assert loaded() == [] and "gl" not in glccl.__all__
glccl.gl.Labeler
assert {"libGLEW.", "glccl/_gl."} <= set(loaded()), loaded()
import glccl.gl
try:
    glccl.other
except AttributeError as error:
    print(error)
"""
    assert run(code) == "module 'glccl' has no attribute 'other'\n"


@pytest.mark.parametrize(
    "failure, message",
    [
        ("ModuleNotFoundError('no _gl', name=name)", "GLEW or OpenGL was not found when it was built. Install"),
        ("ImportError('libGLEW.so.2.2: cannot open shared object file')", "(libGLEW.so.2.2: cannot open"),
    ],
)
def test_without_opengl(failure, message):
    code = f"""
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "glccl._gl":
            raise {failure}
sys.meta_path.insert(0, Finder())
import glccl
glccl.label([1, 0])
for _ in range(2):
    try:
        import glccl.gl
    except ImportError as error:
        print(error)
"""
    lines = run(code).splitlines()
    assert len(lines) == 2 and message in lines[0] and lines[0] == lines[1]
