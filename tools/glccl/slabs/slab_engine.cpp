#include "tools/glccl/slabs/slab_engine.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "glccl/engines/cpu_runner.hpp"
#include "glccl/host/labeler.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/spec.hpp"

namespace glccl::tools {
namespace {

constexpr int slab_count = 5;

Capabilities capabilities() {
  Capabilities all = host::capabilities_of(host::CpuMethod::fast);
  all.engine = "slabs";
  all.needs = {};
  return all;
}

Result<void> label_in_slabs(int threads, const ImageView& image, const LabelingSpec& spec, bool measured,
                            host::Labeled& result) {
  host::Labeled made{{image.extent, {}}};
  made.labels.values.reserve(static_cast<std::size_t>(image.extent.elements()));
  std::vector<Component> components;
  const host::SlabSink sink = [&](const host::FinishedSlab& slab) {
    made.labels.values.insert(made.labels.values.end(), slab.labels.begin(), slab.labels.end());
    components.insert(components.end(), slab.components.begin(), slab.components.end());
    return Result<void>();
  };
  host::SlabSource source = host::source_of(image);
  source.memory = nullptr;  // as in a file: results of some slabs are kept, and elements of others
  const int planes = host::planes_of(image.extent);
  const host::SlabOptions slabs{.planes = std::max((planes + slab_count - 1) / slab_count, 1),
                                .components = measured,
                                .kept_bytes = 2 * image.extent.elements()};
  const Result<host::SlabReport> report =
      host::label_slabs(source, host::solve_by_cpu_fast(threads), spec, slabs, sink);
  if (!report) return report.error();
  if (measured) made.components = std::move(components);
  result = std::move(made);
  return {};
}

}  // namespace

engines::EngineInfo slab_row() {
  return {.name = "slabs",
          .summary = "cpu-fast on five slabs, one after the other, as glccl label --memory does",
          .source = "union-find over the components that meet at seams of slabs; docs/use/scale.md",
          .capabilities = host::labeler_capabilities(capabilities()),
          .has_table = true,
          .make = [](const engines::DeviceChoice&) -> Result<std::unique_ptr<engines::Runner>> {
            return engines::make_cpu_runner(capabilities(), [](const engines::RunOptions& options) {
              return [threads = options.threads](const ImageView& image, const LabelingSpec& spec, const ImageView*,
                                                 bool measured, host::Labeled& result) {
                return label_in_slabs(threads, image, spec, measured, result);
              };
            });
          }};
}

}  // namespace glccl::tools
