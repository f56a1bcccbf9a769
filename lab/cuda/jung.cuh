// The steps of Bester and Pulles, section 3.3, after Jung and Jeong, for labels in global memory (jung.cu) and on a
// surface (jung_surface.cu). A label is 1 + the index of a pixel of the same component, and so a pointer into the array
// of labels. A pixel that has its own label is a root.
//
//   init_labels    step 2  once   a label for each pixel, 0 for background
//   scan_forward   step 3  once   every pixel takes the smallest label of itself and its forward neighbours
//   find_roots     step 4  round  every pixel takes the label of the root above it
//   update_roots   step 5  round  if forward neighbours have different labels, the root of the larger label takes the
//                                 smaller label
//   update_labels  step 6  round  every pixel takes the label that its root has now
//
// Published for binary images, 8-connected. Where we differ from the text:
// - In step 5 of the text each thread updates its own root. A pixel whose forward neighbour has the larger label would
//   never pass its own label on. Here the root of the larger label changes, whichever pixel it belongs to.
// - Step 6 of the text says "as in step 3" and means step 4. Here a pixel takes one hop in step 6, and step 4, which
//   comes next, follows the chain.
//
// Why it ends, and why the result is right. Steps 3, 4 and 6 replace a pixel's label by the label of a pixel further up
// in its component, whatever other threads store there at the same time. After step 4 all labels are labels of roots.
// Step 5 then changes the labels of these roots alone, and only to labels of roots that come before them. Parents stay
// before children, so there are no cycles, and no pixel leaves its tree. A pair with different labels makes the larger
// root a child, whichever of several writers wins, so every round that finds such a pair ends with fewer roots. A round
// that finds no pair ends the labeling: linked pixels then have one label, that of their component's first pixel, which
// has no pixel before it to point to.
//
// A class `Labels` keeps the labels. at(p) and set(p, label) access the label of a pixel; at_root(label) and
// lower_root(label, smaller) access the label of the pixel that `label` points to.
#pragma once

#include <cstdint>

#include "cuda/methods/common/pixels.cuh"
#include "cuda/methods/common/rounds.hpp"
#include "lab/cuda/run.hpp"

namespace glccl::cuda {

/// Threads of the largest block that Options::tuning asks for.
constexpr int most_jung_threads = 32 * 32;

template <class Labels>
__global__ void __launch_bounds__(most_jung_threads) init_labels(PixelSource source, Extent extent, Labels labels) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  labels.set(p, is_foreground(source, segment_at(source, p.x, p.y)) ? index_of(extent, p) + 1 : 0);
}

template <int connectivity, class Labels>
__global__ void __launch_bounds__(most_jung_threads) scan_forward(PixelSource source, Extent extent, Labels labels) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t label = labels.at(p);
  if (label == 0) return;
  std::uint32_t smallest = label;
  visit_forward_neighbors<connectivity>(extent, p, [&](Pixel q) {
    const std::uint32_t other = labels.at(q);
    if (other != 0 && other < smallest && share_segment(source, p, q)) smallest = other;
  });
  if (smallest < label) labels.set(p, smallest);
}

template <class Labels>
__global__ void __launch_bounds__(most_jung_threads) find_roots(Extent extent, Labels labels) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t label = labels.at(p);
  if (label == 0) return;
  std::uint32_t root = label;
  for (std::uint32_t parent = labels.at_root(root); parent != root; parent = labels.at_root(root)) root = parent;
  // Storing it at once shortens the paths of threads that come later.
  if (root != label) labels.set(p, root);
}

/// Sets *changed if two labels met.
template <int connectivity, class Labels>
__global__ void __launch_bounds__(most_jung_threads)
    update_roots(PixelSource source, Extent extent, Labels labels, std::uint32_t* changed) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t label = labels.at(p);
  if (label == 0) return;
  visit_forward_neighbors<connectivity>(extent, p, [&](Pixel q) {
    const std::uint32_t other = labels.at(q);
    if (other == 0 || other == label || !share_segment(source, p, q)) return;
    labels.lower_root(max(label, other), min(label, other));
    *changed = 1;
  });
}

template <class Labels>
__global__ void __launch_bounds__(most_jung_threads) update_labels(Extent extent, Labels labels) {
  const Pixel p = pixel_of_thread();
  if (!has(extent, p)) return;
  const std::uint32_t label = labels.at(p);
  if (label == 0) return;
  const std::uint32_t now = labels.at_root(label);
  if (now != label) labels.set(p, now);
}

/// Steps 2 to 7. Blocks are jung_block_side() squared, as in Bester and Pulles' figure 7.
template <int connectivity, class Labels>
Result<void> run_steps(const Job& job, Labels labels) {
  const Extent extent = job.extent;
  const dim3 block(jung_block_side(job), jung_block_side(job));
  const dim3 grid = grid_over(extent, block);
  const Result<void> begun = launch("init_labels", job, grid, block, init_labels<Labels>, job.source, extent, labels);
  if (!begun) return begun;
  const Result<void> scanned =
      launch("scan_forward", job, grid, block, scan_forward<connectivity, Labels>, job.source, extent, labels);
  if (!scanned) return scanned;
  return repeat_until_stable(job, [&]() -> Result<void> {
    const Result<void> found = launch("find_roots", job, grid, block, find_roots<Labels>, extent, labels);
    if (!found) return found;
    const Result<void> updated = launch("update_roots", job, grid, block, update_roots<connectivity, Labels>,
                                        job.source, extent, labels, job.changed.on_device);
    if (!updated) return updated;
    return launch("update_labels", job, grid, block, update_labels<Labels>, extent, labels);
  });
}

template <class Labels>
Result<void> run_steps_of(const Job& job, Labels labels) {
  return job.connectivity == Connectivity::four ? run_steps<4>(job, labels) : run_steps<8>(job, labels);
}

}  // namespace glccl::cuda
