"""pyglet: the shapes of a batch, drawn to a framebuffer with a texture; the colours are drawn to the window."""

import pyglet

pyglet.options["shadow_window"] = False


class Renderer:
    def __init__(self, system, size):
        pyglet.options["headless"] = system == "egl"
        from pyglet.image import Framebuffer, Texture
        from pyglet.window import Window

        self.window = Window(*size, config=pyglet.gl.Config(red_size=8, green_size=8, blue_size=8, double_buffer=True))
        self.picture = Texture.create(*size)
        self.colours = Texture.create(*size)
        self.framebuffer = Framebuffer()
        self.framebuffer.attach_texture(self.picture)

    def draw(self, scene):
        self.framebuffer.bind()
        pyglet.gl.glClearColor(24 / 255, 26 / 255, 32 / 255, 1)
        pyglet.gl.glClear(pyglet.gl.GL_COLOR_BUFFER_BIT)
        for disc in scene:
            pyglet.shapes.Circle(disc.x, disc.y, disc.radius, color=disc.colour).draw()
        self.framebuffer.unbind()

    def source(self):
        texture = self.picture.id
        return texture

    def target(self):
        return self.colours.id

    def show(self, colours):
        self.window.clear()
        self.colours.blit(0, 0)
