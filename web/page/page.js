// The labeling page: an image, what to ask of it, and its components.

import { GpuLostError, Labeler } from "../glccl.js";
import { samples } from "./samples.js";
import { csvOf, drawOverlay, sentenceOf, Table } from "./view.js";

const $ = (id) => document.getElementById(id);
const picture = $("picture").getContext("2d", { willReadFrequently: true });
const LONGEST_SIDE = 4096;
const SAMPLE = [640, 440];

let labeler = null, image = null, result = null, selected = 0, drawing = false;
const cursor = { x: 0, y: 0 };

function say(sentence, isError = false) {
  $("status").textContent = sentence;
  $("status").classList.toggle("error", isError);
}

// -- The image ---------------------------------------------------------------------------------------------------

/** Takes what the picture's canvas shows as the image. */
function takePicture() {
  const { width, height } = picture.canvas;
  const colours = picture.getImageData(0, 0, width, height);
  const grey = new Uint8Array(width * height);
  for (let i = 0; i < grey.length; ++i) {
    const [r, g, b] = colours.data.subarray(4 * i, 4 * i + 3);
    grey[i] = (77 * r + 150 * g + 29 * b) >> 8;
  }
  image = { colours, grey, width, height };
}

function show(width, height, draw) {
  picture.canvas.width = $("overlay").width = width;
  picture.canvas.height = $("overlay").height = height;
  draw(picture);
  takePicture();
  select(0);
  $("hint").hidden = true;
}

function showSample(name) {
  show(...SAMPLE, (context) => samples[name](context, ...SAMPLE));
  $("inverted").checked = name === "text";
  otsu();
}

async function showFile(file) {
  if (!file) return;
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    say(`${file.name || "What was pasted"} is no image that this browser reads: open a PNG, JPEG or WebP`, true);
    return;
  }
  if (Math.max(bitmap.width, bitmap.height) > LONGEST_SIDE) {
    say(`${file.name} has ${bitmap.width} x ${bitmap.height} pixels: open an image of at most ${LONGEST_SIDE} a side`, true);
    return;
  }
  show(bitmap.width, bitmap.height, (context) => context.drawImage(bitmap, 0, 0));
  otsu();
}

/** Otsu's threshold (1979): the one with the largest variance between the two classes. */
function otsu() {
  const counts = new Array(256).fill(0);
  for (const value of image.grey) ++counts[value];
  const total = image.grey.length, sum = counts.reduce((all, n, value) => all + n * value, 0);
  let best = 0, threshold = 127, below = 0, sumBelow = 0;
  counts.slice(0, 255).forEach((n, value) => {
    below += n;
    sumBelow += n * value;
    if (below === 0 || below === total) return;
    const between = (sumBelow * total - sum * below) ** 2 / (below * (total - below));
    if (between > best) [best, threshold] = [between, value];
  });
  $("threshold").value = threshold;
  changed();
}

// -- The labeling ------------------------------------------------------------------------------------------------

const criterion = () => document.querySelector("[name=criterion]:checked").value;

function question() {
  const kind = criterion();
  const filter = {
    connectivity: Number(document.querySelector("[name=connectivity]:checked").value),
    minArea: Number($("minArea").value) || 0,
    largest: $("largest").value === "" ? Infinity : Number($("largest").value),
    clearBorder: $("clearBorder").checked,
    tableRows: 100000,
  };
  const { width, height, grey, colours } = image;
  if (kind !== "foreground") {
    const spec = { criterion: kind, background: null, largestDifference: Number($("difference").value), ...filter };
    return [colours, spec];
  }
  const spec = {
    low: Number($("threshold").value), inverted: $("inverted").checked,
    fillHoles: $("fillHoles").checked ? Infinity : 0, ...filter,
  };
  return [{ data: grey, shape: [height, width] }, spec];
}

/** Labels the image once more after each change. Changes in the meantime are taken together. */
let wanted = false, isBusy = false;
async function changed() {
  for (const output of document.querySelectorAll("output[for]")) output.value = $(output.htmlFor.value).value;
  document.body.dataset.criterion = criterion();
  for (const kind of ["foreground", "difference"]) {
    for (const part of document.querySelectorAll(`.of-${kind}`)) part.hidden = criterion() !== kind;
  }
  wanted = true;
  if (isBusy || !image) return;
  isBusy = true;
  while (wanted) {
    wanted = false;
    try {
      await labelImage();
    } catch (error) {
      if (error instanceof GpuLostError) labeler = null; // openGpu() says so
      else say(`${error.message}.${result ? " The last result stays." : ""}`, true);
    }
  }
  isBusy = false;
}

async function openGpu() {
  const made = await Labeler.create();
  made.device.lost.then(({ message }) => {
    if (labeler === made) labeler = null;
    const reason = message ? ` (${message.replace(/\.$/, "")})` : "";
    const kept = result ? "The last result stays; the" : "The";
    say(`The browser has lost the GPU${reason}. ${kept} next change opens the GPU again.`, true);
  });
  return made;
}

async function labelImage() {
  labeler ??= await openGpu();
  const [source, spec] = question();
  const begin = performance.now(), { device } = labeler;
  const isTimed = device.features.has("timestamp-query");
  const queries = isTimed ? device.createQuerySet({ type: "timestamp", count: 2 }) : null;
  const timestampWrites = queries && { querySet: queries, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 };
  const labels = await labeler.label(source, spec, { timestampWrites });
  const { count, found, rows } = await labels.readCounts();
  const [values, components] = [await labels.read(), await labels.readComponents()];
  const { width, height } = labels;
  const time = queries ? await readTime(device, queries) : null;
  labels.destroy();
  result = { labels: values, width, height, components, count };
  const total = performance.now() - begin;
  const gpu = time === null ? "" : `${time.toFixed(2)} ms on the GPU, `;
  const dropped = found > count ? ` of ${found}` : "";
  say(`${count}${dropped} components in ${width} x ${height} pixels: ${gpu}${total.toFixed(0)} ms in all`);
  $("count").textContent = `${count} components`;
  $("csv").disabled = rows === 0;
  const shown = table.show(components);
  $("more").textContent = shown < count ? `The first ${shown} in this order; the CSV has ${rows}.` : "";
  select(selected <= rows ? selected : 0);
}

async function readTime(device, queries) {
  const resolved = device.createBuffer({ size: 16, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
  const read = device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.resolveQuerySet(queries, 0, 2, resolved, 0);
  encoder.copyBufferToBuffer(resolved, 0, read, 0, 16);
  device.queue.submit([encoder.finish()]);
  await read.mapAsync(GPUMapMode.READ);
  const [first, last] = new BigUint64Array(read.getMappedRange());
  for (const one of [resolved, read, queries]) one.destroy();
  return Number(last - first) / 1e6;
}

// -- The view ----------------------------------------------------------------------------------------------------

function redraw() {
  if (!result || result.width !== picture.canvas.width || result.height !== picture.canvas.height) return;
  drawOverlay($("overlay"), result, {
    opacity: Number($("opacity").value) / 100, boxes: $("boxes").checked, selected,
  });
}

function select(label) {
  selected = label;
  table.select(label);
  redraw();
  if (label !== 0) tell(label);
}

function tell(label) {
  const component = result?.components[label - 1];
  $("hovered").value = component ? sentenceOf(component) : label ? `Component ${label}` : "Background";
}

const labelAt = ({ x, y }) => result?.labels[y * result.width + x] ?? 0;

function pixelOf(event) {
  const { left, top, width, height } = picture.canvas.getBoundingClientRect();
  const at = (place, side, pixels) => Math.max(0, Math.min(pixels - 1, Math.floor((place / side) * pixels)));
  return {
    x: at(event.clientX - left, width, picture.canvas.width), y: at(event.clientY - top, height, picture.canvas.height),
  };
}

function paint(event) {
  const { x, y } = pixelOf(event);
  picture.fillStyle = event.shiftKey ? "#000" : "#fff";
  picture.beginPath();
  picture.arc(x, y, picture.canvas.width / 80, 0, 7);
  picture.fill();
  takePicture();
  changed();
}

const table = new Table(document.querySelector("table"), (label) => select(label === selected ? 0 : label));

// -- Events ------------------------------------------------------------------------------------------------------

$("file").addEventListener("change", (event) => showFile(event.target.files[0]));
$("sample").addEventListener("change", (event) => event.target.value && showSample(event.target.value));
document.querySelector(".controls").addEventListener("input", (event) => {
  if (["opacity", "boxes"].includes(event.target.id)) redraw();
  else changed();
});
$("otsu").addEventListener("click", otsu);
$("draw").addEventListener("click", () => {
  drawing = !drawing;
  $("draw").setAttribute("aria-pressed", String(drawing));
  $("stage").classList.toggle("drawing", drawing);
  if (drawing) say("Draw with the pointer; with Shift it erases.");
});
$("clear").addEventListener("click", () => {
  show(...SAMPLE, (context) => {
    context.fillStyle = "#000";
    context.fillRect(0, 0, ...SAMPLE);
  });
  changed();
});
$("csv").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([csvOf(result.components)], { type: "text/csv" }));
  link.download = "components.csv";
  link.click();
  URL.revokeObjectURL(link.href);
});

const stage = $("stage");
stage.addEventListener("pointermove", (event) => {
  if (drawing && event.buttons) paint(event);
  else if (result) tell(labelAt(pixelOf(event)));
});
stage.addEventListener("pointerdown", (event) => { if (drawing) paint(event); });
stage.addEventListener("click", (event) => {
  if (!drawing && result) select(labelAt(pixelOf(event)));
});
stage.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!result || (!step && event.key !== "Enter")) return;
  event.preventDefault();
  if (step) {
    const far = event.shiftKey ? 1 : 10;
    cursor.x = Math.max(0, Math.min(result.width - 1, cursor.x + far * step[0]));
    cursor.y = Math.max(0, Math.min(result.height - 1, cursor.y + far * step[1]));
    tell(labelAt(cursor));
    $("hovered").value += ` at ${cursor.x}, ${cursor.y}`;
  } else {
    select(labelAt(cursor));
  }
});
addEventListener("paste", (event) => showFile([...event.clipboardData.files][0]));
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dragged");
});
addEventListener("dragleave", () => document.body.classList.remove("dragged"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dragged");
  showFile(event.dataTransfer.files[0]);
});

showSample("cells");
