// glccl in the browser: labels connected components of images and volumes by WebGPU. docs/use/web.md describes it,
// glccl.d.ts has the types.
//
// planner.wasm checks what is asked and plans it, by the same C++ as the engine `compute`. programs.json has the
// shaders, translated from the same GLSL. This file keeps buffers and pipelines, and records passes.

import { Planner } from "./planner.js";
import { describeInputs, extentOf, inputsOf, textureOf } from "./source.js";
import { GpuLostError, Labels } from "./labels.js";

export { GpuLostError, Labels };

const U = globalThis.GPUBufferUsage, T = globalThis.GPUTextureUsage;
const COMPUTE = 4; // GPUShaderStage.COMPUTE
// Bindings of the programs (tools/web/wgsl.py): storage buffers from 0 to 7, of which 0 is one of three tables.
const UNIFORMS = 8, SOURCE = 9, LABELS = 10;
// In the planner's list of buffers, which has those of the bindings from 1 on.
const SCRATCH_TABLES = { areas: 7, mask: 8, none: 9 };
const UNIFORM_BYTES = 144, UNIFORM_STRIDE = 256;

const sharedBytes = 32768; // of a workgroup

/** The files beside this one, loaded once. */
let files;
const load = () => (files ??= Promise.all([
  Planner.load(),
  fetch(new URL("programs.json", import.meta.url)).then((answer) => answer.json()),
]));

async function openDevice() {
  if (!globalThis.navigator?.gpu) {
    throw new Error("this browser has no WebGPU, or the page is not served by https or from localhost: use a current " +
      "Chrome, Edge, Firefox or Safari");
  }
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) throw new Error("WebGPU found no GPU: enable hardware acceleration in the browser's settings");
  const limits = {};
  for (const name of ["maxStorageBufferBindingSize", "maxBufferSize", "maxTextureDimension2D", "maxTextureDimension3D"]) {
    limits[name] = adapter.limits[name];
  }
  limits.maxComputeWorkgroupStorageSize = Math.min(sharedBytes, adapter.limits.maxComputeWorkgroupStorageSize);
  const timed = adapter.features.has("timestamp-query");
  return adapter.requestDevice({ requiredLimits: limits, requiredFeatures: timed ? ["timestamp-query"] : [] });
}

export class Labeler {
  #planner; #programs; #labelings = new Map(); #pipelines = new Map(); #scratch = []; #uploads = {}; #lost = null;

  constructor(device, planner, programs) {
    this.device = device;
    this.#planner = planner;
    this.#programs = programs;
    device.lost.then(({ message }) => { this.#lost = message || "no reason was given"; });
  }

  static async create(device) {
    const [planner, programs] = await load();
    return new Labeler(device ?? await openDevice(), planner, programs);
  }

  async label(source, spec = {}, outputs = {}) {
    const labeling = await this.prepare(source, spec);
    const { device } = this;
    device.pushErrorScope("out-of-memory");
    device.pushErrorScope("validation");
    let labels, thrown;
    try {
      const encoder = device.createCommandEncoder();
      labels = labeling.record(encoder, source, outputs);
      device.queue.submit([encoder.finish()]);
    } catch (error) {
      thrown = error;
    }
    const scopes = [device.popErrorScope(), device.popErrorScope()];
    const [invalid, memory] = await Promise.all(scopes).catch((error) => { // the device is lost
      thrown = this.#lostError(error.message);
      return [];
    });
    if (!thrown && !memory && !invalid && !this.#lost) return labels;
    labels?.destroy();
    this.#throwIfLost();
    if (thrown) throw thrown;
    if (!memory) throw new Error(invalid.message);
    this.#free(); // what was allocated before memory ran out
    throw new Error(`the GPU has no memory to label ${extentOf(labeling.sizes)} elements: label a smaller image`);
  }

  async prepare(source, spec = {}) {
    this.#throwIfLost();
    const { limits } = this.device;
    const described = describeInputs(source);
    const plan = this.#planner.plan({
      ...spec, ...described,
      limits: {
        mostBytes: Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize),
        mostSide: described.sizes.depth > 1 ? limits.maxTextureDimension3D : limits.maxTextureDimension2D,
        mostShared: limits.maxComputeWorkgroupStorageSize,
      },
    });
    const key = plan.key.join();
    if (!this.#labelings.has(key)) {
      const made = this.#make(plan, described);
      this.#labelings.set(key, made);
      made.catch(() => this.#labelings.delete(key));
    }
    try {
      return await this.#labelings.get(key);
    } catch (error) {
      this.#throwIfLost();
      throw error;
    }
  }

  destroy() {
    this.#free();
    for (const labeling of this.#labelings.values()) labeling.then((made) => made.uniforms.destroy(), () => {});
    this.#labelings.clear();
  }

  /** Frees the memory that labelings share, which the next one allocates again. */
  #free() {
    for (const buffer of this.#scratch) buffer?.destroy();
    for (const { texture } of Object.values(this.#uploads)) texture.destroy();
    this.#scratch = [];
    this.#uploads = {};
  }

  #throwIfLost() {
    if (this.#lost) throw this.#lostError(this.#lost);
  }

  #lostError(reason) {
    return new GpuLostError(`the browser has lost the GPU (${reason.replace(/\.$/, "")}): create another Labeler`);
  }

  async #make(plan, described) {
    const { device } = this;
    const pipelines = await Promise.all(plan.passes.map((pass) => this.#pipeline(pass)));
    const passes = plan.passes.map((pass, i) => ({ ...pass, ...pipelines[i] }));
    const uniforms = device.createBuffer({ size: UNIFORM_STRIDE * passes.length, usage: U.UNIFORM | U.COPY_DST });
    const words = new Uint32Array(UNIFORM_STRIDE / 4 * passes.length);
    passes.forEach((pass, i) => {
      words.set(pass.uniforms, UNIFORM_STRIDE / 4 * i);
      words.set(pass.groups, UNIFORM_STRIDE / 4 * i + pass.uniforms.length);
    });
    device.queue.writeBuffer(uniforms, 0, words);
    return new Labeling(this, { ...described, ...plan, passes, uniforms }, {
      scratch: () => this.#buffers(plan.bufferBytes),
      upload: (encoder, name, source) => textureOf(device, encoder, source, (texture) => {
        this.#uploads[name]?.texture.destroy();
        this.#uploads[name] = texture;
      }, this.#uploads[name]),
    });
  }

  /** The pipeline of a pass and its bindings; a promise, kept by program and constants. */
  #pipeline({ program, constants }) {
    const numbers = this.#programs.programs[program];
    if (!numbers) throw new Error(`programs.json has no ${program}: it is not of this planner.wasm`);
    const code = numbers.map((number) => this.#programs.parts[number]).join("\n");
    const declared = [...code.matchAll(/@id\((\d+)\)/g)].map(([, number]) => [number, constants[number]]);
    const key = `${program} ${declared.join(" ")}`;
    if (!this.#pipelines.has(key)) {
      const compiled = this.#compile(program, code, Object.fromEntries(declared));
      this.#pipelines.set(key, compiled);
      compiled.catch(() => this.#pipelines.delete(key));
    }
    return this.#pipelines.get(key);
  }

  async #compile(name, code, constants) {
    const { device } = this;
    const entries = [...code.matchAll(/@binding\((\d+)\)@group\(0\)var(?:<([^>]*)>)? ?\w+:(\w+)(?:<(\w+))?/g)].map(
      ([, binding, space, type, element]) => ({
        binding: Number(binding), visibility: COMPUTE, ...resourceOf(space, type, element),
      }));
    const layout = device.createBindGroupLayout({ entries });
    const module = device.createShaderModule({ label: `glccl ${name}`, code });
    const { messages } = await module.getCompilationInfo();
    const error = messages.find((message) => message.type === "error");
    if (error) throw new Error(`${name}: ${error.message}: ${code.slice(error.offset - 60, error.offset + 60)}`);
    const pipeline = await device.createComputePipelineAsync({
      label: `glccl ${name}`,
      layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: { module, entryPoint: "main", constants },
    });
    return { pipeline, layout, bindings: entries.map((entry) => entry.binding) };
  }

  /**
   * Buffers of at least these bytes, and one in place of a table that a labeling lacks. All labelings share them: a
   * device runs one after the other. A program may name a buffer that a plan never touches: it has some bytes too.
   */
  #buffers(bytes) {
    [...bytes, 0].map((size) => Math.max(size, 256)).forEach((size, i) => {
      if (size <= (this.#scratch[i]?.size ?? 0)) return;
      this.#scratch[i]?.destroy();
      this.#scratch[i] = this.device.createBuffer({ label: `glccl ${i}`, size, usage: U.STORAGE });
    });
    return this.#scratch;
  }
}

function resourceOf(space, type, element) {
  if (space === "uniform") return { buffer: { type: "uniform" } };
  if (space) return { buffer: { type: space.endsWith("read") ? "read-only-storage" : "storage" } };
  const viewDimension = type.endsWith("3d") ? "3d" : "2d";
  if (type.startsWith("texture_storage")) {
    return { storageTexture: { access: "write-only", format: "r32uint", viewDimension } };
  }
  const sampleType = { u32: "uint", i32: "sint", f32: "unfilterable-float" }[element];
  return { texture: { sampleType, viewDimension } };
}

/** A labeling whose passes are planned and compiled, for inputs of one extent and of these formats. */
class Labeling {
  #labeler; #plan; #memory;

  constructor(labeler, plan, memory) {
    this.#labeler = labeler;
    this.#plan = plan;
    this.#memory = memory;
  }

  get uniforms() { return this.#plan.uniforms; }
  get sizes() { return this.#plan.sizes; }

  record(encoder, source, { labels, table, timestampWrites } = {}) {
    const plan = this.#plan, { device } = this.#labeler;
    const { width, height, depth } = plan.sizes;
    const prepared = { ...plan.sizes, ...plan.formats }, described = describeInputs(source);
    for (const [name, found] of Object.entries({ ...described.sizes, ...described.formats })) {
      if (found !== prepared[name]) {
        throw new RangeError(`the source's ${name} is ${found}, and ${prepared[name]} was prepared: prepare again`);
      }
    }
    const dimension = depth > 1 ? "3d" : "2d";
    const result = labels ?? device.createTexture({
      label: "glccl labels", size: [width, height, depth], dimension, format: "r32uint",
      usage: T.STORAGE_BINDING | T.TEXTURE_BINDING | T.COPY_SRC,
    });
    const rows = plan.tableBytes === 0 ? null : table ?? device.createBuffer({
      label: "glccl table", size: plan.tableBytes, usage: U.STORAGE | U.COPY_SRC | U.COPY_DST,
    });
    const scratch = this.#memory.scratch();
    const views = { labels: result.createView({ dimension }) };
    for (const [name, input] of Object.entries(inputsOf(source))) {
      if (input) views[name] = this.#memory.upload(encoder, name, input);
    }
    const resources = (pass, i) => (binding) => {
      if (binding === UNIFORMS) return { buffer: plan.uniforms, offset: UNIFORM_STRIDE * i, size: UNIFORM_BYTES };
      if (binding === SOURCE) return views[pass.source];
      if (binding === LABELS) return views.labels;
      if (binding === 0 && pass.table === "components") return { buffer: rows ?? scratch[SCRATCH_TABLES.none] };
      if (binding === 0) return { buffer: scratch[SCRATCH_TABLES[pass.table]] };
      return { buffer: scratch[binding - 1] };
    };
    const commands = encoder.beginComputePass({ label: "glccl", timestampWrites });
    plan.passes.forEach((pass, i) => {
      const resource = resources(pass, i);
      commands.setPipeline(pass.pipeline);
      commands.setBindGroup(0, device.createBindGroup({
        layout: pass.layout,
        entries: pass.bindings.map((binding) => ({ binding, resource: resource(binding) })),
      }));
      commands.dispatchWorkgroups(...pass.groups);
    });
    commands.end();
    return new Labels(device, result, rows, plan.sizes);
  }
}
