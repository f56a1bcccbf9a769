"""glccl.zarr.label() after kills and changes of the image, and what its passes read."""

import glccl
import numpy as np
import pytest
from glccl._zarr import journal, source, target
from zarr_images import Killed, assert_table, make, memory_of, ome_of, random, stop_after, zarr


@pytest.mark.parametrize("version", ["0.4", "0.5"])
def test_a_labeling_that_was_killed_is_resumed(tmp_path, monkeypatch, version):
    image = random((18, 11, 17))
    expected, count, table = glccl.label(image, return_num=True, table=True)
    path = make(tmp_path / "image.zarr", image, version=version, levels=[(9, 6, 9), (5, 3, 5)])
    memory, kills = memory_of(path), 0
    while True:
        with monkeypatch.context() as patched:
            stop_after(patched, 3)
            try:
                result = glccl.zarr.label(path, memory=memory)
                break
            except Killed:
                kills += 1
        assert not (path / "labels").exists() and not list(tmp_path.glob("*.csv"))
    assert kills > 3 and result.counts == [count]
    assert np.array_equal(zarr.open_group(result.path, mode="r")["0"][...], expected)
    assert_table(result.table, table)


def test_slabs_are_solved_once(tmp_path, monkeypatch):
    path = make(tmp_path / "image.zarr", random((18, 11, 17)))
    read, original = [], source.Source.read
    monkeypatch.setattr(source.Source, "read",
                        lambda self, frame, first, planes: read.append(first) or original(self, frame, first, planes))
    with monkeypatch.context() as patched, pytest.raises(Killed):
        stop_after(patched, 7)
        glccl.zarr.label(path, memory=memory_of(path))
    glccl.zarr.label(path, memory=memory_of(path))
    assert read == [0, 4, 8, 12, 16] + [0, 4, 8] + [8, 12, 16]


def test_chunks_of_several_slabs_are_read_once(tmp_path, monkeypatch):
    """Where they fit beside the slab. Slabs of four planes, chunks of eight."""
    image = random((19, 11, 17))
    path = make(tmp_path / "image.zarr", image, chunks=(8, 11, 17))
    plan = glccl.zarr.plan(path, memory=memory_of(path, 6))
    assert (plan.planes, plan.planes_read, plan.slabs) == (4, 8, 5)
    narrow = glccl.zarr.plan(path, memory=memory_of(path, 4))
    assert (narrow.planes, narrow.planes_read) == (4, 4) and narrow.bytes < plan.bytes
    read, original = [], source.Source.read
    monkeypatch.setattr(source.Source, "read",
                        lambda self, frame, first, planes: read.append((first, planes)) or
                        original(self, frame, first, planes))
    with monkeypatch.context() as patched, pytest.raises(Killed):
        stop_after(patched, 7)
        glccl.zarr.label(path, memory=memory_of(path, 6))
    assert read == [(0, 8), (8, 8), (16, 3), (0, 8), (8, 8)]
    result = glccl.zarr.label(path, memory=memory_of(path, 6))
    assert read[5:] == [(8, 8), (16, 3)]
    assert np.array_equal(zarr.open_group(result.path, mode="r")["0"][...], glccl.label(image))


def test_the_journal_keeps_one_border(tmp_path, monkeypatch):
    path = make(tmp_path / "image.zarr", random((18, 11, 17)))
    with monkeypatch.context() as patched, pytest.raises(Killed):
        stop_after(patched, 3)
        glccl.zarr.label(path, memory=memory_of(path))
    kept = tmp_path / "image.zarr.components.partial" / "journal"
    assert sorted(file.name for file in kept.iterdir()) == ["0-0", "0-1", "0-2", "border-0-2", "request.json"]


@pytest.mark.parametrize("moved", [False, True])
def test_the_last_steps_are_resumed(tmp_path, monkeypatch, moved):
    path = make(tmp_path / "image.zarr", random((9, 6, 7)))
    original = target.os.rename

    def stop(old, new):
        if moved:
            original(old, new)
        raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(target.os, "rename", stop)
        glccl.zarr.label(path)
    assert (path / "labels" / "components").exists() == moved
    result = glccl.zarr.label(path)
    assert ome_of(zarr.open_group(path / "labels", mode="r"))["labels"] == ["components"]
    assert result.table.exists() and len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["request.json", "0-1", "border-0-2"])
@pytest.mark.parametrize("data", [None, b"", b"PK rubbish"])
def test_a_damaged_journal_is_not_resumed(tmp_path, monkeypatch, name, data):
    path = make(tmp_path / "image.zarr", random((18, 11, 17)))
    with monkeypatch.context() as patched, pytest.raises(Killed):
        stop_after(patched, 3)
        glccl.zarr.label(path, memory=memory_of(path))
    file = tmp_path / "image.zarr.components.partial" / "journal" / name
    file.unlink()
    if data is not None:
        file.write_bytes(data)
    elif name == "0-1":  # it would be solved again, and the plane before it is gone
        name = "border-0-0"
    with pytest.raises(OSError, match=rf"{name}.* is damaged: remove .*components\.partial to label anew"):
        glccl.zarr.label(path, memory=memory_of(path))
    assert not (path / "labels").exists()


@pytest.mark.parametrize("version", ["0.4", "0.5"])
def test_what_cannot_be_listed_is_not_left(tmp_path, monkeypatch, version):
    """A disk that is full at the last step."""
    path = make(tmp_path / "image.zarr", random((9, 6, 7)), version=version)

    def fail(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched, pytest.raises(OSError, match="partial cannot be written: No space left on "):
        patched.setattr(target, "_list", fail)
        glccl.zarr.label(path)
    assert not (path / "labels" / "components").exists() and not list(tmp_path.glob("*.csv"))
    result = glccl.zarr.label(path)
    assert result.table.exists() and sorted(one.name for one in tmp_path.iterdir()) == [
        "image.zarr", "image.zarr.components.csv"]
    assert ome_of(zarr.open_group(path / "labels", mode="r"))["labels"] == ["components"]


def test_a_changed_image_is_not_resumed(tmp_path, monkeypatch):
    path = make(tmp_path / "image.zarr", random((18, 11, 17)))
    with monkeypatch.context() as patched, pytest.raises(Killed):
        stop_after(patched, 4)
        glccl.zarr.label(path, memory=memory_of(path))
    with pytest.raises(ValueError, match="is of a labeling with other arguments"):
        glccl.zarr.label(path, memory=memory_of(path), connectivity=6)
    zarr.open_array(path / "0", mode="r+")[0, 0, 0] = 9
    with pytest.raises(ValueError, match="the image has changed since the labeling"):
        glccl.zarr.label(path, memory=memory_of(path))
    assert not (path / "labels").exists()


def test_an_image_that_changes_meanwhile(tmp_path, monkeypatch):
    path = make(tmp_path / "image.zarr", random((18, 11, 17)))
    original = journal.Journal.solved

    def change(self, *step):
        zarr.open_array(path / "0", mode="r+")[...] = 1
        return original(self, *step)

    monkeypatch.setattr(journal.Journal, "solved", change)
    with pytest.raises(ValueError, match="has changed while it was labeled"):
        glccl.zarr.label(path, memory=memory_of(path))
    assert not (path / "labels").exists()
