#!/usr/bin/env python3
"""Uses web/index.html in a headless Chromium by clicks, keys and files: also where the GPU is lost, the tab is hidden,
a file is no image, or there is no WebGPU.

    use_page.py [FOLDER]

Writes screenshots to FOLDER. Exit status: 1 for a failure, 77 where there is no Chromium.
"""
import sys
import tempfile
from pathlib import Path

from browser import SKIPPED, WEB, Page, Server, find_chromium

STATUS = "document.getElementById('status').textContent"
FORGET = "Object.assign(document.getElementById('status'), { textContent: 'waiting', className: '' })"
COUNT = "parseInt(document.getElementById('count').textContent)"
RESULT = "[document.querySelector('tbody').textContent, document.getElementById('count').textContent].join()"
DONE = f"/^\\d+( of \\d+)? components in/.test({STATUS}) || document.getElementById('status').className === 'error'"


# Keeps the page's devices. With `losesGpu`, the next commands are submitted to a device that is lost at once.
KEEP_DEVICES = """
globalThis.devices = [];
const request = GPUAdapter.prototype.requestDevice;
GPUAdapter.prototype.requestDevice = async function (...all) {
  devices.push(await request.apply(this, all));
  return devices.at(-1);
};
const submit = GPUQueue.prototype.submit;
GPUQueue.prototype.submit = function (commands) {
  submit.call(this, commands);
  if (globalThis.losesGpu) devices.at(-1).destroy();
  globalThis.losesGpu = false;
};
"""


def expect(what, found, right):
    if not right:
        raise AssertionError(f"{what}: {found}")


def settle(page, action):
    """Does something, and waits until the page has labeled."""
    page.value(FORGET)
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


def wait_for_error(page, action, *sentences):
    """Does something, and waits for these parts of a sentence. The last result stays."""
    before = page.value(RESULT)
    page.value(FORGET)
    action()
    page.wait_for("document.getElementById('status').className === 'error'", 60)
    status = page.value(STATUS)
    for each in sentences:
        expect(f"the page says {each}", status, each in status)
    expect("the last result", page.value(RESULT), page.value(RESULT) == before)


def open_other_file(page):
    """A file that is no image."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "notes.png"
        file.write_text("no image")
        wait_for_error(page, lambda: page.choose_file("#file", file), "notes.png is no image", "open a PNG")


def lose_gpu(page):
    """A device that is lost while it labels, and a GPU process that ends. The next change opens the GPU again."""
    def change_and_lose():
        page.value("globalThis.losesGpu = true")
        page.click_on("#clearBorder")

    for devices, lose in [(2, change_and_lose), (3, page.crash_gpu)]:
        wait_for_error(page, lose, "lost the GPU", "The last result stays", "the next change opens the GPU again")
        expect("words of the module", page.value(STATUS), "Labeler" not in page.value(STATUS))
        left = settle(page, lambda: page.click_on("[name=connectivity]:not(:checked)"))
        expect("components by another GPU", left, left > 1)
        expect("devices", page.value("devices.length"), page.value("devices.length") == devices)


def hide(page):
    """Another tab hides the page, which then labels a file."""
    other = page.send("Target.createTarget", url="about:blank")["targetId"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.png"
        page.send("Target.activateTarget", targetId=page.target)
        page.wait_for("document.visibilityState === 'visible'", 20)
        page.screenshot(file)
        page.send("Target.activateTarget", targetId=other)
        page.wait_for("document.visibilityState === 'hidden'", 20)
        count = settle(page, lambda: page.choose_file("#file", file))
    expect("components in a hidden tab", count, count >= 1)
    expect("its image", page.value(STATUS), "in 1280 x 900 pixels" in page.value(STATUS))
    expect("the tab", page.value("document.visibilityState"), page.value("document.visibilityState") == "hidden")
    page.send("Target.activateTarget", targetId=page.target)
    page.send("Target.closeTarget", targetId=other)


def main():
    if not find_chromium():
        print("skipped: there is no chromium (Debian's package chromium)")
        return SKIPPED
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    server = Server({})
    for name, width, height, dark in [("desktop", 1280, 900, False), ("phone", 390, 844, True)]:
        with Page(server.url("/index.html"), width, height, dark, script=KEEP_DEVICES) as page:
            if name == "desktop":
                use(page)
                open_other_file(page)
                lose_gpu(page)
                hide(page)
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
    # Browsers have no WebGPU on pages that are neither https nor from this machine.
    elsewhere = server.url("/index.html").replace("127.0.0.1", "glccl.test")
    with Page(elsewhere, 1280, 900, flags=["--host-resolver-rules=MAP glccl.test 127.0.0.1"]) as page:
        page.wait_for("document.getElementById('status').className === 'error'", 60)
        status = page.value(STATUS)
        expect("status without WebGPU", status, "no WebGPU" in status and "use a current Chrome" in status)
    print("the page works")
    return 0


if __name__ == "__main__":
    sys.exit(main())
