"""OpenGL's functions as the harness needs them: pixels, and every value of the current context's state.

libOpenGL of libglvnd calls the driver of whichever context is current, so EGL and GLX need nothing of their own.
"""

from __future__ import annotations

import ctypes
from typing import Dict, Tuple

import numpy as np

gl = ctypes.CDLL("libOpenGL.so.0")
gl.glGetString.restype = ctypes.c_char_p

GL_NO_ERROR, GL_TEXTURE_2D, GL_RGBA, GL_UNSIGNED_BYTE = 0, 0x0DE1, 0x1908, 0x1401
GL_FRAMEBUFFER, GL_READ_FRAMEBUFFER, GL_READ_FRAMEBUFFER_BINDING = 0x8D40, 0x8CA8, 0x8CAA
GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING, GL_ACTIVE_TEXTURE, GL_TEXTURE0 = 0x88EB, 0x88ED, 0x84E0, 0x84C0
GL_SAMPLES = 0x80A9
#: GL_PACK_ROW_LENGTH and the others, with the values that read rows without gaps.
PACK = {0x0D00: 0, 0x0D01: 0, 0x0D02: 0, 0x0D03: 0, 0x0D04: 0, 0x0D05: 1, 0x806B: 0, 0x806C: 0}
#: Of each texture unit: the binding of every target, and the sampler.
UNIT = (0x8068, 0x8069, 0x806A, 0x8514, 0x84F6, 0x8C1C, 0x8C1D, 0x8C2C, 0x900A, 0x9104, 0x9105, 0x8919)
#: Names that are not asked for: GL_TIMESTAMP, the free memory of NVIDIA and AMD and the log of the driver's messages
#: change by themselves, and Mesa 22.3 crashes on the last two.
UNASKED = {0x8E28, 0x8243, 0x9145, 0x87FB, 0x87FC, 0x87FD, 0x9047, 0x9048, 0x9049, 0x904A, 0x904B, 0x9599, 0x959A}


def integer(name: int) -> int:
    value = ctypes.c_int()
    gl.glGetIntegerv(name, ctypes.byref(value))
    return value.value


def text(name: int) -> str:
    return gl.glGetString(name).decode()


def make_egl_context(size: Tuple[int, int]) -> None:
    """Makes a context of the first EGL device current, which needs no display, with a buffer as framebuffer 0."""
    egl = ctypes.CDLL("libEGL.so.1")
    makers = (egl.eglGetProcAddress, egl.eglGetPlatformDisplay, egl.eglCreateContext, egl.eglCreatePbufferSurface)
    for function in makers:
        function.restype = ctypes.c_void_p

    def attributes(*numbers: int) -> ctypes.Array:
        return (ctypes.c_int * (len(numbers) + 1))(*numbers, 0x3038)

    device, count, config = ctypes.c_void_p(), ctypes.c_int(), ctypes.c_void_p()
    query = ctypes.CFUNCTYPE(ctypes.c_uint, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    query(egl.eglGetProcAddress(b"eglQueryDevicesEXT"))(1, ctypes.byref(device), ctypes.byref(count))
    display = ctypes.c_void_p(egl.eglGetPlatformDisplay(0x313F, device, None))  # EGL_PLATFORM_DEVICE_EXT
    egl.eglInitialize(display, None, None)
    egl.eglBindAPI(0x30A2)  # EGL_OPENGL_API
    # EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT; sizes of the four colours and of depth.
    wanted = attributes(0x3033, 1, 0x3040, 8, 0x3024, 8, 0x3023, 8, 0x3022, 8, 0x3021, 8, 0x3025, 24)
    egl.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(count))
    extent = attributes(0x3057, size[0], 0x3056, size[1])
    surface = ctypes.c_void_p(egl.eglCreatePbufferSurface(display, config, extent))
    context = ctypes.c_void_p(egl.eglCreateContext(display, config, None, attributes()))
    if not egl.eglMakeCurrent(display, surface, surface, context):
        raise RuntimeError("EGL makes no context without a display")


def clear_errors() -> None:
    while gl.glGetError() != GL_NO_ERROR:
        pass


def context() -> str:
    """The library that made the current context, its version and its profile."""
    profile = {0: "compatibility", 1: "core", 2: "compatibility"}[integer(0x9126) & 3]
    if gl.glGetError() != GL_NO_ERROR:  # below 3.2
        profile = "no profile"
    library = "EGL" if ctypes.CDLL("libEGL.so.1").eglGetCurrentContext() else "GLX"
    return f"{library} {text(0x1F02).split()[0]} {profile}"


class State:
    """All that glGetDoublev answers, for each of the 65536 names of OpenGL, and what it answers for each index."""

    def __init__(self) -> None:
        self.values = (ctypes.c_double * 4096)()
        self.names = [name for name in range(0x10000) if name not in UNASKED and self._answers(gl.glGetDoublev, name)]
        self.indexed = [name for name in self.names if self._answers(gl.glGetDoublei_v, name, 0)]

    def _answers(self, get, *names: int) -> bool:
        get(*names, self.values)
        return gl.glGetError() == GL_NO_ERROR

    def _value(self, get, *names: int) -> Tuple[float, ...]:
        ctypes.memset(self.values, 0, 16 * 8)
        get(*names, self.values)
        return tuple(self.values[:16])

    def get(self) -> Dict[Tuple[int, ...], Tuple[float, ...]]:
        found = {(name,): self._value(gl.glGetDoublev, name) for name in self.names}
        for index in range(8):
            found |= {(name, index): self._value(gl.glGetDoublei_v, name, index) for name in self.indexed}
        active = integer(GL_ACTIVE_TEXTURE)
        for unit in range(16):
            gl.glActiveTexture(GL_TEXTURE0 + unit)
            found |= {(name, -1 - unit): self._value(gl.glGetDoublev, name) for name in UNIT if name in self.names}
        gl.glActiveTexture(active)
        clear_errors()  # of indices that are out of range
        return found


class Packed:
    """Rows without gaps, in memory of the caller's; afterwards the state is as before."""

    def __enter__(self) -> None:
        self.before = {name: integer(name) for name in PACK}
        self.buffer = integer(GL_PIXEL_PACK_BUFFER_BINDING)
        gl.glBindBuffer(GL_PIXEL_PACK_BUFFER, 0)
        for name, value in PACK.items():
            gl.glPixelStorei(name, value)

    def __exit__(self, *error: object) -> None:
        for name, value in self.before.items():
            gl.glPixelStorei(name, value)
        gl.glBindBuffer(GL_PIXEL_PACK_BUFFER, self.buffer)


def texture_pixels(name: int, size: Tuple[int, int]) -> np.ndarray:
    """The texels of an RGBA8 texture, (height, width, 4)."""
    pixels = np.zeros((size[1], size[0], 4), np.uint8)
    with Packed():
        gl.glGetTextureImage(name, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.nbytes, pixels.ctypes.data_as(ctypes.c_void_p))
    return pixels


def framebuffer_pixels(name: int, size: Tuple[int, int]) -> np.ndarray:
    """The colours of a framebuffer, of its read buffer, (height, width, 4)."""
    pixels = np.zeros((size[1], size[0], 4), np.uint8)
    before = integer(GL_READ_FRAMEBUFFER_BINDING)
    gl.glBindFramebuffer(GL_READ_FRAMEBUFFER, name)
    with Packed():
        gl.glReadPixels(0, 0, *size, GL_RGBA, GL_UNSIGNED_BYTE, pixels.ctypes.data_as(ctypes.c_void_p))
    gl.glBindFramebuffer(GL_READ_FRAMEBUFFER, before)
    return pixels


def label_pixels(name: int, size: Tuple[int, int]) -> np.ndarray:
    """The labels of a texture of R32UI."""
    pixels = np.zeros(size[::-1], np.uint32)
    with Packed():
        gl.glGetTextureImage(name, 0, 0x8D94, 0x1405, pixels.nbytes, pixels.ctypes.data_as(ctypes.c_void_p))
    return pixels


def state_name(key: Tuple[int, ...]) -> str:
    """0x8CA6 or, of an index, 0x8CA6[1]."""
    return f"0x{key[0]:04X}" + (f"[{key[1]}]" if len(key) > 1 else "")
