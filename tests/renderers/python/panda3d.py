"""Panda3D: a texture buffer with a camera of its own; the colours are a texture of Panda3D on a card in the window."""

from panda3d.core import CardMaker, NodePath, OrthographicLens, Texture, load_prc_file_data


class Renderer:
    def __init__(self, system, size):
        load_prc_file_data("", f"load-display {'p3headlessgl' if system == 'egl' else 'pandagl'}")
        load_prc_file_data("", f"window-type {'offscreen' if system == 'egl' else 'onscreen'}")
        load_prc_file_data("", f"win-size {size[0]} {size[1]}\ntextures-power-2 none\naudio-library-name null")
        from direct.showbase.ShowBase import ShowBase

        self.base = ShowBase()
        buffer = self.base.win.make_texture_buffer("scene", *size)
        buffer.set_clear_color((24 / 255, 26 / 255, 32 / 255, 1))
        self.picture = buffer.get_texture()
        self.scene = NodePath("scene")
        lens = OrthographicLens()
        lens.set_film_size(*size)
        self.base.make_camera(buffer, lens=lens, scene=self.scene).set_pos(size[0] / 2, -500, size[1] / 2)
        square = CardMaker("square")
        square.set_frame(-1, 1, -1, 1)
        self.squares = [self.scene.attach_new_node(square.generate()) for _ in range(14)]
        self.colours = Texture()
        self.colours.setup_2d_texture(*size, Texture.T_unsigned_byte, Texture.F_rgba8)
        whole = CardMaker("colours")
        whole.set_frame_fullscreen_quad()
        self.card = self.base.render2d.attach_new_node(whole.generate())
        self.card.set_texture(self.colours)
        self.base.graphicsEngine.render_frame()  # makes what was asked for

    def draw(self, scene):
        for square, disc in zip(self.squares, scene):
            square.set_pos(disc.x, -disc.radius, disc.y)
            square.set_scale(disc.radius)
            square.set_r(3 * disc.x)
            square.set_color(*(channel / 255 for channel in disc.colour))
        self.base.graphicsEngine.render_frame()

    def name_of(self, picture):
        gsg = self.base.win.gsg
        texture = picture.prepare_now(0, gsg.prepared_objects, gsg).get_native_id()
        return texture

    def source(self):
        return self.name_of(self.picture)

    def target(self):
        return self.name_of(self.colours)

    def show(self, colours):
        self.base.graphicsEngine.render_frame()
