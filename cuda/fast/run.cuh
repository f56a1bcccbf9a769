// The launches of cuda-fast for tiles of one shape: fast.cu says what they are for.
#pragma once

#include <algorithm>
#include <type_traits>

#include "cuda/fast/begin_rows.cuh"
#include "cuda/fast/filter/begin_areas.cuh"
#include "cuda/fast/filter/fill_holes.cuh"
#include "cuda/fast/filter/filter.cuh"
#include "cuda/fast/filter/measure_areas.cuh"
#include "cuda/fast/filter/sum_nodes.cuh"
#include "cuda/fast/label_at_once.cuh"
#include "cuda/fast/label_tiles.cuh"
#include "cuda/fast/merge_tiles.cuh"
#include "cuda/fast/seams/unite_seams.cuh"
#include "cuda/fast/settle_nodes.cuh"
#include "cuda/fast/submission.cuh"
#include "cuda/fast/write_labels.cuh"
#include "cuda/runtime/launch.cuh"

namespace glccl::cuda {

/// Whether numbers of 32 bits count the tiles of one image of the job, or of its volume.
template <class Shape>
Result<void> check_tiles(const Job& job) {
  static_assert(most_tiles<Shape> * Shape::tile_rows < std::int64_t{1} << 31, "rows have numbers of 31 bits");
  static_assert(Shape::is_plane || most_tiles<Shape> * Shape::tile_words < std::int64_t{1} << 32,
                "words have numbers of 32 bits; an image has fewer pixels");
  const std::int64_t tiles = tiles_of<Shape>(job.extent).count.elements();
  if (tiles <= most_tiles<Shape>) return {};
  return Error{ErrorCode::too_large, std::string("the ") + (job.extent.is_volume() ? "volume" : "image") + " is " +
                                         to_string(job.extent) + ", " + std::to_string(tiles) + " tiles of " +
                                         to_string(Extent{Shape::columns, Shape::tile_y, Shape::tile_z}) +
                                         ": cuda-fast labels up to " + std::to_string(most_tiles<Shape>) +
                                         " of them, label it in parts"};
}

/// Unites nodes across the borders of tiles, and across the seams of periodic axes.
template <class Shape>
Result<void> merge(const FastSubmission<Shape>& run) {
  constexpr Overlap overlap = Overlap::with_previous;
  const Tiles& tiles = run.tiles;
  const Borders borders = borders_of(tiles);
  const std::int64_t jobs = merge_jobs<Shape>(tiles, borders);
  if (tiles.periodic == 0) {
    if (jobs == 0) return {};
    const dim3 grid(blocks_for(jobs, merge_threads), merge_parts<Shape>, run.images);
    auto* kernel = merge_tiles<Shape, false>;
    if constexpr (!Shape::is_plane) kernel = tiles.large ? merge_tiles<Shape, true> : kernel;
    return launch("merge_tiles", run.job, overlap, grid, merge_threads, kernel, tiles, borders);
  }
  const std::int64_t seam = largest_seam(run.job.extent, tiles.periodic);
  const dim3 grid(blocks_for(std::max(jobs, seam), merge_threads), merge_parts<Shape> + AXIS_COUNT, run.images);
  auto* kernel = merge_tiles_and_seams<Shape, false>;
  if constexpr (!Shape::is_plane) kernel = tiles.large ? merge_tiles_and_seams<Shape, true> : kernel;
  return launch("merge_tiles_and_seams", run.job, overlap, grid, merge_threads, kernel, tiles, borders, run.batch);
}

/// Drops what the filter does not keep.
template <class Shape>
Result<void> filter(const FastSubmission<Shape>& run) {
  constexpr Overlap overlap = Overlap::with_previous;
  const Result<void> begun = launch("begin_areas", run.job, overlap, run.grid(), node_threads, begin_areas<Shape>,
                                    run.tiles, run.ranks, run.areas);
  if (!begun) return begun;
  const Result<void> measured = launch("measure_areas", run.job, overlap, run.grid(), tile_threads,
                                       measure_areas<Shape>, run.tiles, run.ranks, run.areas);
  if (!measured) return measured;
  const Result<void> dropped = drop_and_rank(run.job, run.ranks, run.areas, run.images);
  run.ranks.filtered = true;
  return dropped;
}

/// Hangs nodes below their roots, and marks the roots; with areas of nodes those that the filter keeps.
template <class Shape>
Result<void> settle(const FastSubmission<Shape>& run) {
  const auto& [job, batch, first, images, tiles, ranks, areas] = run;
  constexpr Overlap overlap = Overlap::with_previous;
  if constexpr (measures_tiles<Shape>) {
    if (areas.of_nodes != nullptr) {
      ranks.filtered = true;
      const Result<void> summed =
          launch("sum_nodes", job, overlap, run.grid(), node_threads, sum_nodes<Shape>, tiles, areas);
      if (!summed || job.writes_words) return summed;
      return launch("mark_kept_roots", job, overlap, run.grid(), node_threads, mark_kept_roots<Shape>, tiles, ranks,
                    areas);
    }
  }
  return launch("settle_nodes", job, overlap, run.grid(), node_threads, settle_nodes<Shape>, tiles, ranks);
}

/// Begins the rows that several tiles may add to.
template <class Shape>
Result<void> begin_tables(const FastSubmission<Shape>& run) {
  if (!run.has_tables()) return {};
  return launch("begin_rows", run.job, Overlap::with_previous, run.grid(), node_threads, begin_rows<Shape>, run.batch,
                run.tiles, run.ranks, run.areas);
}

/// From nodes to ranks, and with tables to the rows that several tiles may add to.
template <class Shape>
Result<void> number(const FastSubmission<Shape>& run) {
  const auto& [job, batch, first, images, tiles, ranks, areas] = run;
  if (const Result<void> settled = settle<Shape>(run); !settled) return settled;
  if (const Result<void> ranked = rank_roots(job, ranks, images); !ranked) return ranked;
  if (areas.values != nullptr) {
    if (const Result<void> filtered = filter<Shape>(run); !filtered) return filtered;
  }
  return begin_tables<Shape>(run);
}

/// Calls visit(output), an std::integral_constant, for what the kernels write.
template <class Shape, class Visit>
Result<void> with_output(const FastSubmission<Shape>& run, const Visit& visit) {
  if (run.ranks.root_bits == nullptr) return visit(std::integral_constant<Output, Output::roots>());
  if (!run.has_tables()) return visit(std::integral_constant<Output, Output::numbers>());
  return visit(std::integral_constant<Output, Output::table>());
}

template <class Shape>
Result<void> write(const FastSubmission<Shape>& run) {
  return with_output(run, [&](auto output) {
    return launch("write_labels", run.job, Overlap::with_previous, run.grid(), tile_threads,
                  write_labels<Shape, output.value>, run.batch, run.tiles, run.ranks);
  });
}

/// JobPhase::finish of a job whose labels are numbers.
template <class Shape>
Result<void> finish(const FastSubmission<Shape>& run) {
  if (const Result<void> begun = begin_tables<Shape>(run); !begun) return begun;
  const auto write_final = [&](auto kernel) {
    return launch("write_final_labels", run.job, Overlap::with_previous, run.grid(), tile_threads, kernel, run.batch,
                  run.tiles, run.ranks, run.job.numbers);
  };
  return run.has_tables() ? write_final(write_final_labels<Shape, Output::table>)
                          : write_final(write_final_labels<Shape, Output::numbers>);
}

/// The labels of JobPhase::solve.
template <class Shape>
Result<void> write_borders(const FastSubmission<Shape>& run) {
  const unsigned tiles = std::min(run.grid().x, 2 * tiles_of_layer<Shape>(run.tiles.count));
  return launch("write_border_labels", run.job, Overlap::with_previous, dim3(tiles, run.images), tile_threads,
                write_border_labels<Shape>, run.batch, run.tiles, run.ranks);
}

/// All in one launch.
template <class Shape>
Result<void> run_at_once(const FastSubmission<Shape>& run) {
  const JobImage& image = run.batch.images[0];
  return with_output(run, [&](auto output) {
    return launch_together("label_at_once", run.job, Overlap::none, run.grid(), tile_threads,
                           label_at_once<Shape, output.value>, run.job.source, image.target, image.table, run.tiles,
                           run.ranks);
  });
}

/// The masks of the images that are labeled together, or that of the volume.
template <class Shape>
Masks<Shape> masks_of(const FastSubmission<Shape>& run) {
  if constexpr (Shape::is_plane) {
    ByteMasks masks = {};
    for (std::size_t i = 0; i < run.images; ++i) masks.images[i] = run.job.second_images[run.first + i].mask;
    return masks;
  } else {
    return run.job.second_images.front().mask;
  }
}

/// The images that are labeled together, or the volume.
template <class Shape>
Sources<Shape> sources_of(const FastSubmission<Shape>& run) {
  if constexpr (Shape::is_plane) {
    return run.batch;
  } else {
    return source_of(run.job);
  }
}

/// Packs and solves the tiles. `by_measure`: the criterion is Difference by another measure than the sum.
template <class Shape, bool by_measure>
Result<void> label_by(const FastSubmission<Shape>& run) {
  const Sources<Shape> sources = sources_of(run);
  if (!run.job.masked) {
    return launch("label_tiles", run.job, run.grid(), run.threads_of_tile(), label_tiles<Shape, by_measure>, sources,
                  run.tiles, run.ranks);
  }
  return launch("label_tiles", run.job, run.grid(), run.threads_of_tile(), label_masked_tiles<Shape, by_measure>,
                sources, masks_of(run), run.tiles, run.ranks);
}

template <class Shape>
Result<void> label(const FastSubmission<Shape>& run) {
  if constexpr (measures_tiles<Shape>) {
    if (run.areas.of_nodes != nullptr) {
      return launch("label_tiles", run.job, run.grid(), run.threads_of_tile(), label_measured_tiles<Shape>, run.batch,
                    run.tiles, run.ranks, run.areas);
    }
  }
  if constexpr (Shape::values) {
    if (run.job.source.measure != Measure::sum) return label_by<Shape, true>(run);
  }
  return label_by<Shape, false>(run);
}

/// Writes words instead of labels.
template <class Shape>
Result<void> fill(const FastSubmission<Shape>& run) {
  if (const Result<void> settled = settle<Shape>(run); !settled) return settled;
  return launch("fill_holes", run.job, Overlap::with_previous, run.grid(), tile_threads, fill_holes<Shape>, run.batch,
                run.tiles, run.ranks, run.areas);
}

template <class Shape>
Result<void> submit(const FastSubmission<Shape>& run) {
  if constexpr (is_small<Shape>) {
    return run_at_once(run);
  } else {
    if (run.job.phase == JobPhase::finish) return finish<Shape>(run);
    if (const Result<void> labeled = label<Shape>(run); !labeled) return labeled;
    if (const Result<void> merged = merge<Shape>(run); !merged) return merged;
    if constexpr (measures_tiles<Shape>) {
      if (run.job.writes_words) return fill<Shape>(run);
    }
    if (run.ranks.root_bits != nullptr) {
      if (const Result<void> numbered = number<Shape>(run); !numbered) return numbered;
    }
    return run.job.phase == JobPhase::solve ? write_borders<Shape>(run) : write<Shape>(run);
  }
}

/// Labels the job: its images in submissions, or its volume.
template <class Shape>
Result<void> run(const Job& job) {
  const auto at_once = static_cast<std::size_t>(images_of<Shape>(job));
  Workspace space = divide<Shape>(job);
  for (std::size_t first = 0; first < job.batch.size(); first += at_once) {
    const std::size_t images = std::min(job.batch.size() - first, at_once);
    space.ranks.count = job.counts + first;
    space.ranks.filtered = false;
    const Batch batch = batch_of(job, first, images);
    const Result<void> done = submit<Shape>(
        FastSubmission<Shape>{job, batch, first, static_cast<unsigned>(images), space.tiles, space.ranks, space.areas});
    if (!done) return done;
  }
  return {};
}

}  // namespace glccl::cuda
