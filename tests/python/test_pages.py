"""The blocks of code in README.md and docs/: Python runs, C++, C and GLSL compile, and the gallery shows what it draws.

`python tests/python/test_pages.py` draws the gallery.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import glccl
import numpy as np
import pytest
from page_blocks import DECLARED, PAGES, ROOT, blocks_of
from PIL import Image

GALLERY = ROOT / "docs/use/gallery"
TASKS = "docs/use/tasks.md"
HEADERS = [ROOT, ROOT / "engine/include", *sorted(ROOT.glob("cuda/**/include")), ROOT / "vulkan/include",
           *sorted(ROOT.glob("host/**/include"))]

#: Pages whose blocks of Python run one by one.
RUN = ["docs/use/python.md", "docs/use/recipes.md", "docs/use/gallery.md", "docs/use/vulkan.md",
       "docs/use/zarr.md"]

#: Blocks that other tests run.
RUN_ELSEWHERE = {
    ("README.md", "python"): "tests/python/gl/test_examples.py",
    ("docs/use/python.md", "python gl"): "tests/python/gl/test_examples.py",
    ("docs/use/renderers.md", "python"): "tests/renderers/run.py",
    ("docs/use/renderers.md", "cpp"): "tests/renderers/run.py",
    ("docs/use/web.md", "js"): "tests/web/label_images.py",
}


def test_every_block_is_tested():
    """A block of a page without declarations, of an unknown language or of none fails here."""
    found = {(page, block.language) for page in PAGES for block in blocks_of(page)}
    run = {(page, "python") for page in [*RUN, TASKS]}
    linked = {("docs/use/linking.md", "cmake")}  # projects of tests/package have these lines
    assert found == run | linked | DECLARED.keys() | RUN_ELSEWHERE.keys()
    for path in RUN_ELSEWHERE.values():
        assert (ROOT / path).is_file()


def test_no_page_has_indented_code():
    """Of C++ or Python: it would not be tested. Indented blocks are commands and drawings."""
    for page in PAGES:
        text = re.sub(r"^```.*?^```$", "", (ROOT / page).read_text(), flags=re.MULTILINE | re.DOTALL)
        assert not re.findall(r"\n\n    (?:import \w+|from \w+ import .*|\w+ = .*\(.*\)|#include .*|\w.*\);)$", text,
                              re.MULTILINE), page


def needs_command(command):
    if shutil.which(command[0]) is None:
        pytest.skip(f"no {command[0]}")


def compile_source(command, source):
    needs_command(command)
    compiled = subprocess.run(command, input=source, text=True, capture_output=True)
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr


def language_options(language):
    folders = [f"-I{folder}" for folder in HEADERS]
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    folders.append(f"-I{pathlib.Path(nvcc).resolve().parents[1] / 'include'}")
    options = ["-fsyntax-only", "-w", *folders, "-"]
    return ["cc", "-std=c11", "-x", "c", *options] if language == "c" else ["c++", "-std=c++20", "-x", "c++", *options]


def needs(top, command):
    """Skips if the compiler or a header of another library is not installed."""
    needs_command(command)
    for name in re.findall(r"^#include <((?:GL|GLFW|vulkan)/.*|cuda_runtime.h)>$", top, re.MULTILINE):
        source = f"#if !__has_include(<{name}>)\n#error\n#endif\n"
        if subprocess.run(command, input=source, text=True, capture_output=True).returncode:
            pytest.skip(f"{name} is not installed")


@pytest.mark.parametrize("page, language", [key for key in DECLARED if key[1] != "glsl"])
def test_blocks_compile(page, language):
    """Each in a function of its own. On the page of the tasks, the first block is at the top of all others."""
    top, first = DECLARED[page, language]
    needs(top, language_options(language))
    codes = [block.code for block in blocks_of(page) if block.language == language]
    if page == TASKS:
        once, *codes = codes
        assert len(codes) == 10
        first += once
    includes = r"^#include (<.*>)\n"
    for name in re.findall(includes, "".join(codes), re.MULTILINE):
        top = f"#if __has_include({name})\n#include {name}\n#endif\n{top}"
    bodies = [re.sub(includes, "", code, flags=re.MULTILINE) for code in codes]
    functions = [f"int block_{i}(void) {{\n{first}\n{{\n{body}}}\nreturn 0;\n}}" for i, body in enumerate(bodies)]
    compile_source(language_options(language), "\n".join([top, *functions, ""]))


@pytest.mark.parametrize("page", [page for page, language in DECLARED if language == "glsl"])
def test_shaders_compile(page):
    top, first = DECLARED[page, "glsl"]
    (code,) = [block.code for block in blocks_of(page) if block.language == "glsl"]
    table = (ROOT / "engine/include/glccl/table.hpp").read_text()
    row, members = (re.search(rf"^//   {begin}.*?\{{(.*?)^//   \}};", table, re.MULTILINE | re.DOTALL)[1]
                    for begin in ("struct Component ", "layout"))
    row, members = (re.sub("^//", "", text, flags=re.MULTILINE) for text in (row, members))
    code = code.replace("/* see table.hpp */", members)
    if "void main" not in code:
        code = f"void main() {{\n{first}\n{code}}}\n"
    compile_source(["glslangValidator", "--stdin", "-S", "vert"], f"{top}\nstruct Component {{{row}}};\n{code}")


def run_block(page, block, folder):
    """Runs a block of Python in a folder with the files that pages speak of."""
    code = compile(block.code, f"{page}: {block.title}", "exec")
    for library in re.findall(r"^import (torch|cupy)$", block.code, re.MULTILINE):
        if not pytest.importorskip(library).cuda.is_available():
            pytest.skip(f"{library} sees no GPU")
        if glccl.engines()["cuda-fast"] is not None:
            pytest.skip(f"no CUDA engine runs here: {glccl.engines()['cuda-fast']}")
    for name in re.findall(r"\"(\w+)\.zarr\"", block.code):
        make_zarr(folder / f"{name}.zarr", name)
    shutil.copy(ROOT / "tests/data/coins.png", folder)
    os.chdir(folder)
    found = {"glccl": glccl}
    exec(code, found)
    return found


def make_zarr(path, name):
    """A plain array, or an OME-Zarr of the axes c, z, y, x for glccl.zarr."""
    zarr = pytest.importorskip("zarr", minversion="3", reason="zarr-python 3 is not installed")
    volume = np.random.default_rng(1).integers(0, 1000, (2, 16, 24, 32), np.uint16)
    if name == "scan":
        pytest.importorskip("dask")
        zarr.create_array(str(path), data=volume[0], chunks=(4, 24, 32))
    elif name == "cells":
        group = zarr.open_group(path, mode="w")
        group.create_array("0", data=volume, dimension_names=list("czyx"))
        axes = [{"name": "c", "type": "channel"}, *({"name": axis, "type": "space"} for axis in "zyx")]
        scale = [{"type": "scale", "scale": [1.0, 2.0, 1.0, 1.0]}]
        datasets = [{"path": "0", "coordinateTransformations": scale}]
        group.attrs["ome"] = {"version": "0.5", "multiscales": [{"axes": axes, "datasets": datasets}]}


@pytest.mark.parametrize("page, block", [
    pytest.param(page, block, id=f"{page}-{block.title}")
    for page in RUN for block in blocks_of(page) if block.language == "python"
])
def test_block_runs(page, block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # and back afterwards
    run_block(page, block, tmp_path)
    if page == "docs/use/gallery.md":
        (drawn,) = tmp_path.glob("[!c]*.png")
        assert f"](gallery/{drawn.name})" in (ROOT / page).read_text()
        assert shape_of(drawn) == shape_of(GALLERY / drawn.name)


def shape_of(path):
    """The size of a picture, and its number of patches of one colour."""
    picture = np.asarray(Image.open(path).convert("RGBA"))
    colours = np.ascontiguousarray(picture).view(np.uint32)[..., 0]
    return picture.shape, glccl.label(colours, criterion="equal", background=None, return_num=True)[1]


def test_the_gallery_is_small():
    pictures = list(GALLERY.iterdir())
    assert len(pictures) == len(blocks_of("docs/use/gallery.md"))
    assert sum(path.stat().st_size for path in pictures) < 600_000


def test_tasks_run_in_python():
    once, *tasks = [block.code for block in blocks_of(TASKS) if block.language == "python"]
    assert len(tasks) == 10
    noise = np.random.default_rng(1)
    given = {
        "glccl": glccl,
        "image": noise.integers(0, 3, (480, 640), np.uint8),
        "mask": noise.random((480, 640)) < 0.8,
        "light": noise.random((480, 640), np.float32),
        "volume": noise.integers(0, 2, (8, 48, 64), np.uint8),
    }
    exec(once, given)
    for task in tasks:
        found = dict(given)
        exec(task, found)
        assert found.keys() - given.keys()


def draw_gallery():
    for block in blocks_of("docs/use/gallery.md"):
        with tempfile.TemporaryDirectory() as folder:
            run_block("docs/use/gallery.md", block, pathlib.Path(folder))
            for path in pathlib.Path(folder).glob("[!c]*.png"):
                shutil.copy(path, GALLERY)
                print(GALLERY / path.name)
            os.chdir(ROOT)


if __name__ == "__main__":
    sys.exit(draw_gallery())
