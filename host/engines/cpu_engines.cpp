#include "host/engines/cpu_engines.hpp"

#include <utility>

#include "glccl/host/labeling.hpp"
#include "glccl/host/mpi_labeling.hpp"

namespace glccl::tools {

Result<CpuLabeling> label_serially(const host::Image& image, const Options& options, const EngineVariant&) {
  return CpuLabeling{host::label_serial(image, options.connectivity, options.criterion)};
}

Result<CpuLabeling> label_by_wu(const host::Image& image, const Options& options, const EngineVariant&) {
  return CpuLabeling{host::label_wu(image, options.connectivity, options.criterion)};
}

Result<CpuLabeling> label_by_ranks(const host::Image& image, const Options& options, const EngineVariant& variant) {
  Result<host::RowsLabels> labeled = host::label_rows(image, options.connectivity, options.criterion, variant.ranks);
  if (!labeled) return labeled.error();
  const host::RowsTimes& times = labeled->times;
  return CpuLabeling{std::move(labeled->labels),
                     {{"scatter", {}, times.scatter},
                      {"label", {}, times.label},
                      {"gather", {}, times.gather},
                      {"merge", {}, times.merge}}};
}

}  // namespace glccl::tools
