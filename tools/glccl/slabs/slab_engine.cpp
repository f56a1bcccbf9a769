#include "tools/glccl/slabs/slab_engine.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "glccl/engines/cpu_runner.hpp"
#include "glccl/host/fast_labeler.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/spec.hpp"

namespace glccl::tools {
namespace {

constexpr int slab_count = 5;

Capabilities capabilities() {
  Capabilities all = host::fast_capabilities();
  all.engine = "slabs";
  all.needs = {};
  return all;
}

Result<void> label_in_slabs(const ImageView& image, const LabelingSpec& spec, const engines::RunOptions& options,
                            engines::CpuLabels& result) {
  if (Result<void> status = check(spec, image.format, image.extent, capabilities()); !status) return status;
  if (Result<void> status = check_table(spec, options.table_rows); !status) return status;
  const bool measured = options.table_rows > 0;
  engines::CpuLabels made{{image.extent, {}}};
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
      host::label_slabs(source, host::solve_by_cpu_fast(options.threads), spec, slabs, sink);
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
          .capabilities = engines::cpu_runner_capabilities(capabilities()),
          .has_table = true,
          .make = [](const engines::Device&) -> Result<std::unique_ptr<engines::Runner>> {
            return engines::make_cpu_runner(capabilities(), label_in_slabs);
          }};
}

}  // namespace glccl::tools
