// K. A. Hawick, A. Leist and D. P. Playne, Parallel graph component labelling with GPUs and CUDA, Parallel Computing 36
// (2010) 655-678, kernel D: label equivalence. Stava and Benes measure their method against it.
//
//   init_labels       once   each pixel is its own label and its own reference
//   scan_labels       round  a pixel with a linked neighbour of a smaller label lowers the reference of its own label
//   analyze_labels    round  the labels in use follow the chain of references to its end
//   relabel_pixels    round  every pixel takes the reference of its label
//
// Labels are the job's forest, references its work memory. The entries of both are those that job.hpp defines for the
// forest. The method has every criterion that comes down to segments (criterion.cuh) and both connectivities.
//
// Why it ends, and why the result is right. A label is in use if a pixel has it. Before each round, the pixel that a
// label in use names has this label itself, and the label refers to itself.
// - Scanning lowers references of labels in use, to other labels in use. References only lead to smaller labels, so
//   there are no cycles.
// - Analysis replaces the reference of each label in use by the end of its chain, a label that refers to itself.
// - Relabeling gives every pixel the end that its label refers to. Only ends are in use then, and the pixel that an end
//   names still has it. So the condition holds again.
// A lowered reference takes its label out of use, so only finitely many rounds lower one. A round that lowers none has
// found the same label at any two linked pixels, so each component has one label. This is the label of its first pixel:
// no label in the component is smaller, so this one never goes out of use. No label changes while labels are scanned,
// and atomicMin keeps the smallest in any order, so all runs have the same rounds.
#include "cuda/methods/common/forest.cuh"
#include "cuda/methods/common/pixels.cuh"
#include "cuda/methods/common/rounds.hpp"
#include "lab/cuda/run.hpp"

namespace glccl::cuda {
namespace {

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;

__global__ void init_labels(PixelSource source, Extent extent, std::uint32_t* labels, std::uint32_t* references) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t index = index_of(extent, p);
  const std::uint32_t label = is_foreground(source, segment_at(source, p.x, p.y)) ? index + 1 : 0;
  store_entry(labels, index, label);
  store_entry(references, index, label);
}

/// Scanning. Sets *changed if a pixel found a smaller label.
template <int connectivity>
__global__ void scan_labels(PixelSource source, Extent extent, const std::uint32_t* labels, std::uint32_t* references,
                            std::uint32_t* changed) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t label = load_entry(labels, index_of(extent, p));
  if (label == 0) return;
  std::uint32_t smallest = label;
  visit_neighbors<connectivity>(extent, p, [&](Pixel q) {
    const std::uint32_t other = load_entry(labels, index_of(extent, q));
    if (other != 0 && other < smallest && share_segment(source, p, q)) smallest = other;
  });
  if (smallest == label) return;
  atomicMin(references + (label - 1), smallest);
  *changed = 1;
}

/// Analysis. Another thread may replace a reference by the end of its chain at the same time. Both lead to the same
/// end.
__global__ void analyze_labels(Extent extent, const std::uint32_t* labels, std::uint32_t* references) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t index = index_of(extent, p);
  if (load_entry(labels, index) != index + 1) return;
  const std::uint32_t reference = load_entry(references, index);
  const std::uint32_t end = find_root(references, reference);
  if (end != reference) store_entry(references, index, end);
}

/// Labeling.
__global__ void relabel_pixels(Extent extent, std::uint32_t* labels, const std::uint32_t* references) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t index = index_of(extent, p);
  const std::uint32_t label = load_entry(labels, index);
  if (label == 0) return;
  const std::uint32_t reference = load_entry(references, label - 1);
  if (reference != label) store_entry(labels, index, reference);
}

template <int connectivity>
Result<void> run(const Job& job) {
  const Extent extent = job.extent;
  const dim3 block(block_width, block_height);
  const dim3 grid = grid_over(extent, block);
  auto* references = static_cast<std::uint32_t*>(job.work);
  const Result<void> begun =
      launch("init_labels", job, grid, block, init_labels, job.source, extent, job.forest, references);
  if (!begun) return begun;
  return repeat_until_stable(job, [&]() -> Result<void> {
    const Result<void> scanned = launch("scan_labels", job, grid, block, scan_labels<connectivity>, job.source, extent,
                                        job.forest, references, job.changed.on_device);
    if (!scanned) return scanned;
    const Result<void> analyzed =
        launch("analyze_labels", job, grid, block, analyze_labels, extent, job.forest, references);
    if (!analyzed) return analyzed;
    return launch("relabel_pixels", job, grid, block, relabel_pixels, extent, job.forest, references);
  });
}

}  // namespace

Result<void> run_hawick(const Job& job) { return job.connectivity == Connectivity::four ? run<4>(job) : run<8>(job); }

std::size_t hawick_work_bytes(const Job& job) {
  return sizeof(std::uint32_t) * static_cast<std::size_t>(job.extent.elements());
}

}  // namespace glccl::cuda
