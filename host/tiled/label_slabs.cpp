#include <cstring>
#include <limits>
#include <memory>

#include "glccl/host/fast_labeler.hpp"
#include "glccl/host/slabs.hpp"
#include "host/tiled/host_slabs.hpp"

namespace glccl::host {

Capabilities slab_capabilities() {
  return {.engine = "labeling by slabs",
          .connectivities = {Connectivity::four, Connectivity::eight, Connectivity::six, Connectivity::eighteen,
                             Connectivity::twenty_six},
          .formats = {},
          .largest_elements = std::numeric_limits<std::int64_t>::max()};
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
            return Status();
          },
          has_gaps ? nullptr : image.data};
}

SolveSlab solve_by_cpu_fast(int threads) {
  const auto labeler = std::make_shared<FastLabeler>(FastOptions{.threads = threads});
  return [labeler](const ImageView& slab, const LabelingSpec& spec, bool measured, SlabSolution& solution) {
    return labeler->label(slab, spec, solution.labels, measured ? &solution.components : nullptr);
  };
}

Result<SlabReport> label_slabs(const SlabSource& source, const SolveSlab& solve, const LabelingSpec& spec,
                               const SlabOptions& options, const SlabSink& sink) {
  return tiled::label_by_engine(std::make_unique<tiled::HostSlabs>(solve), source, spec, options, sink);
}

}  // namespace glccl::host
