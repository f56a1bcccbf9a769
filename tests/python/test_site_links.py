"""tests/site/check_links.py, which tools/docs runs on the site, finds what is wrong with a folder of HTML."""

import pathlib
import subprocess
import sys

import pytest

CHECK = pathlib.Path(__file__).parents[1] / "site/check_links.py"


def check(folder, **pages):
    for name, body in pages.items():
        (folder / f"{name}.html").write_text(f"<html><body>{body}</body></html>")
    return subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)


def test_a_good_site(tmp_path):
    (tmp_path / "a b.png").write_bytes(b"")
    done = check(
        tmp_path,
        one='<h1 id="top">1</h1><a href="two.html#part">2</a><a href="#top">up</a><img src="a%20b.png">',
        two='<a name="part"></a><a href="https://example.org/">elsewhere</a><a href="mailto:one@example.org">mail</a>',
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "2 pages, 3 links, 0 problems\n"


@pytest.mark.parametrize("body, fault", [
    ('<a href="three.html">3</a>', "the link three.html leads to no file"),
    ('<a href="one.html#nowhere">1</a>', "the link one.html#nowhere leads to no anchor"),
    ('<a href="#nowhere">1</a>', "the link #nowhere leads to no anchor"),
    ('<a href=".">home</a>', "the link . leads to no file"),
    ('<a href="/one.html">1</a>', "the link /one.html leads to no file"),
    ('<img srcset="one.png 2x">', "the link one.png leads to no file"),
    ('<script src="https://example.org/a.js"></script>', "loads https://example.org/a.js from a server"),
    ('<link rel="stylesheet" href="//example.org/a.css">', "loads //example.org/a.css from a server"),
])
def test_faults(tmp_path, body, fault):
    done = check(tmp_path, one=body + '<a href="one.html">1</a>')
    assert done.returncode == 1 and done.stderr == f"one.html: {fault}\n"


def test_style_sheets(tmp_path):
    (tmp_path / "style.css").write_text("a { background: url('https://example.org/a.png') }")
    done = check(tmp_path, one='<a href="one.html">1</a>')
    assert done.stderr == "style.css: loads https://example.org/a.png from a server\n"


def test_a_folder_without_pages_fails(tmp_path):
    assert check(tmp_path).returncode == 1
