#include <memory>
#include <utility>

#include "cuda/runtime/streams.hpp"
#include "glccl/host/device_slabs.hpp"
#include "glccl/table.hpp"
#include "host/tiled/cuda/device_slab.hpp"

namespace glccl::host {
namespace {

using cuda::check;

/// A Labeler for images in host memory.
class CudaSolver {
 public:
  CudaSolver(cuda::Labeler labeler, cuda::Stream stream) : labeler_(std::move(labeler)), stream_(std::move(stream)) {}

  Result<void> solve(const ImageView& slab, const LabelingSpec& spec, bool measured, SlabSolution& solution) {
    const cuda::DeviceGuard guard(labeler_.device());
    if (Result<void> status = guard.status(); !status) return status;
    if (Result<void> status = upload(slab); !status) return status;
    if (Result<void> status = label(slab, spec, measured); !status) return status;
    if (measured && count_ > rows_) {  // the table was too small: again
      rows_ = count_;
      if (Result<void> status = label(slab, spec, measured); !status) return status;
    }
    solution.labels.extent = slab.extent;
    solution.labels.values.resize(static_cast<std::size_t>(slab.extent.elements()));
    const std::size_t bytes = solution.labels.values.size() * sizeof(std::uint32_t);
    if (Result<void> status = download(solution.labels.values.data(), labels_.as<void>(), bytes); !status)
      return status;
    solution.components.clear();
    solution.moments.clear();
    return measured ? download_rows(spec, solution) : Result<void>();
  }

 private:
  /// Copies the elements, with the gaps between them.
  Result<void> upload(const ImageView& slab) {
    const auto last_row = static_cast<std::size_t>(slab.extent.height - 1) * slab.row_pitch();
    const auto last_slice = static_cast<std::size_t>(slab.extent.depth - 1) * slab.slice_pitch();
    const std::size_t bytes =
        last_slice + last_row + static_cast<std::size_t>(slab.extent.width) * bytes_per_pixel(slab.format);
    if (Result<void> status = elements_.reserve(bytes); !status) return status;
    return check(cudaMemcpyAsync(elements_.as<void>(), slab.data, bytes, cudaMemcpyHostToDevice, stream_.get()),
                 "cudaMemcpyAsync to the GPU");
  }

  /// Labels the elements, and learns the number of components.
  Result<void> label(const ImageView& slab, const LabelingSpec& spec, bool measured) {
    const auto elements = static_cast<std::size_t>(slab.extent.elements());
    if (Result<void> status = labels_.reserve(elements * sizeof(std::uint32_t)); !status) return status;
    LabelingSpec numbered = spec;
    numbered.numbering = Numbering::raster;
    numbered.columns = measured ? measured_of(spec) : 0;
    cuda::Outputs outputs{.target = cuda::DeviceLabels{labels_.as<void>()}};
    if (measured) {
      rows_ = std::max(rows_, static_cast<std::uint32_t>(elements / 16 + 1024));
      const std::size_t bytes = table_bytes(rows_, table_columns_of(slab.extent, numbered.columns));
      if (Result<void> status = table_.reserve(bytes); !status) return status;
      outputs.table = {table_.as<void>(), rows_};
    }
    const ImageView there{elements_.as<void>(), slab.format, slab.extent, slab.row_bytes, slab.slice_bytes};
    const Result<cuda::Labels> labeled = labeler_.label({there}, numbered, outputs, stream_.get());
    if (!labeled) return labeled.error();
    if (Result<void> status = download(&count_, labeled->count, sizeof count_); !status) return status;
    if (count_ != cuda::too_many_components) return {};
    return Error{ErrorCode::too_large, "it has more components than 32 bits count: make the slabs thinner"};
  }

  /// Copies to host memory, and waits for the copy.
  Result<void> download(void* to, const void* from, std::size_t bytes) {
    const Result<void> copied =
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_.get()), "cudaMemcpyAsync to the host");
    return copied ? stream_.wait() : copied;
  }

  Result<void> download_rows(const LabelingSpec& spec, SlabSolution& solution) {
    const std::uint32_t columns = table_columns_of(solution.labels.extent, measured_of(spec));
    const std::size_t row_bytes = row_bytes_of(columns);
    std::vector<std::uint8_t> rows(count_ * row_bytes);
    const Result<void> copied =
        download(rows.data(), table_.as<std::uint8_t>() + sizeof(ComponentTableHeader), rows.size());
    if (!copied) return copied;
    solution.components.reserve(count_);
    for (std::size_t at = 0; at < rows.size(); at += row_bytes) {
      solution.components.push_back(read_row(&rows[at], columns));
      if (tiled::has_moments(spec)) solution.moments.push_back(read_measurements(&rows[at], columns).moments);
    }
    return {};
  }

  /// The columns that a solution has room for.
  static std::uint32_t measured_of(const LabelingSpec& spec) { return spec.columns & table_column_moments; }

  cuda::Labeler labeler_;
  cuda::Stream stream_;
  cuda::Scratch elements_;
  cuda::Scratch labels_;
  cuda::Scratch table_;
  std::uint32_t rows_ = 0;   ///< Capacity of the table.
  std::uint32_t count_ = 0;  ///< Components of the last slab.
};

}  // namespace

Result<SolveSlab> solve_by_cuda(cuda::Method method, int device) {
  Result<cuda::Labeler> labeler = cuda::Labeler::create(method, device);
  if (!labeler) return labeler.error();
  const cuda::DeviceGuard guard(labeler->device());
  if (Result<void> status = guard.status(); !status) return status.error();
  Result<cuda::Stream> stream = cuda::Stream::create();
  if (!stream) return stream.error();
  const auto solver = std::make_shared<CudaSolver>(*std::move(labeler), *std::move(stream));
  return SolveSlab([solver](const ImageView& slab, const LabelingSpec& spec, bool measured, SlabSolution& solution) {
    return solver->solve(slab, spec, measured, solution);
  });
}

}  // namespace glccl::host
