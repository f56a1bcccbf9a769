"""Tests of scipy, as installed, pass on the drop-ins."""

import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent

#: Tests of other functions, and of functions that are not public.
OTHERS = "not watershed and not histogram and not Test_measurements_"


def test_tests_of_others(tmp_path):
    arguments, passed, skipped = ["scipy.ndimage.tests.test_measurements", "-k", OTHERS], 105, 2
    command = [sys.executable, "-m", "pytest", "-c", "/dev/null", f"--rootdir={tmp_path}", "-p", "no:cacheprovider",
               "-p", "others", "-rs", "--pyargs", *arguments]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    counts = {name: int(count) for count, name in re.findall(r"(\d+) (passed|skipped|failed|errors?)", done.stdout)}
    assert done.returncode == 0, done.stdout + done.stderr
    assert {"skipped": 0, **counts} == {"passed": passed, "skipped": skipped}, done.stdout
