"""Threads that are still inside a call when the interpreter ends."""

import subprocess
import sys

import pytest

#: What a daemon thread does without end. Each statement takes the interpreter's lock back after it worked without it.
CALLS = {
    "label": "glccl.label(image)",
    "table": "glccl.label(image, table=True)",
    "periodic": "glccl.label(image, periodic=True, table=True)",
    "measured": "glccl.skimage.regionprops_table(labels, properties=('intensity_mean',), intensity_image=image)",
    "contacts": "glccl.contacts(labels)",
    "regions": "glccl.boundaries(labels); glccl.lists(labels)",
    "tracker": "tracker.track(labels)",
    "vulkan": "glccl.label(image, engine=engine)",
    "slabs": "glccl.label_slabs(lambda first, planes: volume[first:first + planes], volume.shape, planes=1)",
}

SCRIPT = """
import threading, time
import numpy as np
import glccl

image = (np.random.default_rng(1).random((300, 300)) < 0.5).astype(np.uint8)
volume = image.reshape(30, 30, 100)
labels = glccl.label(image)
tracker = glccl.Tracker(image.shape)
engine = "auto" if glccl.engines()["vulkan"] else "vulkan"
began = threading.Semaphore(0)

def work():
    while True:
        {call}
        began.release()

for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
for _ in range(8):
    assert began.acquire(timeout=20)
"""


@pytest.mark.parametrize("name", CALLS)
def test_daemon_threads_let_the_interpreter_end(name):
    script = SCRIPT.format(call=CALLS[name])
    for _ in range(3):
        ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
        assert ended.returncode == 0 and ended.stderr == "", ended.stderr


BLOCKED = """
import threading, time
import numpy as np
import glccl

began = threading.Semaphore(0)

def read(first, planes):
    began.release()
    threading.Event().wait()

for _ in range(2):
    call = lambda: glccl.label_slabs(read, (30, 30), dtype=np.uint8)
    threading.Thread(target=call, daemon=True).start()
for _ in range(2):
    assert began.acquire(timeout=20)
"""


def test_a_function_that_never_returns_does_not_keep_the_interpreter():
    ended = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0 and ended.stderr == "", ended.stderr
