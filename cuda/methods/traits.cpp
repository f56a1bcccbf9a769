#include "cuda/methods/traits.hpp"

#include <algorithm>
#include <array>

#include "cuda/fast/fast.hpp"
#include "cuda/methods/methods.hpp"

namespace glccl::cuda {
namespace {

/// Every method labels images of any side that Extent can hold, in all formats with bytes in memory.
Capabilities capable(std::string_view engine, bool difference, std::int64_t largest_elements) {
  Capabilities capabilities;
  capabilities.engine = engine;
  capabilities.criteria = {CriterionKind::foreground, CriterionKind::equal};
  if (difference) capabilities.criteria.push_back(CriterionKind::difference);
  capabilities.largest_elements = largest_elements;
  return capabilities;
}

/// The upper bit of a forest's entry marks a root whose number is known (forest.cuh), and cuda-qin keeps places as
/// signed integers.
constexpr std::int64_t largest_forest = 0x7FFFFFFF;

const auto& method_table() {
  static const std::array table = {
      MethodTraits{
          .method = Method::stava, .capabilities = capable("cuda-stava", false, largest_forest), .run = run_stava},
      MethodTraits{.method = Method::links,
                   .capabilities = capable("cuda-links", true, largest_forest),
                   .run = run_links,
                   .work_bytes = links_work_bytes,
                   .iterates = true},
      MethodTraits{.method = Method::jung,
                   .capabilities = capable("cuda-jung", false, largest_forest),
                   .run = run_jung,
                   .iterates = true},
      MethodTraits{.method = Method::jung_surface,
                   .capabilities = capable("cuda-jung-surface", false, largest_forest),
                   .run = run_jung_surface,
                   .iterates = true,
                   .needs_plane = true},
      MethodTraits{.method = Method::qin,
                   .capabilities = capable("cuda-qin", false, largest_forest),
                   .run = run_qin,
                   .work_bytes = qin_work_bytes,
                   .iterates = true},
      MethodTraits{.method = Method::hawick,
                   .capabilities = capable("cuda-hawick", false, largest_forest),
                   .run = run_hawick,
                   .work_bytes = hawick_work_bytes,
                   .iterates = true},
      // Labels are 1 + a place, and 0 is background.
      MethodTraits{.method = Method::fast,
                   .capabilities = capable("cuda-fast", true, 0xFFFFFFFE),
                   .run = run_fast,
                   .work_bytes = fast_work_bytes,
                   .complete = true},
  };
  return table;
}

}  // namespace

const MethodTraits* find_traits(Method method) {
  const auto& table = method_table();
  const auto* found =
      std::find_if(table.begin(), table.end(), [&](const MethodTraits& row) { return row.method == method; });
  return found == table.end() ? nullptr : found;
}

std::string names_without_rounds() {
  std::string names;
  for (const MethodTraits& row : method_table()) {
    if (!row.iterates) names += (names.empty() ? "" : " and ") + std::string(row.capabilities.engine);
  }
  return names;
}

const Capabilities& capabilities_of(Method method) {
  static const Capabilities none{.engine = "cuda-unknown", .connectivities = {}, .criteria = {}, .formats = {}};
  const MethodTraits* traits = find_traits(method);
  return traits == nullptr ? none : traits->capabilities;
}

std::string_view name_of(Method method) { return capabilities_of(method).engine; }

}  // namespace glccl::cuda
