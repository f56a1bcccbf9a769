"""Another thread, such as that of a camera, writes the array during a call: any result or exception of ours will do."""

import subprocess
import sys

import pytest

CALLS = {
    "label": "glccl.label(image, criterion=criterion)",
    "table": "glccl.label(image, criterion=criterion, table=True)",
    "periodic": "glccl.label(image, criterion=criterion, periodic=True, table=True)",
    "periodic by value": "glccl.label(image, criterion='equal', periodic=True, table=True)",
    "serial": "glccl.label(image, engine='cpu-serial', periodic=True, table=True)",
    "holes": "glccl.label(image, fill_holes=True, min_area=2, periodic=True, table=True)",
    "masked": "glccl.label(image, mask=image, periodic=True, table=True)",
    "lists": "glccl.lists(image)",
    "selection": "glccl.select(image, [(0, 0), (5, 7)])",
    "boundaries": "glccl.boundaries(image)",
    "contacts": "glccl.contacts(image)",
    "tracker": "tracker.track(image)",
    "measures": "glccl.skimage.regionprops_table(image, image, ['label', 'area', 'orientation', 'intensity_std'])",
    "objects": "glccl.ndimage.find_objects(image)",
    "small objects": "glccl.skimage.remove_small_objects(image, max_size=3)",
    "cc3d": "glccl.cc3d.statistics(image); glccl.cc3d.contacts(image); glccl.cc3d.dust(image, 3, precomputed_ccl=True)",
}

SCRIPT = """
import threading, time
import numpy as np
import glccl

random = np.random.default_rng(3)
frames = [random.integers(0, high, (180, 200), np.uint32) for high in (2, 40, 30000)]
frames += [np.zeros_like(frames[0]), np.arange(36000, dtype=np.uint32).reshape(180, 200)]
image = frames[0].copy()
criterion = glccl.difference(1)
tracker = glccl.Tracker(image.shape)
is_over = False

def write():
    while not is_over:
        for frame in frames:
            image[...] = frame

writer = threading.Thread(target=write)
writer.start()
end = time.monotonic() + 1.5
refused = set()
while time.monotonic() < end:
    try:
        {call}
    except (ValueError, IndexError, MemoryError) as error:
        refused.add(str(error))
is_over = True
writer.join()
image[...] = frames[1]
labels = glccl.label(image, criterion="equal")
glccl.lists(labels)
"""


@pytest.mark.parametrize("name", CALLS)
def test_another_thread_writes_the_array(name):
    ended = subprocess.run([sys.executable, "-c", SCRIPT.format(call=CALLS[name])], capture_output=True, text=True,
                           timeout=60)
    assert ended.returncode == 0, ended.stderr
