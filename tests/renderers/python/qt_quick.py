"""Qt Quick, of PySide6: a QQuickRenderControl draws the scene to a texture; Qt's blitter draws the colours to a window.

Both systems need a display. In the system egl Qt makes its contexts by EGL instead of GLX.
"""

import os

from PySide6.QtCore import QSize, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QMatrix4x4, QOpenGLContext, QSurfaceFormat, QWindow
from PySide6.QtOpenGL import QOpenGLFramebufferObject, QOpenGLTextureBlitter
from PySide6.QtQml import QQmlComponent, QQmlEngine
from PySide6.QtQuick import QQuickGraphicsDevice, QQuickOpenGLUtils, QQuickRenderControl, QQuickRenderTarget
from PySide6.QtQuick import QQuickWindow, QSGRendererInterface

SCENE = b"""
import QtQuick
Item {
  Repeater { model: 14; delegate: Rectangle { radius: width / 2; height: width; antialiasing: false } }
}
"""


class Renderer:
    def __init__(self, system, size):
        os.environ["QT_XCB_GL_INTEGRATION"] = "xcb_egl" if system == "egl" else "xcb_glx"
        form = QSurfaceFormat()
        form.setVersion(4, 5)
        form.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
        form.setStencilBufferSize(8)
        QSurfaceFormat.setDefaultFormat(form)
        QQuickWindow.setGraphicsApi(QSGRendererInterface.GraphicsApi.OpenGL)
        self.application = QGuiApplication([])
        self.shown = QWindow()
        self.shown.setSurfaceType(QWindow.SurfaceType.OpenGLSurface)
        self.shown.resize(*size)
        self.shown.show()
        while not self.shown.isExposed():
            self.application.processEvents()
        self.context = QOpenGLContext()
        self.context.create()
        self.context.makeCurrent(self.shown)
        self.framebuffer = QOpenGLFramebufferObject(QSize(*size))
        self.blitter = QOpenGLTextureBlitter()
        self.blitter.create()
        self.control = QQuickRenderControl()
        self.window = QQuickWindow(self.control)
        self.window.setColor(QColor(24, 26, 32))
        self.window.contentItem().setSize(QSize(*size))
        self.window.setGraphicsDevice(QQuickGraphicsDevice.fromOpenGLContext(self.context))
        self.control.initialize()
        self.window.setRenderTarget(QQuickRenderTarget.fromOpenGLTexture(self.framebuffer.texture(), QSize(*size)))
        self.engine = QQmlEngine()
        self.component = QQmlComponent(self.engine)
        self.component.setData(SCENE, QUrl())
        self.item = self.component.create()
        self.item.setParent(self.window)
        self.item.setParentItem(self.window.contentItem())

    def draw(self, scene):
        discs = [item for item in self.item.childItems() if item.property("radius") is not None]
        for item, disc in zip(discs, scene):
            item.setX(disc.x - disc.radius)
            item.setY(disc.y - disc.radius)
            item.setWidth(2 * disc.radius)
            item.setProperty("color", QColor(*disc.colour))
        self.control.polishItems()
        self.control.beginFrame()
        self.control.sync()
        self.control.render()
        self.control.endFrame()

    def source(self):
        self.context.makeCurrent(self.shown)
        texture = self.framebuffer.texture()
        return texture

    def show(self, colours):
        QQuickOpenGLUtils.resetOpenGLState()
        self.blitter.bind()
        self.blitter.blit(colours, QMatrix4x4(), QOpenGLTextureBlitter.Origin.OriginBottomLeft)
        self.blitter.release()
