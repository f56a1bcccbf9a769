// The methods of this library. Builds without CUDA have this file too, for the rows of the registry.
#include "cuda/faces/traits.hpp"

#include <vector>

#if GLCCL_WITH_CUDA
#include "cuda/fast/fast.hpp"
#include "cuda/methods/methods.hpp"
#endif

namespace glccl::cuda {
namespace {

const Capabilities& stava_capabilities() {
  static const Capabilities all = capable("cuda-stava", largest_forest, {.volumes = true});
  return all;
}

const Capabilities& links_capabilities() {
  static const Capabilities all = capable("cuda-links", largest_forest, {.difference = true, .volumes = true});
  return all;
}

const Capabilities& fast_capabilities() {
  // Labels of images are 1 + a place, and 0 is background. Sums of coordinates of up to 2^34 voxels fit 64 bits.
  static const Capabilities all =
      capable("cuda-fast", 0xFFFFFFFE,
              {.difference = true,
               .ids = true,
               .volumes = true,
               .largest_volume = std::int64_t{1} << 34,
               .needs = {Need::filter, Need::measurements, Need::mask, Need::holes, Need::periodic}});
  return all;
}

/// The names of the methods for which `is_meant` holds, with `last` before the last one.
template <class Predicate>
std::string list_names(const Predicate& is_meant, const std::string& last) {
  std::vector<std::string> names;
  for (const Method method : all_methods) {
    if (is_meant(method)) names.emplace_back(name_of(method));
  }
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    list += (i == 0 ? "" : i + 1 < names.size() ? ", " : last) + names[i];
  }
  return list;
}

}  // namespace

#if GLCCL_WITH_CUDA
constinit const MethodTraits stava_traits{.capabilities = stava_capabilities, .run = run_stava};
constinit const MethodTraits links_traits{
    .capabilities = links_capabilities, .run = run_links, .work_bytes = links_work_bytes, .iterates = true};
constinit const MethodTraits fast_traits{.capabilities = fast_capabilities,
                                         .run = run_fast,
                                         .work_bytes = fast_work_bytes,
                                         .check = check_fast,
                                         .complete = true};
#else
constinit const MethodTraits stava_traits{stava_capabilities};
constinit const MethodTraits links_traits{links_capabilities};
constinit const MethodTraits fast_traits{fast_capabilities};
#endif

Capabilities capable(std::string_view engine, std::int64_t largest_elements, const Extras& extras) {
  Capabilities capabilities;
  capabilities.engine = engine;
  if (extras.volumes) {
    capabilities.connectivities = {Connectivity::four, Connectivity::eight, Connectivity::six, Connectivity::eighteen,
                                   Connectivity::twenty_six};
  }
  capabilities.criteria = {CriterionKind::foreground, CriterionKind::equal};
  if (extras.difference) capabilities.criteria.push_back(CriterionKind::difference);
  capabilities.largest_elements = largest_elements;
  capabilities.largest_volume = extras.largest_volume;
  capabilities.needs = extras.needs;
  for (const FormatTraits& format : pixel_formats()) {
    if (format.format == PixelFormat::rg32u && !extras.ids) continue;
    if (format.bytes > 0) capabilities.formats.push_back(format.format);
  }
  return capabilities;
}

const Capabilities& capabilities_of(Method method) { return method.traits().capabilities(); }

std::string_view name_of(Method method) { return capabilities_of(method).engine; }

std::string names_without_rounds() {
  return list_names([](Method method) { return !method.traits().iterates; }, " and ");
}

std::string names_with_volumes() {
  return list_names([](Method method) { return capabilities_of(method).has_volumes(); }, " or ");
}

}  // namespace glccl::cuda
