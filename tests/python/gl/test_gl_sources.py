"""Images that are no plain textures: renderbuffers, framebuffers, multisampled images, formats of renderers."""

import subprocess
import sys

import contexts
import glccl
import numpy as np
import pytest
from OpenGL import GL

SHAPE = (23, 31)
BYTES = np.random.default_rng(7).integers(0, 2, SHAPE, np.uint8) * 255


def colours():
    return np.ascontiguousarray(np.repeat(BYTES[..., np.newaxis], 4, axis=2))


def check(labels):
    np.testing.assert_array_equal(labels.numpy(), glccl.label(BYTES))


def drawn(gl, framebuffer):
    """Draws the image into a framebuffer of moderngl, in every sample."""
    texture = gl.texture(SHAPE[::-1], 4, colours().tobytes())
    program = gl.program(
        vertex_shader="#version 330\nin vec2 at; void main() { gl_Position = vec4(at, 0, 1); }",
        fragment_shader="#version 330\nuniform sampler2D image; out vec4 colour;"
        "void main() { colour = texelFetch(image, ivec2(gl_FragCoord.xy), 0); }",
    )
    corners = gl.buffer(np.array([-1, -1, 3, -1, -1, 3], "f4").tobytes())
    framebuffer.use()
    texture.use(0)
    gl.vertex_array(program, [(corners, "2f", "at")]).render()
    return framebuffer


@pytest.mark.parametrize("samples", [0, 4])
def test_framebuffers_and_renderbuffers_of_moderngl(moderngl_context, samples):
    gl = moderngl_context.gl
    renderbuffer = gl.renderbuffer(SHAPE[::-1], 4, samples=samples)
    framebuffer = drawn(gl, gl.framebuffer([renderbuffer]))
    labeler = moderngl_context.labeler
    check(labeler.label(framebuffer))
    check(labeler.label(renderbuffer))
    check(labeler.label(glccl.gl.Source(framebuffer=framebuffer.glo, attachment=GL.GL_COLOR_ATTACHMENT0)))
    check(labeler.label(glccl.gl.Source(renderbuffer=renderbuffer.glo, samples="average")))
    part = labeler.label(glccl.gl.Source(framebuffer=framebuffer, box=(3, 5, 20, 30))).numpy()
    np.testing.assert_array_equal(part, glccl.label(BYTES[3:20, 5:30]))
    np.testing.assert_array_equal(labeler.label(framebuffer, box=(3, 5, 20, 30)).numpy(), part)


def test_multisampled_textures_and_faces(moderngl_context):
    gl = moderngl_context.gl
    check(moderngl_context.labeler.label(drawn(gl, gl.framebuffer([gl.texture(SHAPE[::-1], 4, samples=4)]))))
    square = np.ascontiguousarray(colours()[:23, :23])
    cube = gl.texture_cube((23, 23), 4, square.tobytes() * 6)
    labels = moderngl_context.labeler.label(glccl.gl.Source(cube.glo, layer=5))
    np.testing.assert_array_equal(labels.numpy(), glccl.label(BYTES[:23, :23]))


@pytest.mark.parametrize("context", [contexts.PyOpenGLContext], indirect=True)
@pytest.mark.parametrize("name", ["RGBA", "RGB8", "RGB10_A2", "RGBA16", "R11F_G11F_B10F", "RGBA32F"])
def test_formats_of_renderers(context, name):
    texture = int(GL.glGenTextures(1))
    GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
    GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, getattr(GL, f"GL_{name}"), *SHAPE[::-1], 0, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE,
                    colours())
    check(context.labeler.label(texture))
    context.delete(texture)


WINDOW = """
import pyglet
pyglet.options["headless"] = True
import glccl, glccl.gl, numpy as np, pyglet.window
from pyglet import gl
config = pyglet.gl.Config(major_version=4, minor_version=5, depth_size=24)
window = pyglet.window.Window(64, 48, config=config)

def number(name):
    found = gl.GLint()
    gl.glGetIntegerv(name, found)
    return found.value

def state():
    return [number(name) for name in (gl.GL_READ_BUFFER, gl.GL_READ_FRAMEBUFFER_BINDING,
                                      gl.GL_DRAW_FRAMEBUFFER_BINDING, gl.GL_SCISSOR_TEST, gl.GL_FRAMEBUFFER_SRGB)]

gl.glClearColor(0, 0, 0, 0)
gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
gl.glClearColor(1, 1, 1, 1)
gl.glClearDepth(0.25)
gl.glEnable(gl.GL_SCISSOR_TEST)
image = np.zeros((48, 64), np.uint8)
for x, y in np.random.default_rng(1).integers(0, 44, (60, 2)).tolist():
    gl.glScissor(x, y, 4, 3)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
    image[y:y + 3, x:x + 4] = 1
before = state()
labeler = glccl.gl.Labeler()
for box in ((0, 0, 48, 64), (5, 7, 40, 50)):
    expected = glccl.label(image[box[0]:box[2], box[1]:box[3]])
    for attachment, words in ((0, {}), (gl.GL_BACK, {}),
                              (gl.GL_DEPTH, {"criterion": glccl.foreground(-1, 0.5)})):
        labels = labeler.label(glccl.gl.Source(framebuffer=0, box=box, attachment=attachment), **words)
        assert (labels.numpy() == expected).all(), (box, attachment)
assert state() == before, (state(), before)
for source in (glccl.gl.Source(framebuffer=0), glccl.gl.Source(framebuffer=0, box=(0, 0, 1, 1), attachment=7)):
    try:
        labeler.label(source)
    except ValueError as error:
        print(error)
assert gl.glGetError() == gl.GL_NO_ERROR
"""


def test_a_window():
    done = subprocess.run([sys.executable, "-c", WINDOW], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert "OpenGL does not tell the size of a window" in first and "the default framebuffer has GL_BACK" in second
