#!/usr/bin/env python3
"""Uses web/glccl.js in a headless Chromium: sources of every kind, the caller's encoder, what is refused, a GPU without
memory, and a GPU that is lost.

    use_module.py

Exit status: 1 for a failure, 77 where there is no Chromium.
"""
import queue
import sys
import time

from browser import SKIPPED, Browser, Server, find_chromium

SECONDS = 170
PAGE = b"""<!doctype html><title>glccl</title><canvas id="canvas" width="40" height="30"></canvas><script type="module">
import { GpuLostError, Labeler } from "./glccl.js";
const post = (path, data) => fetch(path, { method: "POST", body: data });
const U = GPUBufferUsage, T = GPUTextureUsage;
let checks = 0;
function check(what, found, right) {
  ++checks;
  if (JSON.stringify(found) !== JSON.stringify(right)) throw new Error(`${what}: ${found}, not ${right}`);
}
async function refused(what, action, sentence) {
  const text = await action().then(() => "nothing", (error) => error.message);
  check(what, sentence.test(text) ? sentence.source : text, sentence.source);
}

// Two squares of red, of 12 and of 20 pixels, on black.
const [width, height] = [40, 30], shape = [height, width];
const context = document.getElementById("canvas").getContext("2d");
context.fillStyle = "#000"; context.fillRect(0, 0, width, height);
context.fillStyle = "#f00"; context.fillRect(3, 2, 4, 3); context.fillRect(30, 20, 5, 4);
const picture = context.getImageData(0, 0, width, height);
const red = picture.data.filter((_, i) => i % 4 === 0);
const areas = async (labels) => (await labels.readComponents()).map(({ area }) => area);

async function labelSources(labeler) {
  const { device } = labeler;
  const texture = device.createTexture({ size: [width, height], format: "rgba8unorm",
    usage: T.TEXTURE_BINDING | T.COPY_DST });
  device.queue.writeTexture({ texture }, picture.data, { bytesPerRow: 4 * width }, [width, height]);
  const buffer = device.createBuffer({ size: 8 + red.length, usage: U.COPY_SRC | U.COPY_DST });
  device.queue.writeBuffer(buffer, 8, red);
  const sources = {
    ImageData: picture, ImageBitmap: await createImageBitmap(picture), canvas: context.canvas,
    OffscreenCanvas: Object.assign(new OffscreenCanvas(width, height)),
    Uint8Array: { data: red, shape }, Uint16Array: { data: Uint16Array.from(red), shape },
    Float32Array: { data: Float32Array.from(red), shape },
    GPUTexture: texture, GPUBuffer: { buffer, offset: 8, shape, format: "u8" },
  };
  sources.OffscreenCanvas.getContext("2d").putImageData(picture, 0, 0);
  for (const [name, source] of Object.entries(sources)) {
    const labels = await labeler.label(source, { low: 0.5 });
    check(name, await areas(labels), [12, 20]);
    labels.destroy();
  }
  // Without a table.
  const roots = await labeler.label({ data: red, shape }, { low: 0.5, numbering: "root" });
  check("root labels", new Set(await roots.read()).size, 3);
  await refused("no table", () => roots.readCounts(), /^there is no component table: label with tableRows/);
}

/** Frames of a video have colours of half the resolution: the squares are white. */
async function labelVideo(labeler) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [64, 48];
  const drawing = canvas.getContext("2d");
  const draw = (size) => {
    drawing.fillStyle = "#000"; drawing.fillRect(0, 0, 64, 48);
    drawing.fillStyle = "#fff"; drawing.fillRect(4, 2, 4, 3); drawing.fillRect(30, 20, size, 4);
  };
  draw(5);
  const video = document.createElement("video");
  await refused("a video without a frame", () => labeler.label(video), /^the source is no image that has loaded/);
  video.srcObject = canvas.captureStream(20);
  video.muted = true;
  await video.play();
  const played = await labeler.label(video, { low: 0.5 });
  check("video", await areas(played), [12, 20]);
  for (const size of [5, 8]) { // another frame of the same video
    draw(size);
    const frame = new VideoFrame(canvas, { timestamp: 0 });
    const labels = await labeler.label(frame, { low: 0.5 });
    check("VideoFrame", await areas(labels), [12, 4 * size]);
    frame.close();
    await refused("a closed VideoFrame", () => labeler.label(frame), /^the source is no image that has loaded/);
  }
}

/** A labeling in an encoder of the caller, into a texture of the caller. */
async function record(labeler) {
  const { device } = labeler;
  const source = { data: red, shape };
  const labeling = await labeler.prepare(source, { low: 0.5, tableRows: 5 });
  const encoder = device.createCommandEncoder();
  const texture = device.createTexture({ size: [width, height], format: "r32uint",
    usage: T.STORAGE_BINDING | T.TEXTURE_BINDING | T.COPY_SRC });
  const first = labeling.record(encoder, source, { labels: texture });
  check("the caller's texture", first.texture === texture, true);
  device.queue.submit([encoder.finish()]);
  check("recorded", await areas(first), [12, 20]);
  await refused("another extent", async () => labeling.record(encoder, { data: red, shape: [width, height] }),
    /^the source's width is 30, and 40 was prepared: prepare again$/);
}

async function refuse(labeler) {
  const image = { data: red, shape };
  await refused("no source", () => labeler.label(null), /^the source is no image that has loaded/);
  const mask = { data: new Uint8Array(4), shape: [2, 2] };
  await refused("a mask of another extent", () => labeler.label({ image, mask }),
    /^mask is 2x2, and the image 40x30: pass one of the same extent$/);
  await refused("an unknown input", () => labeler.label({ image, masks: mask }),
    /^inputs have no masks: they are image, mask and intensity$/);
  for (const name of ["minArea", "borderWidth", "fillHoles", "fractionBits", "tableRows", "connectivity"]) {
    await refused(`${name} in parts`, () => labeler.label(image, { [name]: 4.5 }),
      RegExp(`^${name} is 4.5: pass a whole number`));
  }
  await refused("an unknown column", () => labeler.label(image, { columns: ["area"] }),
    /^columns has area: pass an array/);
  await refused("intensities without an image", () => labeler.label(image, { columns: ["intensity"] }), /intensit/);
  await refused("a volume beyond the limits", () => labeler.label({ width: 4096, height: 2, depth: 2, format: "u8" }),
    /^the longest side is 4096, and this device has 2048 \\(maxTextureDimension3D\\)/);
}

/** Labels beyond the largest allocation of SwiftShader, 1 GiB, within the limits that it states. */
async function runOutOfMemory(labeler) {
  const { device } = labeler, size = [2048, 2048, 65];
  const volume = device.createTexture({ size, dimension: "3d", format: "r8uint", usage: T.TEXTURE_BINDING });
  await refused("labels without memory", () => labeler.label(volume, { tableRows: 1 }),
    /^the GPU has no memory to label 2048x2048x65 elements: label a smaller image$/);
  volume.destroy();
  const labels = await labeler.label(picture, { low: 0.5 });
  check("after memory ran out", await areas(labels), [12, 20]);
}

/** The GPU is lost while a labeling is compiled, and while one runs. */
async function loseMidway() {
  for (const isPrepared of [false, true]) {
    const labeler = await Labeler.create(), { device } = labeler;
    if (isPrepared) await labeler.prepare(picture, { low: 0.5 });
    const submit = device.queue.submit.bind(device.queue);
    device.queue.submit = (commands) => { submit(commands); device.destroy(); };
    const labeling = labeler.label(picture, { low: 0.5 }).then((labels) => labels.read());
    if (!isPrepared) device.destroy();
    const error = await labeling.then(() => null, (error) => error);
    check(`the kind of error, prepared: ${isPrepared}`, `${error?.name} ${error instanceof GpuLostError}`,
      "GpuLostError true");
    check("its sentence", /GPU \\(|the GPU was lost/.test(error.message) || error.message, true);
  }
}

async function lose(labeler) {
  const labels = await labeler.label(picture, { low: 0.5 });
  labeler.device.destroy();
  await labeler.device.lost;
  await refused("labeling without a GPU", () => labeler.label(picture),
    /^the browser has lost the GPU \\(.*\\): create/);
  await refused("reading without a GPU", () => labels.read(), /^the results cannot be read, because the GPU was lost/);
  const next = await Labeler.create();
  check("the next GPU", await areas(await next.label(picture, { low: 0.5 })), [12, 20]);
}

try {
  const labeler = await Labeler.create();
  for (const step of [labelSources, labelVideo, record, refuse, runOutOfMemory, loseMidway, lose]) {
    await step(labeler);
    await post(`/done/${step.name}`, String(checks));
  }
} catch (error) {
  await post("/error", `${error}\\n${error.stack}`);
}
await post("/end", String(checks));
</script>"""


def main():
    if not find_chromium():
        print("skipped: there is no chromium (Debian's package chromium)")
        return SKIPPED
    server, end = Server({"/page.html": PAGE}), time.monotonic() + SECONDS
    failures = 0
    with Browser(server.url("/page.html")):
        while True:
            try:
                path, data = server.posted.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                path, data = "/error", f"{SECONDS} seconds are over".encode()
            failures += path == "/error"
            print(path[1:], data.decode(), flush=True)
            if path in ("/end", "/error"):
                return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
