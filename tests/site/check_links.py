#!/usr/bin/env python3
"""Checks a folder of HTML: python3 tests/site/check_links.py FOLDER

Every link to a file of the folder leads to a file and to an element with its anchor, and no page or style sheet loads
anything from a server. Prints what is wrong, and the numbers of pages and links. Returns 1 if anything is wrong.
"""
import html.parser
import pathlib
import re
import sys
import urllib.parse

#: Attributes whose files a browser loads by itself, and the one that it follows when it is asked to.
LOADED = {"src", "srcset", "poster", "data"}
FOLLOWED = {"href"}
#: `<link rel=...>` that load nothing.
NOT_LOADED = {"canonical", "prev", "next", "alternate"}


class Page(html.parser.HTMLParser):
    """The anchors and the links of a page."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links = set(), []  # a link: (address, whether it is loaded)
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = {name: value or "" for name, value in attrs}
        self.anchors |= {attributes[name] for name in ("id", "name") if name in attributes}
        for name in attributes.keys() & (LOADED | FOLLOWED):
            is_loaded = name in LOADED or (tag == "link" and attributes.get("rel") not in NOT_LOADED)
            for address in attributes[name].split(",") if name == "srcset" else [attributes[name]]:
                self.links.append((address.split()[0] if address.split() else "", is_loaded))


def problems_of(folder):
    """What is wrong, a line each; then the number of pages, and of links between files."""
    pages = {path: Page(path.read_text()) for path in sorted(folder.rglob("*.html"))}
    problems, count = [], 0
    for path, page in pages.items():
        name = path.relative_to(folder)
        for address, is_loaded in page.links:
            parts = urllib.parse.urlsplit(address)
            if parts.scheme in {"data", "mailto"}:
                continue
            if parts.scheme or parts.netloc:
                if is_loaded:
                    problems.append(f"{name}: loads {address} from a server")
                continue
            count += 1
            target = path if not parts.path else (path.parent / urllib.parse.unquote(parts.path)).resolve()
            anchor = urllib.parse.unquote(parts.fragment)
            if parts.path.startswith("/") or not target.is_file():
                problems.append(f"{name}: the link {address} leads to no file")
            elif anchor and target in pages and anchor not in pages[target].anchors:
                problems.append(f"{name}: the link {address} leads to no anchor")
    for path in sorted(folder.rglob("*.css")):
        for address in re.findall(r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"')]+)", path.read_text()):
            problems.append(f"{path.relative_to(folder)}: loads {address} from a server")
    return problems, len(pages), count


def main():
    problems, pages, links = problems_of(pathlib.Path(sys.argv[1]).resolve())
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{pages} pages, {links} links, {len(problems)} problems")
    return 1 if problems or not links else 0


if __name__ == "__main__":
    sys.exit(main())
