#include <cstring>
#include <limits>
#include <memory>

#include "glccl/host/cpu.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/table.hpp"
#include "host/fast/fast_labeler.hpp"
#include "host/tiled/finish_slab.hpp"
#include "host/tiled/host_slabs.hpp"

namespace glccl::host {

Capabilities slab_capabilities() {
  return {.engine = "labeling by slabs",
          .connectivities = {Connectivity::four, Connectivity::eight, Connectivity::six, Connectivity::eighteen,
                             Connectivity::twenty_six},
          .formats = {},
          .largest_elements = std::numeric_limits<std::int64_t>::max(),
          .needs = {Need::measurements}};
}

Result<void> tiled::check_slabs(const LabelingSpec& spec, PixelFormat format, const Extent& extent, bool has_rows) {
  if (Result<void> status = check(spec, format, extent, slab_capabilities()); !status) return status;
  const std::string windows = (spec.columns & table_column_quads) != 0   ? "quads, whose windows lie across seams"
                              : (spec.columns & table_column_cubes) != 0 ? "cubes, whose windows lie across seams"
                              : (spec.columns & table_column_seams) != 0 ? "seams, because no axis is periodic there"
                                                                         : "";
  const std::string intensities =
      (spec.columns & table_column_intensity) != 0 ? "intensities, because no second image is read slab by slab" : "";
  if (!windows.empty() || !intensities.empty()) {
    return Error{ErrorCode::unsupported, "labeling by slabs has no " + windows +
                                             (windows.empty() || intensities.empty() ? "" : ", and no ") + intensities +
                                             ": ask for table_column_moments alone, or label the whole image"};
  }
  if (!has_rows) {
    if (spec.columns == 0) return {};
    return Error{ErrorCode::invalid_argument,
                 "moments are a column of the component table: ask for its rows, or leave table_column_moments out"};
  }
  return check_sums(extent);
}

SlabSource source_of(const ImageView& image) {
  const std::size_t tight_row = static_cast<std::size_t>(image.extent.width) * bytes_per_pixel(image.format);
  const bool has_gaps = image.row_pitch() != tight_row ||
                        image.slice_pitch() != tight_row * static_cast<std::size_t>(image.extent.height);
  return {image.extent, image.format,
          [image](int first, int planes, void* elements) {
            const Extent slab = slab_of(image.extent, planes);
            const std::size_t row_bytes = static_cast<std::size_t>(slab.width) * bytes_per_pixel(image.format);
            auto* to = static_cast<std::uint8_t*>(elements);
            for (int z = 0; z < slab.depth; ++z) {
              for (int y = 0; y < slab.height; ++y, to += row_bytes) {
                const bool is_volume = image.extent.is_volume();
                std::memcpy(to, image.row(is_volume ? y : first + y, is_volume ? first + z : 0), row_bytes);
              }
            }
            return Result<void>();
          },
          has_gaps ? nullptr : image.data};
}

SolveSlab solve_by_cpu_fast(int threads) {
  const auto labeler = std::make_shared<FastLabeler>(FastOptions{.threads = threads});
  return [labeler](const ImageView& slab, const LabelingSpec& spec, bool measured, SlabSolution& solution) {
    LabelingSpec labeled = spec;
    labeled.columns = 0;
    const Result<void> status =
        labeler->label(slab, labeled, solution.labels, measured ? &solution.components : nullptr);
    if (!status) return status;
    solution.moments.clear();
    if (measured && tiled::has_moments(spec)) {
      solution.moments = measure_moments(solution.labels, solution.components.size());
    }
    return status;
  };
}

Result<SlabReport> label_slabs(const SlabSource& source, const SolveSlab& solve, const LabelingSpec& spec,
                               const SlabOptions& options, const SlabSink& sink) {
  return tiled::label_by_engine(std::make_unique<tiled::HostSlabs>(solve), source, spec, options, sink);
}

}  // namespace glccl::host
