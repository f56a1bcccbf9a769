// C. Bester and L. Pulles, Connected-Components Labeling, 3.2: algorithm 2, MPI CCL.
#include "lab/mpi/label_rows.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <string>

#include "host/cpu/allocate_labels.hpp"
#include "host/cpu/row_values.hpp"
#include "host/mpi/job.hpp"
#include "lab/cpu/row_capabilities.hpp"
#include "lab/mpi/block.hpp"

namespace glccl::host {
namespace mpi {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// A row as one element, so that MPI's counts, which are ints, count rows. A row begins `pitch` bytes after the one
/// above it.
class RowType {
 public:
  RowType(int width, MPI_Datatype pixel, std::size_t pitch) {
    MPI_Datatype row = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(width, pixel, &row);
    MPI_Type_create_resized(row, 0, static_cast<MPI_Aint>(pitch), &type_);
    MPI_Type_commit(&type_);
    MPI_Type_free(&row);
  }
  ~RowType() { MPI_Type_free(&type_); }
  RowType(const RowType&) = delete;
  RowType& operator=(const RowType&) = delete;

  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

MPI_Datatype pixel_type(PixelFormat format) {
  switch (bytes_per_pixel(format)) {
    case 1:
      return MPI_UINT8_T;
    case 2:
      return MPI_UINT16_T;
    default:
      return MPI_UINT32_T;
  }
}

/// Moves the blocks of an image between rank 0, which has all rows, and the other ranks. Allocates only when it is
/// made.
class RowExchange {
 public:
  explicit RowExchange(const JobTask& task)
      : blocks_(task.height, task.ranks),
        counts_(static_cast<std::size_t>(count_ranks())),
        first_rows_(counts_.size()),
        width_(task.width),
        format_(task.format) {}

  /// On rank 0 `view` is the image; the rank's own block stays in place at its beginning. On the other ranks `view` is
  /// empty and `block` receives the rows without gaps.
  void scatter(const ImageView& view, std::uint8_t* block) {
    const int rank = mpi::rank();
    const std::size_t row_bytes = static_cast<std::size_t>(width_) * bytes_per_pixel(format_);
    const RowType row(width_, pixel_type(format_), rank == 0 ? view.row_pitch() : row_bytes);
    for (std::int64_t done = 0; done < blocks_.height(); done += rows_at_once(row_bytes)) {
      const int first = plan(done, rows_at_once(row_bytes), rank);
      void* received = rank == 0 ? MPI_IN_PLACE : block + static_cast<std::size_t>(first) * row_bytes;
      MPI_Scatterv(view.data, counts_.data(), first_rows_.data(), row.get(), received, counts_[rank], row.get(), 0,
                   MPI_COMM_WORLD);
    }
  }

  /// `labels` are those of the image on rank 0, and those of the block on the other ranks.
  void gather(std::uint32_t* labels) {
    const int rank = mpi::rank();
    const std::size_t row_bytes = static_cast<std::size_t>(width_) * sizeof *labels;
    const RowType row(width_, MPI_UINT32_T, row_bytes);
    for (std::int64_t done = 0; done < blocks_.height(); done += rows_at_once(row_bytes)) {
      const int first = plan(done, rows_at_once(row_bytes), rank);
      const void* sent = rank == 0 ? MPI_IN_PLACE : labels + std::int64_t{first} * width_;
      MPI_Gatherv(sent, counts_[rank], row.get(), labels, counts_.data(), first_rows_.data(), row.get(), 0,
                  MPI_COMM_WORLD);
    }
  }

 private:
  /// Rows in one transfer. Open MPI copies within a machine by process_vm_readv, which ends at 2 GiB (its issue 4829).
  static int rows_at_once(std::size_t row_bytes) {
    constexpr std::size_t most = std::size_t{1} << 30;
    return static_cast<int>(std::max<std::size_t>(most / row_bytes, 1));
  }

  /// Sets the counts and first rows of every block's next transfer, after `done` rows. Returns where the rows of rank
  /// `own` begin in its block.
  int plan(std::int64_t done, int step, int own) {
    for (int rank = 0; rank < static_cast<int>(counts_.size()); ++rank) {
      const int rows = blocks_.count_rows(rank);
      const int from = static_cast<int>(std::min<std::int64_t>(done, rows));
      counts_[rank] = std::min(step, rows - from);
      first_rows_[rank] = blocks_.first_row(rank) + from;
    }
    return first_rows_[own] - blocks_.first_row(own);
  }

  RowBlocks blocks_;
  std::vector<int> counts_;
  std::vector<int> first_rows_;
  int width_;
  PixelFormat format_;
};

/// The longest time of all ranks, on rank 0.
double longest(double milliseconds) {
  double result = 0.0;
  MPI_Reduce(&milliseconds, &result, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  return result;
}

/// Rank 0's part of a task. Allocates nothing, because the other ranks have received the task.
RowsTimes label_with_all(const JobTask& task, const ImageView& image, std::vector<std::uint32_t>& labels,
                         RowExchange& exchange, RowBuffers& buffers) {
  const RowBlocks blocks(task.height, task.ranks);
  const RowCriterion criterion = row_criterion(task.criterion, task.format);
  RowsTimes times;
  MPI_Barrier(MPI_COMM_WORLD);
  Clock::time_point start = Clock::now();
  exchange.scatter(image, nullptr);
  times.scatter = milliseconds_since(start);

  start = Clock::now();
  ImageView own = image;
  own.extent.height = blocks.count_rows(0);
  label_block(own, task.connectivity, criterion, 0, labels.data(), buffers);
  const double own_time = milliseconds_since(start);
  exchange.gather(labels.data());
  times.label = longest(own_time);
  times.gather = std::max(0.0, milliseconds_since(start) - times.label);

  start = Clock::now();
  for (int rank = 1; rank < task.ranks; ++rank) {
    if (blocks.count_rows(rank) == 0) break;
    merge_border(image, blocks.first_row(rank), task.connectivity, criterion, labels, buffers);
  }
  number_labels(labels);
  times.merge = milliseconds_since(start);
  return times;
}

}  // namespace

void serve_rows(const JobTask& task) {
  const RowBlocks blocks(task.height, task.ranks);
  const Extent extent{task.width, blocks.count_rows(rank())};
  const auto pixels = static_cast<std::size_t>(extent.elements());
  std::vector<std::uint8_t> bytes(pixels * bytes_per_pixel(task.format));
  std::vector<std::uint32_t> labels(pixels);
  RowExchange exchange(task);
  RowBuffers buffers(task.width);
  const RowCriterion criterion = row_criterion(task.criterion, task.format);

  MPI_Barrier(MPI_COMM_WORLD);
  exchange.scatter({}, bytes.data());
  const Clock::time_point start = Clock::now();
  const auto offset = static_cast<std::uint32_t>(std::int64_t{blocks.first_row(rank())} * task.width);
  label_block({bytes.data(), task.format, extent}, task.connectivity, criterion, offset, labels.data(), buffers);
  const double own_time = milliseconds_since(start);
  exchange.gather(labels.data());
  longest(own_time);
}

}  // namespace mpi

Capabilities rows_capabilities() { return row_capabilities("mpi-rows"); }

Result<RowsLabels> label_rows(const ImageView& image, const LabelingSpec& spec, int ranks) {
  if (Result<void> status = check(spec, image.format, image.extent, rows_capabilities()); !status)
    return status.error();
  const Result<int> used = mpi::start_with_ranks("mpi-rows", ranks);
  if (!used) return used.error();
  const mpi::JobTask task{.kind = mpi::JobTask::Kind::other,
                          .ranks = *used,
                          .width = image.extent.width,
                          .height = image.extent.height,
                          .format = image.format,
                          .connectivity = connectivity_in(image.extent, spec.connectivity),
                          .criterion = spec.criterion};
  try {
    Result<LabelImage> labels = allocate_labels(image.extent);
    if (!labels) return labels.error();
    mpi::RowExchange exchange(task);
    mpi::RowBuffers buffers(image.extent.width);
    mpi::announce(task);
    const RowsTimes times = mpi::label_with_all(task, image, labels->values, exchange, buffers);
    return RowsLabels{*std::move(labels), task.ranks, times};
  } catch (const std::bad_alloc&) {
    return no_memory_for_labels(image.extent);
  }
}

}  // namespace glccl::host
