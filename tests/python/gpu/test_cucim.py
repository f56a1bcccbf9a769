"""The label tests of cuCIM, as installed, pass on glccl.label()."""

import pathlib
import re
import subprocess
import sys

import fakes
import libraries
import pytest

FOLDER = pathlib.Path(__file__).parent

pytestmark = pytest.mark.skipif(fakes.MODULE is not None, reason="the package is on tests/cuda/on_cpu, not on a GPU")


def test_tests_of_cucim(tmp_path):
    libraries.get("cupy")
    pytest.importorskip("cucim.skimage.measure.tests.test_ccomp", reason="cuCIM is not installed, or without its tests")
    command = [sys.executable, "-m", "pytest", "-c", "/dev/null", f"--rootdir={tmp_path}", "-p", "no:cacheprovider",
               "-p", "cucim_tests", "-rs", "--pyargs", "cucim.skimage.measure.tests.test_ccomp"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    assert done.returncode == 0 and re.search(r"\d+ passed", done.stdout), done.stdout + done.stderr
