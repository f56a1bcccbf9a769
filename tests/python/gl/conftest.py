"""Contexts for the tests of glccl.gl. They need what requirements.txt has for OpenGL, other tests do not."""

import contexts
import glccl
import pytest
from OpenGL import GL


@pytest.fixture(scope="session")
def made_contexts():
    """Both contexts live side by side, in one thread. Each has a Labeler, which keeps the programs it has compiled."""
    made = {}
    for kind in (contexts.ModernglContext, contexts.PyOpenGLContext):
        made[kind] = kind()
        made[kind].labeler = glccl.gl.Labeler()
    yield made
    for context in made.values():
        context.make_current()
        del context.labeler
        context.end()


@pytest.fixture(params=[contexts.ModernglContext, contexts.PyOpenGLContext], ids=["moderngl", "pyopengl"])
def context(request, made_contexts):
    """A current context. No test leaves an error of OpenGL behind."""
    context = made_contexts[request.param]
    context.make_current()
    yield context
    context.make_current()
    assert GL.glGetError() == GL.GL_NO_ERROR


@pytest.fixture
def moderngl_context(made_contexts):
    context = made_contexts[contexts.ModernglContext]
    context.make_current()
    return context
