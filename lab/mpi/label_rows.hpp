// The engine `mpi-rows`.
#pragma once

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"

namespace glccl::host {

namespace mpi {
struct JobTask;

/// What MpiSession::serve() calls for tasks of label_rows(): receives the block, labels it and returns the labels.
/// Throws std::bad_alloc before it takes part in the task.
void serve_rows(const JobTask& task);
}  // namespace mpi

/// Where the time of one labeling went, in milliseconds from the moment at which all ranks were ready. The sum is the
/// time that rank 0 took.
struct RowsTimes {
  double scatter = 0.0;  ///< Sending the blocks, on rank 0.
  double label = 0.0;    ///< Labeling the block that took longest.
  double gather = 0.0;   ///< From then until the labels of all blocks are back on rank 0.
  double merge = 0.0;    ///< Merging the borders of blocks and numbering the labels, on rank 0.
};

/// A result of label_rows().
struct RowsLabels {
  LabelImage labels;  ///< Numbering::raster.
  int ranks = 1;      ///< Ranks that were given a block. Some blocks may be empty.
  RowsTimes times;    ///< Where the time went.
};

/// Capabilities of the engine `mpi-rows`: all criteria on images of the formats u8, u16, u32, unorm8, f32 and rgba8.
Capabilities rows_capabilities();

/// The engine `mpi-rows`: rank 0 calls it, and the first `ranks` ranks of the job take part, 0: all. C. Bester and L.
/// Pulles, Connected-Components Labeling, 3.2 and algorithm 2: rows are scattered in blocks of equal height (the last
/// may be lower; ranks beyond the last row have none), every rank labels its block, the labels are gathered, and rank 0
/// merges components across the borders of blocks. The labels have Numbering::raster for either value of
/// `spec.numbering`.
///
/// Rank 0 needs 4 bytes per pixel of the image; another rank needs 4 bytes, and the bytes of the pixel, per pixel of
/// its block. Outside of a job this process is the only rank; the first call then initialises MPI, and the MpiSession
/// finalises it.
///
/// Errors: those of check() with rows_capabilities(), `invalid_argument` (`ranks` is negative or above those of the
/// job: the message has both), `too_large` (no memory on rank 0).
Result<RowsLabels> label_rows(const ImageView& image, const LabelingSpec& spec, int ranks = 0);

}  // namespace glccl::host
