"""Images that are no plain textures: renderbuffers, framebuffers, multisampled images, formats of renderers."""

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
