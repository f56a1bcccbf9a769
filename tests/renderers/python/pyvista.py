"""PyVista: an off-screen plotter; its render window is VTK's."""

import os

from vtkmodules.vtkRenderingOpenGL2 import vtkTextureObject

GL_TEXTURE_2D, GL_FRAMEBUFFER, GL_DEPTH_TEST, GL_BLEND = 0x0DE1, 0x8D40, 0x0B71, 0x0BE2


class Renderer:
    def __init__(self, system, size):
        os.environ["VTK_DEFAULT_OPENGL_WINDOW"] = "vtkEGLRenderWindow" if system == "egl" else "vtkXOpenGLRenderWindow"
        import pyvista

        self.plotter = pyvista.Plotter(off_screen=True, window_size=size)
        self.plotter.set_background((24, 26, 32))
        self.plotter.renderer.SetBackgroundAlpha(1)
        self.plotter.disable_anti_aliasing()
        self.plotter.enable_parallel_projection()
        self.plotter.camera.position = size[0] / 2, size[1] / 2, 500
        self.plotter.camera.focal_point = size[0] / 2, size[1] / 2, 0
        self.plotter.camera.up = 0, 1, 0
        self.plotter.camera.parallel_scale = size[1] / 2
        self.sphere = pyvista.Sphere(radius=1)
        self.plotter.show(auto_close=False)
        self.actors = []

    def draw(self, scene):
        for name in range(len(self.actors), len(scene)):
            self.actors.append(self.plotter.add_mesh(self.sphere, lighting=False, reset_camera=False, name=str(name)))
        for actor, disc in zip(self.actors, scene):
            actor.position = disc.x, disc.y, disc.radius
            actor.scale = disc.radius
            actor.prop.color = disc.colour
        self.plotter.renderer.ResetCameraClippingRange()
        self.plotter.render_window.Render()

    def source(self):
        window = self.plotter.render_window
        window.MakeCurrent()
        texture = window.GetRenderFramebuffer().GetColorAttachmentAsTextureObject(0).GetHandle()
        return texture

    def show(self, colours):
        window = self.plotter.render_window
        picture = vtkTextureObject()
        picture.SetContext(window)
        picture.AssignToExistingTexture(colours, GL_TEXTURE_2D)
        window.GetRenderFramebuffer().Bind(GL_FRAMEBUFFER)
        window.GetState().vtkglDisable(GL_DEPTH_TEST)
        window.GetState().vtkglDisable(GL_BLEND)
        picture.CopyToFrameBuffer([0, 0, 1, 0, 1, 1, 0, 1], [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], None, None)
        window.Frame()
        self.screen = window.GetDisplayFramebuffer().GetFBOIndex()
