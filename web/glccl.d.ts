// Types of glccl.js. docs/use/web.md describes what they mean.

/** How a pixel is stored. */
export type Format = "u8" | "u16" | "u32" | "i8" | "i16" | "i32" | "f16" | "f32" | "unorm8" | "rgba8";

/** Elements that follow one another in raster order, x fastest. */
export interface ArraySource {
  data: ArrayBufferView;
  /** [width], [height, width] or [depth, height, width]. */
  shape: number[];
  /** Default: that of the array's elements. "rgba8" and "unorm8" are bytes. */
  format?: Format;
}

/** The same in a buffer of the GPU with GPUBufferUsage.COPY_SRC. */
export interface BufferSource {
  buffer: GPUBuffer;
  /** Bytes before the first element, a multiple of those of an element. Default: 0. */
  offset?: number;
  shape: number[];
  format: Format;
}

/** An extent and a format, for Labeler.prepare(). */
export interface Description {
  width: number;
  height: number;
  depth?: number;
  format: Format;
}

/** Descriptions of inputs. */
export interface InputsDescription {
  image: Description;
  mask?: Description | null;
  intensity?: Description | null;
}

/** An image or a volume. What a browser decodes has the format "rgba8". */
export type Source = GPUTexture | ImageData | GPUCopyExternalImageSource | ArraySource | BufferSource;

/** An image with a mask, or with the image that the column "intensity" measures. */
export interface Inputs {
  image: Source;
  /** "u8" or "unorm8", of the image's extent: only where it is not 0 is anything labeled. */
  mask?: Source | null;
  /** Of one channel and of the image's extent. */
  intensity?: Source | null;
}

/** What is asked. The defaults label every element above 0, with full connectivity, and keep every component. */
export interface Spec {
  /** Which elements are neighbours: 4 or 8 in images, 6, 18 or 26 in volumes. 0, the default: all around. */
  connectivity?: 0 | 4 | 8 | 6 | 18 | 26;
  /** Which neighbours are connected: both in a range, of equal value, or of similar value. Default: "foreground". */
  criterion?: "foreground" | "equal" | "difference";
  /** "foreground": what is strictly above it. Of "unorm8" and "rgba8" in 0..1. Default: 0. */
  low?: number;
  /** "foreground": and not above it. Default: Infinity. */
  high?: number;
  /** "foreground": what is outside the range. Default: false. */
  inverted?: boolean;
  /** "foreground": the channel that is compared. Default: "red". */
  channel?: "red" | "green" | "blue" | "alpha" | "any";
  /** "difference": the largest difference that connects, in stored values. Default: 0. */
  largestDifference?: number;
  /** "difference": of the channels of colours. Default: "sum". */
  measure?: "sum" | "luminance" | "largest";
  /** The value that gets label 0; null: none. Default: 0 with "equal", null with "difference". */
  background?: number | number[] | null;
  /** Components of fewer elements are dropped. Default: 0. */
  minArea?: number;
  /** Components of more elements are dropped. Default: Infinity. */
  maxArea?: number;
  /** So many of the largest components are kept. Default: Infinity. */
  largest?: number;
  /** Components at the border are dropped. Default: false. */
  clearBorder?: boolean;
  /** With clearBorder: elements so far from the border count as at it. Default: 0. */
  borderWidth?: number;
  /** "foreground": holes of up to so many elements are filled first; Infinity: all. Default: 0. */
  fillHoles?: number;
  /** "root": any value that is the component's own, which takes fewer passes and has no table. Default: "raster". */
  numbering?: "raster" | "root";
  /** Axes whose ends are neighbours. Default: none. */
  periodic?: ("x" | "y" | "z")[];
  /** What is measured besides. "quads" of images, "cubes" of volumes, "intensity" of Inputs. Default: nothing. */
  columns?: ("moments" | "quads" | "intensity" | "cubes" | "seams")[];
  /** "intensity" of floats: bits behind the binary point, -64 to 64; null: as many as each component's values leave. */
  fractionBits?: number | null;
  /** Capacity of the component table in rows; 0: no table. Default: 16384, with "root" 0. */
  tableRows?: number;
}

/** The caller's memory for results, and timestamps of the pass. */
export interface Outputs {
  /** A texture "r32uint" of the source's extent with GPUTextureUsage.STORAGE_BINDING and TEXTURE_BINDING. */
  labels?: GPUTexture;
  /** A buffer with GPUBufferUsage.STORAGE, large enough for the table. */
  table?: GPUBuffer;
  timestampWrites?: GPUComputePassTimestampWrites;
}

/** A row of the component table. */
export interface Component {
  /** From 1 on. */
  label: number;
  /** With "equal" the value of its elements, colours as red | green << 8 | blue << 16 | alpha << 24; else 0. */
  value: number;
  /** Number of elements. */
  area: number;
  /** First and last columns, rows and, of volumes, slices. */
  box: { x0: number; y0: number; x1: number; y1: number; z0?: number; z1?: number };
  /** The mean of the coordinates of its elements: [x, y] or [x, y, z]. */
  centroid: number[];
  /** The place of its first element in raster order. */
  first: number;
  /** Sums of products of coordinates; those of z in volumes. Numbers beyond 2^53 are rounded. */
  moments?: { xx: number; xy: number; yy: number; xz?: number; yz?: number; zz?: number };
  /** Numbers of windows of 2x2 pixels that have one, two, three or two diagonal ones of its pixels. */
  quads?: { one: number; two: number; three: number; diagonal: number };
  /** Sums of values, of their squares, and of values times coordinates. */
  intensity?: {
    sum: number; squares: number; sumX: number; sumY: number; sumZ?: number; minimum: number; maximum: number;
  };
  /** Exposed faces across each axis, and Euler numbers for 6, 18 and 26 neighbours. */
  cubes?: { facesX: number; facesY: number; facesZ: number; euler6: number; euler18: number; euler26: number };
  /** Of each seam that it crosses: how far it reaches from both ends, and its elements in the lower half. */
  seams?: Partial<Record<"x" | "y" | "z", { lower: number; upper: number; lowerArea: number }>>;
}

/** Results in memory of the GPU. Whoever asked for them destroys them. */
export class Labels {
  /** "r32uint": 0 is background, components are 1, 2, ... in raster order. */
  readonly texture: GPUTexture;
  /** The component table, as engine/include/glccl/table.hpp describes it; null: none was asked for. */
  readonly table: GPUBuffer | null;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Labels in raster order. */
  read(): Promise<Uint32Array>;
  /** Components in the labels, components before the filter, rows of the table. */
  readCounts(): Promise<{ count: number; found: number; rows: number }>;
  readComponents(): Promise<Component[]>;
  /** The words of the table. */
  readTable(): Promise<Uint32Array>;
  destroy(): void;
}

/** A labeling that is planned and compiled. */
export interface Labeling {
  /** Records it. Until the commands are submitted, nothing else may be labeled. Throws a RangeError or TypeError. */
  record(encoder: GPUCommandEncoder, source: Source | Inputs, outputs?: Outputs): Labels;
}

/** The device is lost, and all that was made by it: another Labeler has to be created. */
export class GpuLostError extends Error {}

/** Labels images and volumes on one device. Keeps pipelines and memory between calls. */
export class Labeler {
  readonly device: GPUDevice;
  /** Without a device, one of the browser's first adapter. Rejects where there is no WebGPU. */
  static create(device?: GPUDevice): Promise<Labeler>;
  /** Rejects with one sentence: a RangeError or TypeError, a GpuLostError, or an Error where memory is short. */
  label(source: Source | Inputs, spec?: Spec, outputs?: Outputs): Promise<Labels>;
  /** Plans and compiles. The same labeling is made once. */
  prepare(source: Source | Inputs | Description | InputsDescription, spec?: Spec): Promise<Labeling>;
  destroy(): void;
}
