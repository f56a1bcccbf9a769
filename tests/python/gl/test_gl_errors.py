"""What glccl.gl refuses, contexts and threads, and what importing it loads."""

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

SHAPE = (43, 70)
BYTES = np.random.default_rng(7).integers(0, 1, SHAPE, np.uint8, endpoint=True) * np.uint8(255)
IDS = BYTES.astype(np.uint32) << np.uint32(24)


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
        (TypeError, "periodic is a int: pass a bool, or a sequence with one for each axis", dict(periodic=1)),
        (TypeError, "periodic has a str: pass a bool", dict(periodic="xy")),
        (ValueError, "periodic has 3 bools, and an image 2 axes: pass a bool", dict(periodic=(True, False, True))),
        (ValueError, "periodic has 1 bools, and an image 2 axes", dict(periodic=[True])),
        (ValueError, "periodic has 0 bools", dict(periodic=())),
        (TypeError, "fill_holes is a str: pass an int", dict(fill_holes="all")),
        (ValueError, "fill_holes is -1: pass 0 or more", dict(fill_holes=-1)),
        (ValueError, "the criterion is difference: use foreground", dict(criterion=glccl.difference(1), fill_holes=1)),
        (TypeError, "largest is a str: pass an int", dict(largest="2")),
        (ValueError, "largest is 0: pass 1 or more", dict(largest=0)),
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
    for other in (gl.buffer(reserve=4), gl):
        with pytest.raises(TypeError, match="the texture is a moderngl"):
            moderngl_context.labeler.label(other)
    framebuffer = gl.framebuffer([gl.texture((4, 4), 4)])
    for source, found in (
        (glccl.gl.Source(), "a Source of nothing"),
        (glccl.gl.Source(1, renderbuffer=2), "name one of them"),
        (glccl.gl.Source(renderbuffer=4000000), "renderbuffer 4000000 does not exist"),
        (glccl.gl.Source(framebuffer=framebuffer, attachment=GL.GL_DEPTH_ATTACHMENT), "has no image at GL_DEPTH"),
        (glccl.gl.Source(framebuffer=0, box=(0, 0, 1, 1)), "has no default framebuffer"),
        (glccl.gl.Source(framebuffer=framebuffer, samples="all"), 'samples is "all": there are first and average'),
    ):
        with pytest.raises(ValueError, match=found):
            moderngl_context.labeler.label(source)
    with pytest.raises(ValueError, match="give them to the Source"):
        moderngl_context.labeler.label(glccl.gl.Source(framebuffer=framebuffer), level=1)
    with pytest.raises(TypeError, match="pass OpenGL's name of a renderbuffer"):
        moderngl_context.labeler.label(glccl.gl.Source(renderbuffer="4"))


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
    with pytest.raises(glccl.Error, match="no OpenGL context is current: make one current first"):
        glccl.gl.Labeler()


@pytest.mark.parametrize("context", [contexts.ModernglContext], indirect=True)
def test_labelers_may_end_in_another_context(made_contexts, context):
    (other,) = [one for one in made_contexts.values() if one is not context]
    labeler = glccl.gl.Labeler()
    labeler.label(context.texture(BYTES, "R8"))
    other.make_current()
    kept = other.texture(IDS, "R32UI")
    del labeler
    np.testing.assert_array_equal(context.read(getattr(kept, "glo", kept), SHAPE), IDS)


def count_textures():
    unused = int(GL.glGenTextures(1))
    GL.glDeleteTextures([unused])
    return sum(bool(GL.glIsTexture(name)) for name in range(1, max(unused, 2000)))


def test_a_closed_labeler_gives_its_memory_back(made_contexts, context):
    texture = context.texture(BYTES, "R8")
    before = count_textures()
    labeler = glccl.gl.Labeler("raster")
    labels = labeler.label(texture, table_rows=4)
    assert count_textures() > before
    (other,) = [one for one in made_contexts.values() if one is not context]
    for leave in (other.make_current, context.make_none_current):
        leave()
        with pytest.raises(glccl.Error, match="another OpenGL context is current, or none"):
            labeler.close()
        context.make_current()
        assert labels.done in (True, False)
    labeler.close()
    assert count_textures() == before
    context.make_none_current()
    labeler.close()
    context.make_current()
    closed = "this Labeler was closed: make another one"
    for call in (lambda: labeler.label(texture), lambda: labeler.prepare(SHAPE, "R8"), lambda: labeler.engine,
                 lambda: labeler.scratch_bytes, labeler.__enter__, labels.numpy, labels.components, labels.times,
                 lambda: labels.done):
        with pytest.raises(ValueError, match=closed):
            call()
    assert "label_tiles" in glccl.gl.Labeler("compute").plan(SHAPE)


def test_with_closes_a_labeler(context):
    texture = context.texture(BYTES, "R8")
    before = count_textures()
    with glccl.gl.Labeler() as labeler:
        np.testing.assert_array_equal(labeler.label(texture).numpy(), glccl.label(BYTES))
    assert count_textures() == before
    with pytest.raises(KeyError), glccl.gl.Labeler() as labeler:
        labeler.label(texture)
        raise KeyError
    with pytest.raises(ValueError, match="was closed"):
        labeler.label(texture)
    assert count_textures() == before


def test_debug_groups(context):
    # Neither context is a debug context, which may report nothing; the option has to be accepted by both calls.
    texture = context.texture(BYTES, "R8")
    context.labeler.prepare(SHAPE, "R8", debug_groups=False)
    np.testing.assert_array_equal(context.labeler.label(texture, debug_groups=False).numpy(), glccl.label(BYTES))
    with pytest.raises(TypeError):
        context.labeler.label(texture, debug_groups="stages")


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


@pytest.mark.parametrize("context", [contexts.PyOpenGLContext], indirect=True)
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
    return [name for name in ("libGL.", "libOpenGL.", "libGLEW", "libEGL.", "libGLX", "glccl/_gl.") if name in maps]
assert loaded() == [], loaded()
glccl.label([1, 0])
assert loaded() == [] and "gl" not in glccl.__all__
glccl.gl.Labeler
assert loaded() == ["glccl/_gl."], loaded()
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
        ("ModuleNotFoundError('no _gl', name=name)", "this build of glccl labels no OpenGL textures"),
        ("ImportError('libstdc++.so.6: cannot open shared object file')", "libstdc++.so.6: cannot open"),
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
