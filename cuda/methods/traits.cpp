#include "cuda/methods/traits.hpp"

#include <algorithm>
#include <array>

#include "cuda/fast/fast.hpp"
#include "cuda/methods/methods.hpp"

namespace glccl::cuda {
namespace {

constexpr std::array method_table = {
    MethodTraits{.method = Method::stava, .run = run_stava},
    MethodTraits{.method = Method::links, .run = run_links, .work_bytes = links_work_bytes, .iterates = true},
    MethodTraits{.method = Method::jung, .run = run_jung, .iterates = true},
    MethodTraits{.method = Method::jung_surface, .run = run_jung_surface, .iterates = true, .needs_plane = true},
    MethodTraits{.method = Method::qin, .run = run_qin, .work_bytes = qin_work_bytes, .iterates = true},
    MethodTraits{.method = Method::hawick, .run = run_hawick, .work_bytes = hawick_work_bytes, .iterates = true},
    MethodTraits{
        .method = Method::fast, .run = run_fast, .work_bytes = fast_work_bytes, .check = check_fast, .complete = true},
};

}  // namespace

const MethodTraits* find_traits(Method method) {
  const auto* found = std::find_if(method_table.begin(), method_table.end(),
                                   [&](const MethodTraits& row) { return row.method == method; });
  return found == method_table.end() ? nullptr : found;
}

std::string names_without_rounds() {
  std::string names;
  for (const MethodTraits& row : method_table) {
    if (!row.iterates) names += (names.empty() ? "" : " and ") + std::string(name_of(row.method));
  }
  return names;
}

}  // namespace glccl::cuda
