#!/usr/bin/env python3
"""Uses web/index.html in a headless Chromium by clicks and keys.

    use_page.py [FOLDER]

Writes screenshots to FOLDER. Exit status: 1 for a failure, 77 where there is no Chromium.
"""
import sys
from pathlib import Path

from browser import SKIPPED, WEB, Page, Server, find_chromium

STATUS = "document.getElementById('status').textContent"
COUNT = "parseInt(document.getElementById('count').textContent)"
DONE = f"/^\\d+( of \\d+)? components in/.test({STATUS}) || document.getElementById('status').className === 'error'"


def expect(what, found, right):
    if not right:
        raise AssertionError(f"{what}: {found}")


def settle(page, action):
    """Does something, and waits until the page has labeled."""
    page.value("document.getElementById('status').textContent = 'waiting'")
    action()
    page.wait_for(DONE, 120)
    expect("the page has an error", page.value(STATUS), page.value("document.getElementById('status').className") == "")
    return page.value(COUNT)


def use(page):
    page.wait_for(DONE, 120)
    all_cells = page.value(COUNT)
    expect("cells", all_cells, all_cells > 50)
    rows = page.value("document.querySelector('tbody').rows.length")
    expect("rows of the table", rows, rows == all_cells)

    # The table sorts by area, the largest first; Enter on a row selects its component.
    page.click_on("th[data-column=area] button")
    areas = page.value("[...document.querySelector('tbody').rows].map((row) => Number(row.cells[1].textContent))")
    expect("areas in order", areas[:5], areas == sorted(areas, reverse=True))
    page.value("document.querySelector('tbody tr').focus()")
    page.press("Enter", text="\r")
    sentence = page.value("document.getElementById('hovered').value")
    expect("the selected component", sentence, f": {areas[0]} pixels" in sentence)

    # A filter that is typed in: fewer components.
    page.click_on("#minArea")
    page.value("document.activeElement.select()")
    kept = settle(page, lambda: page.send("Input.insertText", text="400"))
    expect("components after the filter", kept, kept < all_cells)

    # Connectivity and the border, by clicks.
    left = settle(page, lambda: page.click_on("#clearBorder"))
    expect("components inside", left, left <= kept)

    # The keyboard moves a cursor over the picture.
    page.value("document.getElementById('stage').focus()")
    page.press("ArrowRight")
    at = page.value("document.getElementById('hovered').value")
    expect("the cursor", at, at.endswith(" at 10, 0"))


def main():
    if not find_chromium():
        print("skipped: there is no chromium (Debian's package chromium)")
        return SKIPPED
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    server = Server({})
    for name, width, height, dark in [("desktop", 1280, 900, False), ("phone", 390, 844, True)]:
        with Page(server.url("/index.html"), width, height, dark) as page:
            if name == "desktop":
                use(page)
            else:
                page.wait_for(DONE, 120)
            wide = page.value("document.documentElement.scrollWidth")
            expect(f"{name} scrolls sideways", wide, wide <= width)
            if folder:
                page.value("scrollTo(0, 0)")
                page.screenshot(folder / f"{name}.png")
    with Page((WEB / "index.html").as_uri(), 1280, 900, False) as page:
        page.wait_for("document.readyState === 'complete'", 60)
        expect("status of a file", page.value(STATUS), "http.server" in page.value(STATUS))
    print("the page works")
    return 0


if __name__ == "__main__":
    sys.exit(main())
