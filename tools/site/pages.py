"""A hook of MkDocs: which pages the site has, and how they are linked.

The site has the paths of the repository. Its pages are README.md, the pages of docs/, and every file that these link:
a public header as its reference (headers.py), a page of HTML as it is, another source as its text. So the relative
links of the pages lead somewhere on a Git host and on the site. The navigation is that of docs/README.md.
"""
import os
import pathlib
import posixpath
import re

from headers import Headers
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = pathlib.Path(__file__).resolve().parents[2]
INDEX = "docs/README.md"
FIRST = ["README.md", INDEX, "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]

#: Groups of public headers: the title, and what their paths begin and end with. A header is in the first that fits.
HEADERS = [
    ("OpenGL and vocabulary", ("engine/include/",), ".hpp"),
    ("C", ("engine/include/", "vulkan/"), ".h"),
    ("CUDA", ("cuda/",), ".hpp"),
    ("Vulkan", ("vulkan/",), ".hpp"),
    ("CPU", ("host/cpu/", "host/faces/", "host/regions/", "host/tracks/"), ".hpp"),
    ("Slabs, devices and ranks", ("host/tiled/", "host/mpi/"), ".hpp"),
    ("Engines by name, files and contexts", ("host/",), ".hpp"),
]

#: The modules of the Python package.
MODULES = ["glccl", "glccl.gl", "glccl.ndimage", "glccl.skimage", "glccl.cc3d", "glccl.cv", "glccl.torch",
           "glccl.cc_torch", "glccl.dask", "glccl.dask_image", "glccl.zarr"]

#: Names of the languages of blocks that stand side by side: they become tabs.
TABS = {"cpp": "C++", "cpp opengl": "C++, OpenGL", "cpp cuda": "C++, CUDA", "cpp cpu": "C++, CPU", "c": "C",
        "python": "Python", "python gl": "Python"}

LANGUAGES = {".comp": "glsl", ".vert": "glsl", ".frag": "glsl", ".glsl": "glsl", ".cu": "cuda", ".cuh": "cuda",
             ".h": "cpp", ".hpp": "cpp", ".cpp": "cpp", ".c": "c", ".py": "python", ".yml": "yaml", ".toml": "toml",
             ".cmake": "cmake", ".txt": "cmake", "": "sh"}
PICTURES = {".png", ".svg", ".gif"}
#: Files that a page of HTML loads.
LOADED = {".html", ".css", ".js", ".json", ".wasm"}
LINK = re.compile(r"(?<=\]\()([^)\s#]+)(?=[)#])")
#: Links of tables that show the name of a page: on the site, the title of the page.
NAMED = re.compile(r"(?<=\| )\[(?:[\w/]+\.md)\]\(([\w/.]+\.md)(?=[)#])")
CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.MULTILINE | re.DOTALL)


def page_of(path):
    """The page of the site, or the picture, that a path of the repository is."""
    if (ROOT / path).is_dir():
        return f"{path}/index.html" if (ROOT / path / "index.html").is_file() else f"{path}/README.md"
    return path if pathlib.Path(path).suffix in {".md", ".html", *PICTURES} else f"{path}.md"


def links_of(path, text):
    """The paths that a page links."""
    for part in CODE.split(text)[::2]:
        for link in LINK.findall(part):
            if "://" not in link:
                yield posixpath.normpath(posixpath.join(posixpath.dirname(path), link))


def source_page(path):
    """A page with the text of a source, or with the names in a folder."""
    if (ROOT / path).is_dir():
        names = sorted(p.name + "/" * p.is_dir() for p in (ROOT / path).iterdir() if p.name[0] not in "._")
        body = "\n".join(f"- `{name}`" for name in names)
    else:
        language = LANGUAGES.get(pathlib.Path(path).suffix, "text")
        body = f"````{language}\n{(ROOT / path).read_text()}\n````"
    return f"---\nsearch: {{exclude: true}}\nhide: [navigation, toc]\n---\n# {path}\n\n{body}\n"


def files_of(page):
    """A page of HTML and what a browser loads with it, from its folder."""
    folder = (ROOT / page).parent
    return [path.relative_to(ROOT).as_posix() for path in sorted(folder.rglob("*")) if path.suffix in LOADED]


def on_files(files, config):
    headers = Headers()
    for entry in headers.bare:
        raise PluginError(f"{entry.file}:{entry.line}: {entry.name} has no comment")
    found = Files([file for file in files if file.src_dir != config.docs_dir])  # those of the theme

    def add(path):
        page = page_of(path)
        if page in found.src_uris:
            return
        if not (ROOT / path).exists():
            raise PluginError(f"{path}: linked, but not there")
        if page.endswith(".html"):
            for file in files_of(page):
                found.append(File(file, str(ROOT), config.site_dir, False))
        elif (ROOT / page).is_file():
            found.append(File(page, str(ROOT), config.site_dir, False))
        elif path in headers.pages:
            found.append(File.generated(config, page, content=headers.page(path)))
        else:
            found.append(File.generated(config, page, content=source_page(path)))
        if page.endswith(".md") and (ROOT / page).is_file():
            for link in links_of(page, (ROOT / page).read_text()):
                add(link)

    for path in [*FIRST, *sorted(p.relative_to(ROOT).as_posix() for p in (ROOT / "docs").rglob("*.md"))]:
        add(path)
    for path in headers.pages:
        add(path)
    for module in MODULES:
        found.append(File.generated(config, f"python/{module}.md", content=module_page(module)))
    found.append(File.generated(config, "reference.md", content=overview(headers)))
    for name in ["style.css", "iframe-worker.js"]:
        found.append(File.generated(config, name, abs_src_path=str(ROOT / "tools/site" / name)))
    config.nav = navigation(headers)
    return found


def module_page(module):
    return f"# {module}\n\n::: {module}\n"


def grouped(headers):
    """The headers of each group."""
    rest = sorted(headers.pages)
    for title, begins, end in HEADERS:
        group = [path for path in rest if path.startswith(begins) and path.endswith(end)]
        rest = [path for path in rest if path not in group]
        yield title, group
    if rest:
        raise PluginError(f"tools/site/pages.py: no group of headers for {', '.join(rest)}")


def overview(headers):
    """The first page of the references."""
    parts = ["# Reference\n\n## Python\n"]
    parts += [f"- [{module}](python/{module}.md)" for module in MODULES]
    for title, group in grouped(headers):
        parts += [f"\n## {title}\n"]
        parts += [f"[{re.sub('.*include/', '', path)}]({path}.md)\n:   {headers.summary(path)}\n" for path in group]
    return "\n".join(parts)


def navigation(headers):
    """The rows of docs/README.md, by its sections, and the references."""
    sections, name = {}, None
    for line in (ROOT / INDEX).read_text().splitlines():
        title = re.match(r"\| \*\*(.*)\*\* \| \|", line) or re.match(r"## (.*)", line)
        if title:
            name = title[1].capitalize()
        for link in LINK.findall(line) if line.startswith("| ") and name else []:
            path = posixpath.normpath(posixpath.join("docs", link))
            if path.endswith(".md") and path != INDEX and not any(path in pages for pages in sections.values()):
                sections.setdefault(name, []).append(path)
    named = {path for pages in sections.values() for path in pages} | {INDEX}
    missing = {p.relative_to(ROOT).as_posix() for p in (ROOT / "docs").rglob("*.md")} - named
    if missing:
        raise PluginError(f"{INDEX} has no link to {', '.join(sorted(missing))}")
    first = {"Home": ["README.md", {"Label a picture": page_of("web")}, INDEX, "CHANGELOG.md", "SECURITY.md"]}
    reference = [{"Overview": "reference.md"}, {"Python": [{m: f"python/{m}.md"} for m in MODULES]}]
    reference += [{title: [f"{path}.md" for path in group]} for title, group in grouped(headers)]
    return [{title: pages} for title, pages in {**first, **sections, "Reference": reference}.items()]


def tabbed(match):
    """Neighbouring blocks of several languages as tabs."""
    blocks = re.findall(r"```([a-z ]+)\n(.*?)^```$", match[0], re.MULTILINE | re.DOTALL)
    if len({language for language, _ in blocks}) < len(blocks) or not all(name in TABS for name, _ in blocks):
        return match[0]
    tab = '=== "{}"\n\n    ```{}\n{}    ```\n'
    return "\n".join(tab.format(TABS[name], name.split()[0], re.sub(r"^(?=.)", "    ", code, flags=re.MULTILINE))
                     for name, code in blocks)


def on_page_markdown(markdown, page, **_):
    path = page.file.src_uri

    def replace(match):
        link = match[0]
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
        if "://" in link or not (ROOT / target).exists():
            return link
        return posixpath.relpath(page_of(target), posixpath.dirname(path) or ".")

    def entitle(match):
        text = (ROOT / posixpath.join(posixpath.dirname(path), match[1])).read_text()
        return f"[{re.search('^# (.*)', text, re.MULTILINE)[1]}]({match[1]}"

    if (ROOT / path).is_file():
        parts = CODE.split(markdown)
        parts[::2] = [LINK.sub(replace, NAMED.sub(entitle, part)) for part in parts[::2]]
        # Of the words behind backquotes the first is the language.
        markdown = re.sub(r"(?:^```[a-z ]+\n(?:(?!^```).)*^```\n\n?){2,}", tabbed, "".join(parts),
                          flags=re.MULTILINE | re.DOTALL)
        markdown = re.sub(r"^```([a-z]+) [a-z]+$", r"```\1", markdown, flags=re.MULTILINE)
    return markdown


def on_post_build(config):
    """Removes pages for the root of a server: where the site is put is not known."""
    for name in ["404.html", "sitemap.xml", "sitemap.xml.gz"]:
        (pathlib.Path(config.site_dir) / name).unlink()
