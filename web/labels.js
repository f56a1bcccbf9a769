// What a labeling gives: labels and the component table in memory of the GPU, read on request.

import { addColumns, integer } from "./columns.js";

const U = globalThis.GPUBufferUsage;
const HEADER_WORDS = 16, ROWS_AT = 1, ROW_BYTES_AT = 7, COUNT_AT = 8, COLUMNS_AT = 10, FOUND_AT = 14;
const MAP_READ = 1; // GPUMapMode.READ

/** The device is lost: nothing that was made by it is of use. */
export class GpuLostError extends Error {
  name = "GpuLostError";
}

export class Labels {
  #device;

  constructor(device, texture, table, { width, height, depth }) {
    this.#device = device;
    Object.assign(this, { texture, table, width, height, depth });
  }

  /** The labels in raster order. */
  async read() {
    const { width, height, depth } = this;
    const bytesPerRow = Math.ceil(width / 64) * 256;
    const padded = await this.#copy(bytesPerRow * height * depth, (encoder, buffer) => encoder.copyTextureToBuffer(
      { texture: this.texture }, { buffer, bytesPerRow, rowsPerImage: height }, [width, height, depth]));
    const labels = new Uint32Array(width * height * depth);
    for (let row = 0; row < height * depth; ++row) {
      labels.set(padded.subarray(bytesPerRow / 4 * row, bytesPerRow / 4 * row + width), width * row);
    }
    return labels;
  }

  /** The number of components in the labels, and of those before the filter. */
  async readCounts() {
    const header = await this.#readTable(4 * HEADER_WORDS);
    return { count: header[COUNT_AT], found: header[FOUND_AT], rows: header[ROWS_AT] };
  }

  /** The table as it lies in memory, which engine/include/glccl/table.hpp describes. */
  readTable() {
    return this.#readTable(this.table?.size);
  }

  /** The rows of the table. */
  async readComponents() {
    const words = await this.readTable();
    const stride = words[ROW_BYTES_AT] / 4;
    const rowAt = (i) => words.subarray(HEADER_WORDS + stride * i, HEADER_WORDS + stride * (i + 1));
    return Array.from({ length: words[ROWS_AT] }, (_, i) => this.#row(rowAt(i), words[COLUMNS_AT]));
  }

  destroy() {
    this.texture.destroy();
    this.table?.destroy();
  }

  #row(row, columns) {
    const area = integer(row, 2, 2);
    const [x0, y0, x1, y1] = row.subarray(4, 8);
    const component = {
      label: row[0], value: row[1], area, box: { x0, y0, x1, y1 }, first: integer(row, 12, 2),
      centroid: [integer(row, 8, 2) / area, integer(row, 10, 2) / area],
    };
    if (this.depth > 1) Object.assign(component.box, { z0: row[14], z1: row[15] });
    addColumns(component, row, columns);
    return component;
  }

  #readTable(bytes) {
    if (!this.table) throw new RangeError("there is no component table: label with tableRows of 1 or more");
    return this.#copy(bytes, (encoder, buffer) => encoder.copyBufferToBuffer(this.table, 0, buffer, 0, bytes));
  }

  async #copy(size, record) {
    this.#device.pushErrorScope("out-of-memory");
    const buffer = this.#device.createBuffer({ label: "glccl read", size, usage: U.MAP_READ | U.COPY_DST });
    const memory = this.#device.popErrorScope();
    const encoder = this.#device.createCommandEncoder();
    record(encoder, buffer);
    this.#device.queue.submit([encoder.finish()]);
    try {
      await buffer.mapAsync(MAP_READ);
    } catch (error) {
      if (await memory.catch(() => null)) {
        throw new Error(`there is no memory to read ${size} bytes: free some, or stay on the GPU`);
      }
      throw new GpuLostError(`the results cannot be read, because the GPU was lost: ${error.message}`);
    }
    const words = new Uint32Array(buffer.getMappedRange().slice(0));
    buffer.destroy();
    return words;
  }
}
