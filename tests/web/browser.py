"""A headless Chromium with SwiftShader, WebGPU's device on the CPU, and the server that it loads web/ from."""
import base64
import http.server
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

WEB = Path(__file__).resolve().parents[2] / "web"
# SwiftShader compiles a shader four times as long where shared memory has to be 0 at first, which no shader needs.
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu-watchdog", "--enable-unsafe-webgpu",
         "--use-webgpu-adapter=swiftshader", "--enable-dawn-features=disable_workgroup_init", "--no-first-run",
         "--disable-extensions"]  # fmt: skip
SKIPPED = 77


def find_chromium():
    """The path of a Chromium, or None. Ubuntu's chromium-browser is a script that asks for a snap."""
    for path in filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])):
        if subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            return path
    return None


class Server:
    """Serves web/ and `files` (path: bytes) on this machine. What pages post is in `posted`: (path, bytes)."""

    def __init__(self, files):
        self.posted = queue.Queue()

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}

            def __init__(handler, *arguments):
                super().__init__(*arguments, directory=WEB)

            def do_GET(handler):
                data = files.get(handler.path)
                if data is None:
                    return super().do_GET()
                handler.send_response(200)
                kind = "text/html" if handler.path.endswith(".html") else "text/javascript"
                handler.send_header("Content-Type", kind)
                handler.send_header("Content-Length", str(len(data)))
                handler.end_headers()
                handler.wfile.write(data)

            def do_POST(handler):
                self.posted.put((handler.path, handler.rfile.read(int(handler.headers["Content-Length"]))))
                handler.send_response(200)
                handler.end_headers()

            def log_message(handler, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.server.server_port}{path}"


class Process:
    """A browser with a folder of its own; a context manager that ends it."""

    def __init__(self, command, **more):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            [*command, *FLAGS, f"--user-data-dir={self.folder.name}"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.folder.name}, **more,
        )  # fmt: skip

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.folder.cleanup()


class Browser(Process):
    """Opens a page."""

    def __init__(self, url, *flags):
        super().__init__([find_chromium(), *flags, url])


class Page(Process):
    """A page that is driven by Chromium's DevTools protocol, over pipes. `script` runs before those of the page."""

    def __init__(self, url, width, height, dark=False, flags=(), script=""):
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        # Chromium reads commands from file descriptor 3 and writes answers to 4.
        redirect = f"exec 3<&{commands} 4>&{answers}; exec \"$@\""
        command = ["bash", "-c", redirect, "chromium", find_chromium(), "--remote-debugging-pipe", *flags,
                   "about:blank"]
        super().__init__(command, pass_fds=(commands, answers))
        os.close(commands)
        os.close(answers)
        self.buffer, self.number, self.session = b"", 0, None
        self.target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)  # fmt: skip
        self.send("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])  # fmt: skip
        self.send("Page.enable")
        self.send("Page.addScriptToEvaluateOnNewDocument", source=script)
        self.send("Page.navigate", url=url)
        self.wait_for("document.readyState === 'complete' && location.href !== 'about:blank'")

    def send(self, method, **parameters):
        """What a command answers."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                data = os.read(self.answers, 1 << 20)
                if not data:
                    raise EOFError("Chromium has ended")
                self.buffer += data
            text, _, self.buffer = self.buffer.partition(b"\0")
            answer = json.loads(text)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def value(self, expression):
        """The value of an expression of JavaScript, or of its promise."""
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", expression))
        return answer["result"].get("value")

    def wait_for(self, expression, seconds=60):
        """Waits until an expression is true."""
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                raise TimeoutError(f"{expression} is not true after {seconds} s; status: " + str(
                    self.value("document.getElementById('status')?.textContent")))  # fmt: skip
            time.sleep(0.1)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def click_on(self, selector):
        """Scrolls an element into view and clicks on its middle."""
        place = self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        self.click(*place)

    def choose_file(self, selector, path):
        """Gives a file to an input element, as the dialog for files does."""
        root = self.send("DOM.getDocument")["root"]["nodeId"]
        node = self.send("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.send("DOM.setFileInputFiles", nodeId=node, files=[str(path)])

    def press(self, key, **more):
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, **more)

    def crash_gpu(self):
        """Ends Chromium's process that uses the GPU. The browser answers, not the page."""
        session, self.session = self.session, None
        self.send("Browser.crashGpuProcess")
        self.session = session

    def screenshot(self, path):
        data = self.send("Page.captureScreenshot", format="png")["data"]
        Path(path).write_bytes(base64.b64decode(data))
