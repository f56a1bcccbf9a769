"""Qt Widgets, of PySide6: a QOpenGLWidget that QPainter paints on, with Qt's own blitter for the colours.

Both systems need a display. In the system egl Qt makes its contexts by EGL instead of GLX.
"""

import os

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QMatrix4x4, QPainter, QSurfaceFormat
from PySide6.QtOpenGL import QOpenGLTextureBlitter
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QApplication

GL_COLOR_BUFFER_BIT, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 = 0x4000, 0x8D40, 0x8CE0
OBJECT_NAME = 0x8CD1  # GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME


class Widget(QOpenGLWidget):
    scene, colours = (), 0

    def initializeGL(self):
        self.blitter = QOpenGLTextureBlitter()
        self.blitter.create()

    def paintGL(self):
        if self.colours:
            self.context().functions().glClearColor(0, 0, 0, 1)
            self.context().functions().glClear(GL_COLOR_BUFFER_BIT)
            self.blitter.bind()
            self.blitter.blit(self.colours, QMatrix4x4(), QOpenGLTextureBlitter.Origin.OriginBottomLeft)
            self.blitter.release()
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(24, 26, 32))
        painter.setPen(Qt.PenStyle.NoPen)
        for disc in self.scene:
            painter.setBrush(QColor(*disc.colour))
            painter.drawEllipse(QRectF(disc.x - disc.radius, disc.y - disc.radius, 2 * disc.radius, 2 * disc.radius))
        painter.end()


class Renderer:
    def __init__(self, system, size):
        os.environ["QT_XCB_GL_INTEGRATION"] = "xcb_egl" if system == "egl" else "xcb_glx"
        form = QSurfaceFormat()
        form.setVersion(4, 5)
        form.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
        QSurfaceFormat.setDefaultFormat(form)
        self.application = QApplication([])
        self.widget = Widget()
        self.widget.resize(*size)
        self.widget.show()
        while not self.widget.windowHandle().isExposed():
            self.application.processEvents()

    def draw(self, scene):
        self.widget.scene = scene
        self._paint(0)

    def source(self):
        self.widget.makeCurrent()
        functions, name = self.widget.context().extraFunctions(), np.zeros(1, np.int32)
        functions.glBindFramebuffer(GL_FRAMEBUFFER, self.widget.defaultFramebufferObject())
        functions.glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, OBJECT_NAME, name)
        texture = int(name[0])
        return texture

    def show(self, colours):
        self._paint(colours)
        self.widget.makeCurrent()
        self.screen = self.widget.defaultFramebufferObject()

    def _paint(self, colours):
        self.widget.colours = colours
        self.widget.update()
        self.application.processEvents()
