"""Tests of scipy, as installed, pass on the drop-ins."""

import pathlib
import re
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).parent


@pytest.mark.parametrize(
    "arguments, passed, skipped",
    [
        (["scipy.ndimage.tests.test_measurements", "-k", "label"], 18, 3),
        (["scipy.ndimage.tests.test_measurements", "-k", "find_objects"], 9, 0),
    ],
)
def test_tests_of_others(arguments, passed, skipped, tmp_path):
    command = [sys.executable, "-m", "pytest", "-c", "/dev/null", f"--rootdir={tmp_path}", "-p", "no:cacheprovider",
               "-p", "others", "-rs", "--pyargs", *arguments]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    counts = {name: int(count) for count, name in re.findall(r"(\d+) (passed|skipped|failed|errors?)", done.stdout)}
    assert done.returncode == 0, done.stdout + done.stderr
    assert {"skipped": 0, **counts} == {"passed": passed, "skipped": skipped}, done.stdout
