"""The package where a driver or a library is missing, old or broken, each in a process of its own."""

import ctypes
import os
import re
import shutil
import subprocess
import sys

import glccl
import pytest

LABELS = "assert glccl.label([[1, 0, 2]], return_num=True)[1] == 2\n"
WITHOUT_CUDA = "built without CUDA" in (glccl.engines()["cuda-fast"] or "")


def run(code, folder=None):
    """What a program prints that finds the libraries of a folder first."""
    paths = [str(folder)] if folder else []
    paths += filter(None, [os.environ.get("LD_LIBRARY_PATH")])
    environment = {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(paths)}
    done = subprocess.run(
        [sys.executable, "-c", f"import glccl\n{code}"], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def compile_library(path, code, language="c", *options):
    compiler = shutil.which({"c": "cc", "c++": "c++"}[language])
    if compiler is None:
        pytest.skip(f"no compiler for {language}")
    command = [compiler, "-shared", "-fPIC", *options, "-x", language, "-o", path, "-"]
    subprocess.run(command, input=code, text=True, check=True)


def has_driver():
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    return True


@pytest.mark.skipif(WITHOUT_CUDA, reason="built without CUDA")
@pytest.mark.skipif(has_driver(), reason="there is a driver")
def test_no_driver():
    message = run(LABELS + "print(glccl.engines()['cuda-fast'])")
    assert "the NVIDIA driver (libcuda.so.1) is not installed" in message


@pytest.mark.skipif(WITHOUT_CUDA, reason="built without CUDA")
def test_a_driver_older_than_the_runtime(tmp_path):
    compile_library(
        tmp_path / "libcuda.so.1",
        "int cuInit(unsigned flags) { return 0; }\n"
        "int cuDriverGetVersion(int* version) { *version = 11040; return 0; }\n"
        "int cuGetProcAddress(const char* name, void** function, int version, long flags) { return 500; }\n",
    )
    message = run(LABELS + "print(glccl.engines()['cuda-fast'])", tmp_path)
    assert re.search(r"the NVIDIA driver is too old: .*CUDA 11\.4.*needs \d+\.\d+\.\d+ or newer", message), message


def test_a_broken_libgl(tmp_path):
    for name in ("libGL.so.1", "libEGL.so.1", "libOpenGL.so.0", "libGLX.so.0"):
        (tmp_path / name).touch()
    code = "import glccl.gl\ntry:\n    glccl.gl.Labeler()\nexcept glccl.Error as error:\n    print(error)"
    assert "current" in run(LABELS + code, tmp_path)


THROWS = """
#include <stdexcept>
extern "C" int throws() {
  try {
    throw std::runtime_error("");
  } catch (const std::exception&) {
    return 1;
  }
  return 0;
}
"""


def test_another_libstdcxx_in_the_process(tmp_path):
    """Exceptions pass from glccl to nanobind's module: with a libstdc++ of its own each would count others' wrong."""
    library = tmp_path / "other.so"
    compile_library(library, THROWS, "c++", "-static-libstdc++")
    code = (
        "import ctypes, cv2, numpy as np, scipy.ndimage\n"
        f"other = ctypes.CDLL({str(library)!r}, ctypes.RTLD_GLOBAL)\n"
        "image = np.ones((2, 2), np.uint8)\n"
        "for _ in range(3):\n"
        "    assert other.throws() == 1\n"
        "    for call in (lambda: glccl._core.Spec(connectivity='no'), lambda: cv2.resize(image, (0, 0))):\n"
        "        try:\n"
        "            call()\n"
        "        except (RuntimeError, TypeError, cv2.error):\n"
        "            continue\n"
        "        raise AssertionError('nothing was raised')\n"
        "assert scipy.ndimage.label(image)[1] == 1 and cv2.connectedComponents(image)[0] == 2\n"
        "print(ctypes.CDLL('libstdc++.so.6')._ZSt19uncaught_exceptionsv())"
    )
    assert run(LABELS + code) == "0\n"
