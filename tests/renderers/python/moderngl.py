"""moderngl: a framebuffer of its own, and a screen that is another one, or the window's."""

import moderngl
import numpy as np

VERTICES = """
#version 330
in vec2 corner;
void main() { gl_Position = vec4(corner, 0, 1); }
"""
DISC = """
#version 330
uniform vec3 disc;
uniform vec3 tint;
out vec4 colour;
void main() {
  if (distance(gl_FragCoord.xy, disc.xy) > disc.z) discard;
  colour = vec4(tint, 1);
}
"""
SHOW = """
#version 330
uniform sampler2D picture;
out vec4 colour;
void main() { colour = texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }
"""


class Renderer:
    def __init__(self, system, size):
        backend = {"backend": "egl"} if system == "egl" else {}
        self.context = moderngl.create_standalone_context(require=450, **backend)
        self.size = size
        self.framebuffer = self.context.framebuffer([self.context.texture(size, 4)])
        self.shown = self.context.simple_framebuffer(size)
        self.screen = self.shown.glo
        square = self.context.buffer(np.array([-1, -1, 1, -1, -1, 1, 1, 1], "f4"))
        self.discs, self.picture = (
            self.context.simple_vertex_array(self.context.program(VERTICES, fragments), square, "corner")
            for fragments in (DISC, SHOW)
        )

    def draw(self, scene):
        self.framebuffer.use()
        self.framebuffer.clear(24 / 255, 26 / 255, 32 / 255, 1)
        for disc in scene:
            self.discs.program["disc"] = disc.x, disc.y, disc.radius
            self.discs.program["tint"] = tuple(channel / 255 for channel in disc.colour)
            self.discs.render(moderngl.TRIANGLE_STRIP)

    def source(self):
        texture = self.framebuffer.color_attachments[0].glo
        return texture

    def show(self, colours):
        self.shown.use()
        self.context.external_texture(colours, self.size, 4, 0, "f1").use(0)
        self.picture.render(moderngl.TRIANGLE_STRIP)
