"""glccl.zarr.label() of stores that are damaged at random: the right labels, or one sentence and nothing that looks
whole.

`python tests/python/test_zarr_damaged.py SECONDS [SEED]` goes on for so long.
"""

import contextlib
import json
import resource
import shutil
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path

import glccl
import numpy as np
import pytest
from glccl._zarr import source
from zarr_images import Killed, make, memory_of, stop_after, zarr

#: What metadata may hold in place of something else.
JUNK = (None, True, -1, 0, 1, 3, 2.5, 2**63, 1e300, "", "x", "y", "<u4", "|b1", "float64", "U7", "zip9", [], [0],
        [-1, 2], [1, 1, 1], {}, {"name": "x"}, {"name": "bytes", "configuration": {}})

#: What label() may raise.
RAISED = (OSError, ValueError, TypeError, MemoryError)

IMAGES = [
    {"names": "zyx", "shape": (9, 6, 7), "version": "0.5"},
    {"names": "zyx", "shape": (9, 6, 7), "version": "0.4"},
    {"names": "zyx", "shape": (9, 6, 7), "version": "0.5", "levels": [(5, 3, 4), (2, 3, 1)]},
    {"names": "yx", "shape": (12, 9), "version": "0.5", "fill_value": 1},
    {"names": "tczyx", "shape": (2, 1, 8, 6, 7), "version": "0.4"},
    {"names": "zyx", "shape": (9, 6, 7), "version": "0.5", "chunks": (2, 3, 3), "shards": (4, 6, 6)},
]


def nodes_of(value):
    """Each container of a tree of JSON with each of its keys."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from nodes_of(value[key])


def change_metadata(path, random):
    """Replaces, removes or adds a member somewhere."""
    tree = json.loads(path.read_text())
    nodes = list(nodes_of(tree))
    if not nodes:
        return
    holder, key = nodes[random.integers(len(nodes))]
    junk = JUNK[random.integers(len(JUNK))]
    kind = random.integers(4)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, list):
        holder.append(holder[key])
    else:
        holder[key] = junk
    path.write_text(json.dumps(tree))


def truncate(path, random):
    data = path.read_bytes()
    path.write_bytes(data[:random.integers(len(data) + 1)])


def garble(path, random):
    data = bytearray(path.read_bytes())
    for _ in range(random.integers(1, 4)):
        if data:
            data[random.integers(len(data))] = random.integers(256)
    path.write_bytes(bytes(data))


def lengthen(path, random):
    path.write_bytes(path.read_bytes() + random.bytes(9))


def remove(path, random):
    path.unlink()


def become_a_folder(path, random):
    path.unlink()
    path.mkdir()


def damage(image, random):
    """Damages one or two files of a folder."""
    for _ in range(random.choice([1, 1, 2])):
        files = sorted(path for path in image.rglob("*") if path.is_file())
        metadata = [path for path in files if path.suffix == ".json" or path.name.startswith(".z")]
        if metadata and random.random() < 0.6:
            path, act = metadata[random.integers(len(metadata))], change_metadata
            if random.random() < 0.2:
                act = (truncate, garble, remove, become_a_folder)[random.integers(4)]
        else:
            path = files[random.integers(len(files))]
            act = (truncate, garble, lengthen, remove, become_a_folder)[random.integers(5)]
        with contextlib.suppress(ValueError):  # JSON that was damaged before
            act(path, random)


@contextlib.contextmanager
def elements_read():
    """The planes that labelings read, by time and first plane. numcodecs 0.16.6 reads beyond a chunk of Blosc that was
    cut off, so that its elements may be others each time: the labels are those of what was read."""
    found = {}
    original = source.Source.read

    def read(self, frame, first, planes):
        found[frame, first] = original(self, frame, first, planes)
        return found[frame, first]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(source.Source, "read", read)
        yield found


def assert_right(result, read, criterion):
    labels = zarr.open_group(result.path, mode="r")["0"][...]
    frames = sorted({frame for frame, _ in read})
    elements = [np.concatenate([read[key] for key in sorted(read) if key[0] == frame]) for frame in frames]
    expected = [glccl.label(one, criterion=criterion) for one in elements]
    assert np.array_equal(labels.reshape(np.shape(expected)), expected)


def assert_nothing_whole(folder, error):
    """The error is one sentence of glccl's own, and no labels and no table are left."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    is_own = "glccl" in Path(last.filename).parts and str(last.line).startswith("raise ")
    assert is_own, traceback.format_exception(error)
    assert str(error) and "\n" not in str(error)
    assert not list(folder.glob("image.zarr/labels")) and not list(folder.glob("*.csv"))


@contextlib.contextmanager
def files_of_at_most(size):
    """As on a full disk, writes beyond fail."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def label_again(image, asked):
    """After the damage is mended: the same call goes on, or says what has to be removed first."""
    partial = image.with_name("image.zarr.components.partial")
    try:
        return glccl.zarr.label(image, **asked)
    except (OSError, ValueError) as error:
        assert "remove " in str(error) and partial.exists()
    shutil.rmtree(partial)
    return glccl.zarr.label(image, **asked)


def label_damaged(folder, seed):
    """Damages a store, before its labeling or after a kill, its journal, or the disk, and labels it. Returns whether
    there were labels."""
    random = np.random.default_rng(seed)
    case = dict(IMAGES[random.integers(len(IMAGES))])
    elements = (random.random(case.pop("shape")) < 0.3).astype(("u1", ">u2", "f4")[random.integers(3)])
    image = make(folder / "image.zarr", elements, **case)
    original = shutil.copytree(image, folder / "original")
    asked = {"memory": None if random.random() < 0.5 else memory_of(image, 3),
             "criterion": ("foreground", "equal")[random.integers(2)]}
    whole = {(0, 0): elements} if elements.ndim < 4 else {(time, 0): one[0] for time, one in enumerate(elements)}
    with elements_read() as read:
        return label_stopped(folder, image, original, asked, whole, read, random)


def label_stopped(folder, image, original, asked, whole, read, random):
    """As label_damaged(), which has made the image. `whole` are its elements, `read` those that labelings read."""
    disk = contextlib.nullcontext()
    is_killed = random.random() < 0.4
    if is_killed:
        with pytest.MonkeyPatch.context() as patched, pytest.raises(Killed):
            stop_after(patched, random.integers(1, 3))
            glccl.zarr.label(image, **asked)
    if random.random() < 0.2:
        disk = files_of_at_most(int(random.integers(2000)))
    elif is_killed and random.random() < 0.5:
        damage(folder / "image.zarr.components.partial" / "journal", random)
    else:
        damage(image, random)
    try:
        with disk:
            result = glccl.zarr.label(image, **asked)
    except RAISED as error:
        assert_nothing_whole(folder, error)
        shutil.rmtree(image)
        shutil.copytree(original, image)
        assert_right(label_again(image, asked), whole, asked["criterion"])
        return False
    assert_right(result, read, asked["criterion"])
    return True


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("first", [0, 20])
def test_right_labels_or_one_sentence(first, tmp_path):
    found = []
    for seed in range(first, first + 20):
        (tmp_path / str(seed)).mkdir()
        found.append(label_damaged(tmp_path / str(seed), seed))
    assert 0 < sum(found) < len(found)


def main():
    seconds, seed = float(sys.argv[1]), int((sys.argv[2:] or [time.time()])[0])
    end, found, failed = time.monotonic() + seconds, [], []
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                found.append(label_damaged(Path(folder), seed))
            except Exception as error:
                failed.append(seed)
                print(f"seed {seed}: {type(error).__name__}: {error}", flush=True)
        seed += 1
    print(f"{len(found)} stores, {sum(found)} with right labels; {len(failed)} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
