"""VTK: an off-screen render window; the colours are the background of another renderer of the window."""

import vtkmodules.vtkRenderingOpenGL2 as vtk_gl
from vtkmodules.vtkFiltersSources import vtkSphereSource
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper, vtkRenderer

GL_TEXTURE_2D, GL_FRAMEBUFFER, GL_DEPTH_TEST, GL_BLEND = 0x0DE1, 0x8D40, 0x0B71, 0x0BE2


class Renderer:
    def __init__(self, system, size):
        make = vtk_gl.vtkEGLRenderWindow if system == "egl" else vtk_gl.vtkXOpenGLRenderWindow
        self.window = make()
        self.window.SetOffScreenRendering(True)
        self.window.SetMultiSamples(0)
        self.window.SetSize(*size)
        self.renderer = vtkRenderer()
        self.renderer.SetBackground(24 / 255, 26 / 255, 32 / 255)
        self.renderer.SetBackgroundAlpha(1)
        self.window.AddRenderer(self.renderer)
        camera = self.renderer.GetActiveCamera()
        camera.ParallelProjectionOn()
        camera.SetParallelScale(size[1] / 2)
        camera.SetFocalPoint(size[0] / 2, size[1] / 2, 0)
        camera.SetPosition(size[0] / 2, size[1] / 2, 500)
        camera.SetClippingRange(1, 1000)
        sphere = vtkSphereSource(theta_resolution=32, phi_resolution=32, radius=1)
        self.mapper = vtkPolyDataMapper()
        self.mapper.SetInputConnection(sphere.GetOutputPort())
        self.actors = []

    def draw(self, scene):
        while len(self.actors) < len(scene):
            self.actors.append(vtkActor())
            self.actors[-1].SetMapper(self.mapper)
            self.actors[-1].GetProperty().LightingOff()
            self.renderer.AddActor(self.actors[-1])
        for actor, disc in zip(self.actors, scene):
            actor.SetPosition(disc.x, disc.y, disc.radius)
            actor.SetScale(disc.radius)
            actor.GetProperty().SetColor(*(channel / 255 for channel in disc.colour))
        self.window.Render()

    def source(self):
        self.window.MakeCurrent()
        texture = self.window.GetRenderFramebuffer().GetColorAttachmentAsTextureObject(0).GetHandle()
        return texture

    def show(self, colours):
        picture = vtk_gl.vtkTextureObject()
        picture.SetContext(self.window)
        picture.AssignToExistingTexture(colours, GL_TEXTURE_2D)
        self.window.GetRenderFramebuffer().Bind(GL_FRAMEBUFFER)
        self.window.GetState().vtkglDisable(GL_DEPTH_TEST)
        self.window.GetState().vtkglDisable(GL_BLEND)
        picture.CopyToFrameBuffer([0, 0, 1, 0, 1, 1, 0, 1], [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], None, None)
        self.window.Frame()
        self.screen = self.window.GetDisplayFramebuffer().GetFBOIndex()
