#include "cuda/faces/traits.hpp"

#include <algorithm>
#include <array>
#include <vector>

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

/// The names of the methods for which `is_meant` holds, with `last` before the last one.
template <class Predicate>
std::string list_names(const Predicate& is_meant, const std::string& last) {
  std::vector<std::string> names;
  for (const MethodTraits& row : method_table) {
    if (is_meant(row)) names.emplace_back(name_of(row.method));
  }
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    list += (i == 0 ? "" : i + 1 < names.size() ? ", " : last) + names[i];
  }
  return list;
}

}  // namespace

const MethodTraits* find_traits(Method method) {
  const auto* found = std::find_if(method_table.begin(), method_table.end(),
                                   [&](const MethodTraits& row) { return row.method == method; });
  return found == method_table.end() ? nullptr : found;
}

std::string names_without_rounds() {
  return list_names([](const MethodTraits& row) { return !row.iterates; }, " and ");
}

std::string names_with_volumes() {
  return list_names([](const MethodTraits& row) { return capabilities_of(row.method).has_volumes(); }, " or ");
}

}  // namespace glccl::cuda
