"""Tests of arrays on a GPU. Without one they are skipped, and with GLCCL_REQUIRE_GPU=1 those of torch fail instead;
GLCCL_REQUIRE_ARRAYS=torch,cupy names the libraries that have to be there. With the package on tests/cuda/on_cpu they
run on fakes of the libraries.
"""

import glccl
import libraries
import pytest


@pytest.fixture(params=libraries.NAMES)
def library(request):
    """Each library of arrays on a GPU."""
    return libraries.get(request.param)


@pytest.fixture(params=libraries.COMPUTING)
def computing(request):
    """Each library that computes with its arrays."""
    return libraries.get(request.param)


@pytest.fixture(autouse=True)
def memory_is_freed():
    yield
    glccl.free_memory()
