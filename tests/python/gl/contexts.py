"""OpenGL contexts without a window for the tests, one of moderngl and one of PyOpenGL, and their textures.

Imported before anything else that imports OpenGL: PyOpenGL reads its platform from the environment.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, Tuple

os.environ["PYOPENGL_PLATFORM"] = "egl"
os.environ.setdefault("LP_NUM_THREADS", "0")  # software OpenGL: threads cost more than they bring for small images
os.environ.setdefault("LP_NATIVE_VECTOR_WIDTH", "128")  # it compiles programs faster, as tests/CMakeLists.txt says

import moderngl
import numpy as np
from OpenGL import EGL, GL
from OpenGL.EGL.EXT.device_enumeration import eglQueryDevicesEXT
from OpenGL.EGL.EXT.platform_device import EGL_PLATFORM_DEVICE_EXT

#: By OpenGL's name of a format: moderngl's components and dtype, and PyOpenGL's transfer format and type.
FORMATS = {
    "R8": (1, "f1", GL.GL_RED, GL.GL_UNSIGNED_BYTE),
    "R8UI": (1, "u1", GL.GL_RED_INTEGER, GL.GL_UNSIGNED_BYTE),
    "R16I": (1, "i2", GL.GL_RED_INTEGER, GL.GL_SHORT),
    "R32UI": (1, "u4", GL.GL_RED_INTEGER, GL.GL_UNSIGNED_INT),
    "R32F": (1, "f4", GL.GL_RED, GL.GL_FLOAT),
    "RGBA8": (4, "f1", GL.GL_RGBA, GL.GL_UNSIGNED_BYTE),
    "DEPTH_COMPONENT24": (0, "f4", GL.GL_DEPTH_COMPONENT, GL.GL_FLOAT),
}


class Context:
    """What both have: the EGL context that was current after its creation."""

    def __init__(self) -> None:
        self.display, self.context = EGL.eglGetCurrentDisplay(), EGL.eglGetCurrentContext()

    def make_current(self) -> None:
        assert EGL.eglMakeCurrent(self.display, EGL.EGL_NO_SURFACE, EGL.EGL_NO_SURFACE, self.context)

    def make_none_current(self) -> None:
        assert EGL.eglMakeCurrent(self.display, EGL.EGL_NO_SURFACE, EGL.EGL_NO_SURFACE, EGL.EGL_NO_CONTEXT)


class ModernglContext(Context):
    def __init__(self) -> None:
        self.gl = moderngl.create_context(standalone=True, backend="egl", require=450)
        super().__init__()

    def texture(self, array: np.ndarray, format_name: str) -> Any:
        """A texture that holds an array of two axes, of RGBA8 three; of three axes (four) as a GL_TEXTURE_3D."""
        components, dtype, _, _ = FORMATS[format_name]
        size = size_of(array, format_name)
        if not components:
            return self.gl.depth_texture(size, array.tobytes(), alignment=1)
        make = self.gl.texture if len(size) == 2 else self.gl.texture3d
        return make(size, components, array.tobytes(), alignment=1, dtype=dtype)

    def layers(self, array: np.ndarray) -> Any:
        """A GL_TEXTURE_2D_ARRAY of R8UI."""
        return self.gl.texture_array(array.shape[::-1], 1, array.tobytes(), alignment=1, dtype="u1")

    def buffer(self, data: np.ndarray) -> Any:
        return self.gl.buffer(data.tobytes())

    def read(self, name: int, shape: Tuple[int, ...]) -> np.ndarray:
        """The labels in a texture. moderngl's external textures have two axes."""
        if len(shape) == 3:
            return read_texture(name, shape)
        texture = self.gl.external_texture(name, shape[::-1], 1, 0, "u4")
        return np.frombuffer(texture.read(), np.uint32).reshape(shape)

    def delete(self, texture: Any) -> None:
        texture.release()

    def end(self) -> None:
        self.gl.release()


class PyOpenGLContext(Context):
    def __init__(self) -> None:
        """A context of the first device of EGL that has OpenGL 4.5."""
        devices, count = (EGL.EGLDeviceEXT * 16)(), EGL.EGLint()
        eglQueryDevicesEXT(16, devices, ctypes.pointer(count))
        for device in devices[: count.value]:
            display = EGL.eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, None)
            try:
                EGL.eglInitialize(display, None, None)
                EGL.eglBindAPI(EGL.EGL_OPENGL_API)
                attributes = [EGL.EGL_CONTEXT_MAJOR_VERSION, 4, EGL.EGL_CONTEXT_MINOR_VERSION, 5, EGL.EGL_NONE]
                none = ctypes.c_void_p(0)  # EGL_KHR_no_config_context
                context = EGL.eglCreateContext(display, none, EGL.EGL_NO_CONTEXT, attributes)
                assert EGL.eglMakeCurrent(display, EGL.EGL_NO_SURFACE, EGL.EGL_NO_SURFACE, context)
            except EGL.EGLError:
                continue
            break
        else:
            raise RuntimeError("no device of EGL has OpenGL 4.5")
        super().__init__()

    def texture(self, array: np.ndarray, format_name: str) -> int:
        _, _, transfer, kind = FORMATS[format_name]
        size = size_of(array, format_name)
        target = GL.GL_TEXTURE_2D if len(size) == 2 else GL.GL_TEXTURE_3D
        return make_texture(array, target, size, getattr(GL, "GL_" + format_name), transfer, kind)

    def layers(self, array: np.ndarray) -> int:
        size = array.shape[::-1]
        target, transfer = GL.GL_TEXTURE_2D_ARRAY, GL.GL_RED_INTEGER
        return make_texture(array, target, size, GL.GL_R8UI, transfer, GL.GL_UNSIGNED_BYTE)

    def buffer(self, data: np.ndarray) -> int:
        name = int(GL.glGenBuffers(1))
        GL.glBindBuffer(GL.GL_COPY_WRITE_BUFFER, name)
        GL.glBufferData(GL.GL_COPY_WRITE_BUFFER, data.nbytes, data, GL.GL_STATIC_DRAW)
        GL.glBindBuffer(GL.GL_COPY_WRITE_BUFFER, 0)
        return name

    def read(self, name: int, shape: Tuple[int, ...]) -> np.ndarray:
        return read_texture(name, shape)

    def delete(self, texture: int) -> None:
        GL.glDeleteTextures([texture])

    def end(self) -> None:
        self.make_none_current()
        EGL.eglDestroyContext(self.display, self.context)


def size_of(array: np.ndarray, format_name: str) -> Tuple[int, ...]:
    """(width, height), or (width, height, depth)."""
    return array.shape[: array.ndim - (format_name == "RGBA8")][::-1]


def make_texture(
    array: np.ndarray, target: Any, size: Tuple[int, ...], internal_format: Any, transfer: Any, kind: Any
) -> int:
    name = int(GL.glGenTextures(1))
    GL.glBindTexture(target, name)
    GL.glPixelStorei(GL.GL_UNPACK_ALIGNMENT, 1)
    storage = GL.glTexStorage2D if len(size) == 2 else GL.glTexStorage3D
    upload = GL.glTexSubImage2D if len(size) == 2 else GL.glTexSubImage3D
    storage(target, 1, internal_format, *size)
    upload(target, 0, *[0] * len(size), *size, transfer, kind, np.ascontiguousarray(array))
    GL.glBindTexture(target, 0)
    return name


def read_texture(name: int, shape: Tuple[int, ...]) -> np.ndarray:
    """The labels in a texture."""
    return _read(name, np.empty(shape, np.uint32), GL.GL_RED_INTEGER, GL.GL_UNSIGNED_INT)


def read_bytes(name: int, shape: Tuple[int, ...]) -> np.ndarray:
    """The texels of a texture of R8UI."""
    return _read(name, np.empty(shape, np.uint8), GL.GL_RED_INTEGER, GL.GL_UNSIGNED_BYTE)


def read_colours(name: int, shape: Tuple[int, ...]) -> np.ndarray:
    """The texels of a texture of RGBA8, with a last axis of channels."""
    return _read(name, np.empty((*shape, 4), np.uint8), GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, len(shape))


def read_buffer(name: int) -> bytes:
    """All bytes of a buffer."""
    size = GL.GLint()
    GL.glGetNamedBufferParameteriv(name, GL.GL_BUFFER_SIZE, size)
    array = np.empty(size.value, np.uint8)
    GL.glGetNamedBufferSubData(name, 0, size.value, array)
    return array.tobytes()


def _read(name: int, array: np.ndarray, transfer: Any, kind: Any, axes: int = 0) -> np.ndarray:
    target = GL.GL_TEXTURE_2D if (axes or array.ndim) == 2 else GL.GL_TEXTURE_3D
    GL.glBindTexture(target, name)
    GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 1)
    GL.glGetTexImage(target, 0, transfer, kind, array)
    GL.glBindTexture(target, 0)
    return array
