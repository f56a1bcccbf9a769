"""vispy: a framebuffer of gloo with a texture; the colours are a texture of gloo that a program draws to the canvas."""

import os

import numpy as np
import vispy
from vispy import app, gloo

VERTICES = """
attribute vec2 corner;
void main() { gl_Position = vec4(corner, 0, 1); }
"""
DISC = """
uniform vec3 disc;
uniform vec3 tint;
void main() {
  if (distance(gl_FragCoord.xy, disc.xy) > disc.z) discard;
  gl_FragColor = vec4(tint, 1);
}
"""
SHOW = """
uniform sampler2D colours;
uniform vec2 size;
void main() { gl_FragColor = texture2D(colours, gl_FragCoord.xy / size); }
"""


class Renderer:
    def __init__(self, system, size):
        os.environ["EGL_PLATFORM"] = "surfaceless"
        vispy.use("egl" if system == "egl" else "glfw")
        self.canvas = app.Canvas(size=size, show=system == "x11", dpi=96)
        self.canvas.set_current()
        self.size = size
        self.picture = gloo.Texture2D((size[1], size[0], 4))
        self.framebuffer = gloo.FrameBuffer(self.picture)
        self.colours = gloo.Texture2D((size[1], size[0], 4), interpolation="nearest", internalformat="rgba8")
        square = np.array([[-1, -1], [1, -1], [-1, 1], [1, 1]], "f4")
        self.discs, self.shown = (gloo.Program(VERTICES, fragments) for fragments in (DISC, SHOW))
        self.discs["corner"] = self.shown["corner"] = square
        self.shown["colours"], self.shown["size"] = self.colours, size
        gloo.set_state(blend=False, depth_test=False)
        self.shown.draw("triangle_strip")  # makes the texture

    def draw(self, scene):
        self.canvas.set_current()
        with self.framebuffer:
            gloo.set_viewport(0, 0, *self.size)
            gloo.clear((24 / 255, 26 / 255, 32 / 255, 1))
            for disc in scene:
                self.discs["disc"] = disc.x, disc.y, disc.radius
                self.discs["tint"] = [channel / 255 for channel in disc.colour]
                self.discs.draw("triangle_strip")
        self.canvas.context.flush_commands()

    def name_of(self, picture):
        self.canvas.context.flush_commands()
        texture = self.canvas.context.shared.parser.get_object(picture.id).handle
        return int(texture)

    def source(self):
        return self.name_of(self.picture)

    def target(self):
        return self.name_of(self.colours)

    def show(self, colours):
        gloo.set_viewport(0, 0, *self.size)
        self.shown.draw("triangle_strip")
        self.canvas.context.flush_commands()
