// What can be labeled: how large it is, what it stores, and a texture of it.

const T = globalThis.GPUTextureUsage;

/** Formats of textures by those of pixels; bytes of a texel. */
const TEXTURES = {
  u8: ["r8uint", 1], u16: ["r16uint", 2], u32: ["r32uint", 4], i8: ["r8sint", 1], i16: ["r16sint", 2],
  i32: ["r32sint", 4], f16: ["r16float", 2], f32: ["r32float", 4], unorm8: ["r8unorm", 1], rgba8: ["rgba8unorm", 4],
};
const FORMATS = Object.fromEntries(Object.entries(TEXTURES).map(([format, [texture]]) => [texture, format]));
FORMATS.bgra8unorm = "rgba8";

/** Formats of typed arrays by their names. */
const ARRAYS = {
  Uint8Array: "u8", Uint8ClampedArray: "u8", Uint16Array: "u16", Uint32Array: "u32", Int8Array: "i8",
  Int16Array: "i16", Int32Array: "i32", Float16Array: "f16", Float32Array: "f32",
};

const is = (value, name) => typeof globalThis[name] === "function" && value instanceof globalThis[name];

/** Width, height, depth and pixel format of a source, or of a description that has them. */
export function describe(source) {
  if (source?.format in TEXTURES && source.width > 0 && source.height > 0 && !is(source, "GPUTexture")) {
    const { width, height, depth = 1, format } = source;
    return { width, height, depth, format };
  }
  if (is(source, "GPUTexture")) return describeTexture(source);
  if (is(source, "ImageData")) return { width: source.width, height: source.height, depth: 1, format: "rgba8" };
  if (source?.data ?? source?.buffer) return describeArray(source);
  const width = source?.videoWidth ?? source?.naturalWidth ?? source?.displayWidth ?? source?.width;
  const height = source?.videoHeight ?? source?.naturalHeight ?? source?.displayHeight ?? source?.height;
  if (width > 0 && height > 0) return { width, height, depth: 1, format: "rgba8" };
  throw new TypeError("the source is no image that has loaded: pass a GPUTexture, an ImageData, ImageBitmap, canvas, " +
    "image or video, or {data: a typed array, shape}, {buffer: a GPUBuffer, shape, format}");
}

/** The images that a labeling reads: those of Inputs, or an image alone. */
export function inputsOf(source) {
  if (!source?.image) return { image: source, mask: null, intensity: null };
  const { image, mask = null, intensity = null, ...others } = source;
  const [other] = Object.keys(others);
  if (other) throw new RangeError(`inputs have no ${other}: they are image, mask and intensity`);
  return { image, mask, intensity };
}

/** Extent and formats of the inputs. Second images have the extent of the image. */
export function describeInputs(source) {
  const { image, mask, intensity } = inputsOf(source);
  const { format, ...sizes } = describe(image);
  const formatOf = (name, second) => {
    if (!second) return null;
    const found = describe(second);
    if (Object.keys(sizes).some((side) => found[side] !== sizes[side])) {
      throw new RangeError(
        `${name} is ${extentOf(found)}, and the image ${extentOf(sizes)}: pass one of the same extent`);
    }
    return found.format;
  };
  return {
    sizes, formats: { format, maskFormat: formatOf("mask", mask), intensityFormat: formatOf("intensity", intensity) },
  };
}

/** "640x480", or "64x64x32". */
export const extentOf = ({ width, height, depth }) => [width, height, depth].slice(0, depth > 1 ? 3 : 2).join("x");

function describeTexture(texture) {
  const format = FORMATS[texture.format];
  if (!format) {
    throw new RangeError(`the texture's format is ${texture.format}: pass one of ${Object.keys(FORMATS).join(", ")}`);
  }
  if (!(texture.usage & T.TEXTURE_BINDING)) {
    throw new RangeError("the texture was made without GPUTextureUsage.TEXTURE_BINDING, so that no shader can read it");
  }
  const depth = texture.dimension === "3d" ? texture.depthOrArrayLayers : 1;
  return { width: texture.width, height: texture.height, depth, format };
}

function describeArray({ data, shape, format = ARRAYS[data?.constructor.name] }) {
  if (!(format in TEXTURES)) {
    throw new RangeError(`the format of the elements is ${format}: pass one of ${Object.keys(TEXTURES).join(", ")}`);
  }
  if (!Array.isArray(shape) || shape.length < 1 || shape.length > 3 || !shape.every((side) => side > 0)) {
    throw new RangeError(`the shape is [${shape}]: pass [height, width] or [depth, height, width]`);
  }
  const [depth, height, width] = [1, 1, ...shape].slice(-3);
  const needed = width * height * depth * TEXTURES[format][1];
  if (data && data.byteLength !== needed) {
    throw new RangeError(`the array has ${data.byteLength} bytes, and ${shape.join(" x ")} of ${format} has ${needed}`);
  }
  return { width, height, depth, format };
}

/** A view of a texture with the source's texels: its own, or `kept` (which keep() replaces) after a copy. */
export function textureOf(device, encoder, source, keep, kept) {
  const { width, height, depth, format } = describe(source);
  const dimension = depth > 1 ? "3d" : "2d";
  const view = { dimension, baseMipLevel: 0, mipLevelCount: 1, arrayLayerCount: 1 };
  if (is(source, "GPUTexture")) return source.createView(view);
  const size = [width, height, depth];
  const key = [...size, format].join();
  if (kept?.key !== key) {
    const usage = T.TEXTURE_BINDING | T.COPY_DST | (format === "rgba8" ? T.RENDER_ATTACHMENT : 0);
    const texture = device.createTexture({ label: "glccl source", size, dimension, format: TEXTURES[format][0], usage });
    kept = { key, texture };
    keep(kept);
  }
  const { texture } = kept;
  const bytesPerRow = width * TEXTURES[format][1];
  if (source.buffer && !ArrayBuffer.isView(source.data)) {
    copyBuffer(encoder, source, texture, { width, height, depth, bytesPerRow });
  } else if (source.data) {
    device.queue.writeTexture({ texture }, source.data, { bytesPerRow, rowsPerImage: height }, size);
  } else {
    const image = isVideo(source) ? drawn(source, kept, width, height) : source;
    device.queue.copyExternalImageToTexture({ source: image }, { texture, premultipliedAlpha: false }, [width, height]);
  }
  return texture.createView(view);
}

const isVideo = (source) => is(source, "HTMLVideoElement") || is(source, "VideoFrame");

/** A canvas with a frame of a video: Chromium with SwiftShader copies none to WebGPU. The canvas is kept. */
function drawn(video, kept, width, height) {
  if (video.readyState < 2) { // HAVE_CURRENT_DATA
    throw new TypeError("the video has no frame yet: wait for its event loadeddata");
  }
  kept.context ??= new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  kept.context.globalCompositeOperation = "copy";
  kept.context.drawImage(video, 0, 0, width, height);
  return kept.context.canvas;
}

/** Copies rows that follow one another. Those of a multiple of 256 bytes are copied at once, others one by one. */
function copyBuffer(encoder, { buffer, offset = 0 }, texture, { width, height, depth, bytesPerRow }) {
  if (bytesPerRow % 256 === 0) {
    encoder.copyBufferToTexture({ buffer, offset, bytesPerRow, rowsPerImage: height }, { texture }, [width, height, depth]);
    return;
  }
  for (let row = 0; row < height * depth; ++row) {
    const origin = [0, row % height, Math.floor(row / height)];
    encoder.copyBufferToTexture({ buffer, offset: offset + bytesPerRow * row }, { texture, origin }, [width, 1, 1]);
  }
}
