"""The installed package: its types, what it links, and its keywords."""

import importlib
import importlib.util
import inspect
import pathlib
import re
import subprocess
import sys

import glccl
import pytest
from glccl import _core
from glccl._asked.spec import FIELDS, Asked
from glccl._vulkan_engine import vulkan_module, why_no_vulkan

PACKAGE = pathlib.Path(glccl.__file__).parent


def test_types(tmp_path):
    (tmp_path / "user.py").write_text(
        "import glccl, numpy as np\n"
        "reveal_type(glccl.foreground(1).low)\n"
        "reveal_type(glccl.engines())\n"
        "reveal_type(glccl.cc3d.statistics(np.ones((2, 2), int)))\n"
        "reveal_type(glccl.gl.Labeler().label(1).numpy())\n"
        "reveal_type(glccl.label_slabs(lambda first, planes: 1, (2, 2), table=True))\n"
        "glccl.difference('much')\n"
        "glccl.label(np.ones(2), connectivity='8')\n"
        "glccl.gl.Labeler(8)\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--allow-any-generics", "--no-warn-return-any", "--no-pretty"]
    package = subprocess.run([*command, "-p", "glccl"], cwd=tmp_path, capture_output=True, text=True)
    assert package.returncode == 0, package.stdout
    user = subprocess.run([*command, "user.py"], cwd=tmp_path, capture_output=True, text=True).stdout
    found = re.findall(r"user.py:(\d): (?:error|note): (?:Revealed type is \"([^\"]*)\"|Argument)", user)
    assert [line for line, _ in found] == ["2", "3", "4", "5", "6", "7", "8", "9"], user
    assert "float" in found[0][1] and "str | None" in found[1][1] and "ndarray" in found[2][1]
    assert "ndarray" in found[3][1] and "Components" in found[4][1]


@pytest.mark.parametrize("name", ["_core", "_vulkan"])
def test_modules_link_neither_opengl_nor_vulkan_nor_files_nor_mpi(name):
    modules = list(PACKAGE.glob(f"{name}.*.so"))
    if name == "_vulkan" and not modules:
        pytest.skip("built without Vulkan")
    listing = subprocess.run(["readelf", "-d", *modules], capture_output=True, text=True, check=True).stdout
    libraries = {file.split(".so")[0] for file in re.findall(r"\(NEEDED\).*\[(.*)\]", listing)}
    known = {"libstdc++", "libm", "libgcc_s", "libc", "libpthread", "librt", "libdl", "ld-linux-x86-64"}
    if name == "_vulkan":
        known.add("liblzma")  # of wheels a part of the module
    assert libraries <= known


def test_the_module_says_what_the_build_has():
    command = [sys.executable, "-m", "glccl"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert lines[0].startswith(f"glccl {glccl.__version__} in Python 3.")
    line = {line.split("  ")[1]: line for line in lines if line.startswith("  ")}
    built = _core.describe_cuda()
    assert (built or "built without CUDA: put nvcc") in line["CUDA"]
    assert re.search(r"runtime \d+\.\d.*code for compute capability \d", line["CUDA"]) or not built
    assert line["Vulkan"].endswith(why_no_vulkan() or vulkan_module().device())
    opengl = "glccl.gl labels" if importlib.util.find_spec("glccl._gl") else "GLCCL_OPENGL=OFF"
    assert opengl in line["OpenGL"]
    for name, reason in glccl.engines().items():
        assert line[name].endswith(name if reason is None else f"cannot run here: {reason}")


def test_selftest_prints_a_row_for_each_engine():
    command = [sys.executable, "-m", "glccl.selftest"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    rows = [line.split(" | ") for line in run.stdout.splitlines() if line.startswith("| `")]
    assert "| `cpu-fast`" in [row[0] for row in rows]
    assert all(row[2] == "200" and row[3] == "all equal" for row in rows if row[0] == "| `cpu-fast`")
    assert f"| glccl | {glccl.__version__} |" in run.stdout and "all as a flood fill" in run.stdout


def test_selftest_finds_an_engine_that_is_wrong(monkeypatch, capsys):
    right = glccl.label

    def label(image, *args, **keywords):
        found = right(image, *args, **keywords)
        if isinstance(found, tuple) and found[1] > 3:
            found[0][found[0] == 2] = 1
        return found

    monkeypatch.setattr(glccl, "label", label)
    monkeypatch.setattr(glccl, "engines", lambda: {"cpu-fast": None})
    assert importlib.import_module("glccl.selftest").main() == 1
    assert "WRONG**: seeds" in capsys.readouterr().out


def test_keywords_of_the_ledger():
    """What is asked has one name and one default everywhere."""
    labels = inspect.signature(glccl.label).parameters
    assert {field.name for field in FIELDS} <= set(labels)
    keywords = set(Asked.__annotations__)
    assert {field.name for field in FIELDS} <= keywords <= set(labels)
    takers = [(glccl.reserve, keywords), (glccl.label_slabs, keywords)]
    if importlib.util.find_spec("glccl._gl"):
        labeler = importlib.import_module("glccl.gl").Labeler
        takers += [(labeler.label, keywords), (labeler.prepare, keywords), (labeler.plan, keywords - {"background"})]
    for function, names in takers:
        parameters = inspect.signature(function).parameters
        assert names <= set(parameters) and "asked" not in parameters
        for name in names:
            assert parameters[name] == labels[name], (function, name)
    with pytest.raises(TypeError, match="reserve.. got an unexpected keyword argument 'min_areas'"):
        glccl.reserve(None, min_areas=3)
