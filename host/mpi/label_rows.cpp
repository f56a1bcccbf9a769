// C. Bester and L. Pulles, Connected-Components Labeling, 3.2: algorithm 2, MPI CCL.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "glccl/host/mpi_labeling.hpp"
#include "host/mpi/block.hpp"
#include "host/mpi/job.hpp"

namespace glccl::host {
namespace mpi {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// A row as one element, so that MPI's counts, which are ints, are rows.
class RowType {
 public:
  RowType(int width, MPI_Datatype pixel) {
    MPI_Type_contiguous(width, pixel, &type_);
    MPI_Type_commit(&type_);
  }
  ~RowType() { MPI_Type_free(&type_); }
  RowType(const RowType&) = delete;
  RowType& operator=(const RowType&) = delete;

  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

MPI_Datatype pixel_type(PixelFormat format) {
  switch (format) {
    case PixelFormat::grey8:
      return MPI_UINT8_T;
    case PixelFormat::grey16:
      return MPI_UINT16_T;
    case PixelFormat::rgba8:
      return MPI_UINT32_T;
  }
  return MPI_DATATYPE_NULL;
}

/// Moves the blocks of an image between rank 0, which has all rows, and the others. What it needs it takes when it is
/// made.
class Exchange {
 public:
  explicit Exchange(const Task& task)
      : blocks_(task.size.height, task.ranks),
        counts_(static_cast<std::size_t>(count_ranks())),
        first_rows_(counts_.size()),
        width_(task.size.width),
        format_(task.format) {}

  /// Rank 0's own block stays where it is: it begins the image.
  void scatter(const std::uint8_t* image, std::uint8_t* block) {
    const std::int64_t pitch = std::int64_t{width_} * bytes_per_pixel(format_);
    const RowType row(width_, pixel_type(format_));
    const int rank = mpi::rank();
    for (std::int64_t done = 0; done < blocks_.height(); done += step(pitch)) {
      const std::int64_t first = plan(done, step(pitch), rank);
      void* received = rank == 0 ? MPI_IN_PLACE : block + first * pitch;
      MPI_Scatterv(image, counts_.data(), first_rows_.data(), row.get(), received, counts_[rank], row.get(), 0,
                   MPI_COMM_WORLD);
    }
  }

  /// On rank 0 `labels` are those of the image, on the others those of the block.
  void gather(std::uint32_t* labels) {
    const std::int64_t pitch = std::int64_t{width_} * sizeof *labels;
    const RowType row(width_, MPI_UINT32_T);
    const int rank = mpi::rank();
    for (std::int64_t done = 0; done < blocks_.height(); done += step(pitch)) {
      const std::int64_t first = plan(done, step(pitch), rank);
      const void* sent = rank == 0 ? MPI_IN_PLACE : labels + first * width_;
      MPI_Gatherv(sent, counts_[rank], row.get(), labels, counts_.data(), first_rows_.data(), row.get(), 0,
                  MPI_COMM_WORLD);
    }
  }

 private:
  /// Rows that go at once. Open MPI copies within a machine by process_vm_readv, which ends at 2 GiB (its issue 4829).
  static int step(std::int64_t pitch) {
    constexpr std::int64_t most = std::int64_t{1} << 30;
    return static_cast<int>(std::max(most / std::max(pitch, std::int64_t{1}), std::int64_t{1}));
  }

  /// The rows of each block from `done` on, `step` at most. Returns where in its own block the rank's rows begin.
  int plan(std::int64_t done, int step, int own) {
    for (int rank = 0; rank < static_cast<int>(counts_.size()); ++rank) {
      const int rows = blocks_.count_rows(rank);
      const auto from = static_cast<int>(std::min(done, std::int64_t{rows}));
      counts_[rank] = std::min(step, rows - from);
      first_rows_[rank] = blocks_.first_row(rank) + from;
    }
    return first_rows_[own] - blocks_.first_row(own);
  }

  Blocks blocks_;
  std::vector<int> counts_;
  std::vector<int> first_rows_;
  int width_;
  PixelFormat format_;
};

/// On rank 0 the longest of all ranks' times.
double longest(double milliseconds) {
  double result = 0.0;
  MPI_Reduce(&milliseconds, &result, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  return result;
}

/// Rank 0's part of a task. Nothing here takes memory, since the others have heard of the task.
RowsTimes label_with_all(const Task& task, const Image& image, std::vector<std::uint32_t>& labels, Exchange& exchange,
                         RowBuffers& buffers) {
  const Blocks blocks(task.size.height, task.ranks);
  RowsTimes times;
  MPI_Barrier(MPI_COMM_WORLD);
  Clock::time_point start = Clock::now();
  exchange.scatter(image.bytes.data(), nullptr);
  times.scatter = milliseconds_since(start);

  start = Clock::now();
  label_block(image, blocks.count_rows(0), task.connectivity, task.criterion, 0, labels.data(), buffers);
  const double own = milliseconds_since(start);
  exchange.gather(labels.data());
  times.label = longest(own);
  times.gather = std::max(0.0, milliseconds_since(start) - times.label);

  start = Clock::now();
  for (int rank = 1; rank < task.ranks; ++rank) {
    if (blocks.count_rows(rank) == 0) break;
    merge_border(image, blocks.first_row(rank), task.connectivity, task.criterion, labels, buffers);
  }
  number_labels(labels);
  times.merge = milliseconds_since(start);
  return times;
}

}  // namespace

void serve_task(const Task& task) {
  const Blocks blocks(task.size.height, task.ranks);
  const int first_row = blocks.first_row(rank());
  Image block{{task.size.width, blocks.count_rows(rank())}, task.format, {}};
  const auto pixels = static_cast<std::size_t>(block.size.pixels());
  block.bytes.resize(pixels * static_cast<std::size_t>(bytes_per_pixel(task.format)));
  std::vector<std::uint32_t> labels(pixels);
  Exchange exchange(task);
  RowBuffers buffers(task.size.width);

  MPI_Barrier(MPI_COMM_WORLD);
  exchange.scatter(nullptr, block.bytes.data());
  const Clock::time_point start = Clock::now();
  const auto offset = static_cast<std::uint32_t>(std::int64_t{first_row} * task.size.width);
  label_block(block, block.size.height, task.connectivity, task.criterion, offset, labels.data(), buffers);
  const double own = milliseconds_since(start);
  exchange.gather(labels.data());
  longest(own);
}

}  // namespace mpi

Result<RowsLabels> label_rows(const Image& image, Connectivity connectivity, const Criterion& criterion, int ranks) {
  mpi::initialize();
  const int all = mpi::count_ranks();
  if (ranks < 0 || ranks > all) {
    return Error{ErrorCode::invalid_argument, "mpi-rows on " + std::to_string(ranks) + " ranks: this job has " +
                                                  std::to_string(all) + ", which mpirun -n sets"};
  }
  const mpi::Task task{.ranks = ranks == 0 ? all : ranks,
                       .size = image.size,
                       .format = image.format,
                       .connectivity = connectivity,
                       .criterion = criterion};
  RowsLabels result{
      {image.size, std::vector<std::uint32_t>(static_cast<std::size_t>(image.size.pixels()))}, task.ranks, {}};
  mpi::Exchange exchange(task);
  mpi::RowBuffers buffers(image.size.width);
  mpi::announce(task);
  result.times = mpi::label_with_all(task, image, result.labels.values, exchange, buffers);
  return result;
}

}  // namespace glccl::host
