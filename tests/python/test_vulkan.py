"""The engine vulkan on arrays on the CPU: labels and tables are those of cpu-fast."""

import os
import subprocess
import sys
import threading

import glccl
import numpy as np
import pytest
from arrays import DTYPES, NEIGHBORS, lay_out
from glccl._request import CUDA_ENGINES, check_engine

REASON = glccl.engines()["vulkan"]
needs_vulkan = pytest.mark.skipif(REASON is not None, reason=str(REASON))
needs_module = pytest.mark.skipif("built without" in str(REASON), reason=str(REASON))


def check(image, **asked):
    """Labels, numbers and tables are those of cpu-fast."""
    expected, num, table = glccl.label(image, return_num=True, table=True, engine="cpu-fast", **asked)
    labels, same_num, same_table = glccl.label(image, return_num=True, table=True, engine="vulkan", **asked)
    assert labels.dtype == np.uint32
    np.testing.assert_array_equal(labels, expected)
    np.testing.assert_array_equal(same_num, num)
    tables = [table, same_table] if "batch" in asked else [[table], [same_table]]
    for one, other in zip(*tables):
        for name, column in vars(one).items():
            np.testing.assert_array_equal(getattr(other, name), column, err_msg=name)
    np.testing.assert_array_equal(glccl.label(image, engine="vulkan", **asked), expected)
    return expected


def random_image(dice, shape, dtype="u1", density=0.4):
    return (dice.integers(1, 3, shape) * (dice.random(shape) < density)).astype(dtype)


@needs_vulkan
@pytest.mark.parametrize("dtype", DTYPES)
def test_dtypes(dtype):
    dice = np.random.default_rng(1)
    image = random_image(dice, (37, 70), dtype)
    check(lay_out(image, "F"), criterion="equal")
    check(lay_out(image, "cropped"), criterion="foreground")


@needs_vulkan
@pytest.mark.parametrize("axes", [1, 2, 3])
def test_connectivities_and_criteria(axes):
    dice = np.random.default_rng(axes)
    shape = [(30_000,), (90, 131), (9, 20, 33)][axes - 1]
    for connectivity in NEIGHBORS[axes].values():
        check(random_image(dice, shape), connectivity=connectivity, criterion=glccl.foreground(0.5, 1.5))
    check(random_image(dice, shape), connectivity=min(NEIGHBORS[axes].values()), criterion=glccl.difference(1))
    check(random_image(dice, shape), criterion="equal", background=None)


@needs_vulkan
@pytest.mark.parametrize(
    "asked",
    [
        {"min_area": 3, "max_area": 40},
        {"largest": 5},
        {"clear_border": True, "border_width": 1},
        {"fill_holes": True},
        {"fill_holes": 2, "min_area": 2},
        {"periodic": True},
        {"periodic": True, "clear_border": True, "min_area": 2},
        {"mask": True},
    ],
    ids=str,
)
def test_options(asked):
    dice = np.random.default_rng(5)
    for shape in [(60, 83), (8, 17, 20)]:
        image = random_image(dice, shape, density=0.9 if "fill_holes" in asked else 0.4)
        words = {**asked, "mask": dice.random(shape) < 0.8} if "mask" in asked else asked
        connectivity = NEIGHBORS[len(shape)][1]
        assert not np.array_equal(check(image, connectivity=connectivity, **words),
                                  glccl.label(image, connectivity=connectivity))


@needs_vulkan
def test_batch():
    assert check(random_image(np.random.default_rng(6), (3, 60, 83)), batch=True, connectivity=4).max() > 1


@needs_vulkan
def test_images_of_one_shape_follow_each_other():
    dice = np.random.default_rng(7)
    images = [random_image(dice, (31, 45)) for _ in range(3)]
    masks = [None, *(dice.random((31, 45)) < 0.7 for _ in range(2)), None]
    for image in images:
        for mask in masks:
            labels = glccl.label(image, mask=mask, engine="vulkan")
            np.testing.assert_array_equal(labels, glccl.label(image, mask=mask))
    for image in [*images, images[0].astype(np.int8), images[1][:, :-1], images[2]]:
        np.testing.assert_array_equal(glccl.label(image, engine="vulkan"), glccl.label(image))


@needs_vulkan
def test_more_components_than_the_last_table_had():
    dots = np.zeros((200, 200), np.uint8)
    dots[::2, ::2] = 1
    assert check(dots).max() == 10000
    assert check(np.eye(3)).max() == 1
    assert check(np.zeros((3, 3))).max() == 0
    assert check(np.zeros((0, 3))).size == 0
    check(np.ones((1, 1)))


@needs_vulkan
def test_out_and_fill_holes():
    image = random_image(np.random.default_rng(3), (50, 60))
    out = np.zeros((50, 60), np.int16)
    assert glccl.label(image, engine="vulkan", out=out) is out
    np.testing.assert_array_equal(out, glccl.label(image))
    np.testing.assert_array_equal(glccl.fill_holes(image, engine="vulkan"), glccl.fill_holes(image))


@needs_vulkan
def test_refusals_are_those_of_other_engines():
    image = np.ones((4, 5), np.uint8)
    wrong = [{"connectivity": 6}, {"min_area": 3, "max_area": 2}, {"rows": 3, "table": True}, {"stream": 1},
             {"mask": np.ones(3)}, {"fill_holes": True, "criterion": "equal"}]
    for asked in wrong:
        messages = []
        for engine in ("cpu-fast", "vulkan"):
            with pytest.raises((TypeError, ValueError)) as raised:
                glccl.label(image, engine=engine, **asked)
            messages.append((raised.type, str(raised.value).replace(engine, "cpu-fast")))
        assert messages[0] == messages[1]
    with pytest.raises(ValueError, match="vulkan labels up to 32768 in each direction"):
        glccl.label(np.zeros(1 << 16, np.uint8), engine="vulkan")
    with pytest.raises(ValueError, match="arrays on a GPU"):
        glccl.reserve(image, engine="vulkan")


def test_arrays_on_a_gpu_are_refused():
    with pytest.raises(ValueError, match="vulkan labels no arrays on a GPU, where the image is: pass one of cuda-fast"):
        check_engine("vulkan", CUDA_ENGINES, "a GPU")


@needs_vulkan
def test_limits_of_the_device():
    if "llvmpipe" not in sys.modules["glccl._vulkan"].device():
        pytest.skip("its buffers may hold all arrays")
    with pytest.raises(ValueError, match="134217728"):  # maxStorageBufferRange
        glccl.label(np.zeros((1 << 13, 1 << 13), np.uint8), engine="vulkan")
    check(np.eye(9))


@needs_vulkan
def test_threads():
    dice = np.random.default_rng(4)
    images = [random_image(dice, (40 + 9 * i, 70)) for i in range(4)]
    expected = [glccl.label(image, return_num=True) for image in images]
    failures = []

    def work(first):
        for i in range(12):
            k = (first + i) % len(images)
            labels, num = glccl.label(images[k], engine="vulkan", return_num=True)
            if num != expected[k][1] or not np.array_equal(labels, expected[k][0]):
                failures.append((first, i))
            if (first, i) == (1, 6):
                glccl.free_memory()

    threads = [threading.Thread(target=work, args=(first,)) for first in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def run(code, **environment):
    done = subprocess.run([sys.executable, "-c", "import glccl, sys\n" + code], env={**os.environ, **environment},
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


SAY_WHY = """
print(glccl.engines()["vulkan"])
try:
    glccl.label([[1, 0]], engine="vulkan")
except glccl.Error as error:
    print(error)
assert glccl.label([[1, 0, 2]], return_num=True)[1] == 2
"""


@needs_module
def test_no_device():
    reason, message, *_ = run(SAY_WHY, VK_DRIVER_FILES="/nonexistent", VK_ICD_FILENAMES="/nonexistent").splitlines()
    assert reason == message and "Vulkan here" in reason


@needs_module
def test_no_loader(tmp_path):
    (tmp_path / "libvulkan.so.1").touch()
    reason, message, *_ = run(SAY_WHY, LD_LIBRARY_PATH=str(tmp_path)).splitlines()
    assert reason == message == "no Vulkan here: libvulkan.so.1 is missing (Debian's libvulkan1)"


def test_a_build_without_it():
    reason, message, *_ = run("sys.modules['glccl._vulkan'] = None\n" + SAY_WHY).splitlines()
    assert reason == message and reason.startswith("built without Vulkan: install glslang")


def test_it_is_imported_when_it_is_first_used():
    loaded = "print('glccl._vulkan' in sys.modules)\n"
    labels = "glccl.label([[1]])\nglccl.free_memory()\n"
    first, second = run(labels + loaded + "glccl.engines()\n" + loaded).split()
    assert first == "False" and second == str("built without" not in str(REASON))


@needs_vulkan
def test_a_forked_process_is_told_to_be_spawned():
    code = """
import os
glccl.label([[1]], engine="vulkan")
child = os.fork()
if child == 0:
    try:
        glccl.label([[1]], engine="vulkan")
    except glccl.Error as error:
        os._exit(0 if "spawn" in str(error) else 1)  # as multiprocessing ends its children
    os._exit(2)
assert os.waitpid(child, 0)[1] == 0
assert glccl.label([[1, 0, 2]], engine="vulkan", return_num=True)[1] == 2
"""
    assert run(code) == ""
