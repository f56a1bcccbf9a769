// The C face of glccl::vulkan::Regions.
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "glccl/vulkan/regions.h"
#include "vulkan/c.hpp"

struct glccl_vulkan_regions {
  glccl::vulkan::Regions regions;
};

namespace {

namespace c_api = glccl::c_api;
using c_api::Failure;
using c_api::guarded;
using c_api::Outcome;
using c_api::read_sized;
using glccl::Connectivity;
using glccl::vulkan::from_c;
using glccl::vulkan::outcome_of;

/// Calls `record(regions, binding)`, with checks of what every recording is given.
template <class Record>
glccl_error_code guard_recorded(const glccl_vulkan_regions* regions, const glccl_vulkan_binding* binding,
                                VkCommandBuffer commands, glccl_error* error, const Record& record) {
  return guarded(error, {{"regions", regions}, {"binding", binding}, {"commands", commands}},
                 [&]() -> Outcome { return outcome_of(record(regions->regions, binding->binding)); });
}

}  // namespace

glccl_error_code glccl_vulkan_prepare_regions(glccl_vulkan_labeler* labeler, glccl_extent extent,
                                              const glccl_region_options* options, int32_t in_buffers,
                                              glccl_vulkan_regions** regions, glccl_error* error) {
  return guarded(error, {{"labeler", labeler}, {"options", options}, {"regions", regions}}, [&]() -> Outcome {
    *regions = nullptr;
    const glccl::RegionOptions asked = c_api::from_c(read_sized(options, glccl_default_regions()));
    glccl::Result<glccl::vulkan::Regions> made =
        labeler->labeler.prepare_regions(c_api::from_c(extent), asked, in_buffers != 0);
    if (!made) return made.error();
    *regions = new glccl_vulkan_regions{*std::move(made)};
    return {};
  });
}

void glccl_vulkan_regions_destroy(glccl_vulkan_regions* regions) {
  const std::unique_ptr<glccl_vulkan_regions> end(regions);
}

glccl_error_code glccl_vulkan_regions_bind(const glccl_vulkan_regions* regions, const glccl_vulkan_labels* labels,
                                           const glccl_vulkan_region_outputs* outputs, glccl_vulkan_binding** binding,
                                           glccl_error* error) {
  return guarded(
      error, {{"regions", regions}, {"labels", labels}, {"outputs", outputs}, {"binding", binding}}, [&]() -> Outcome {
        *binding = nullptr;
        const glccl_vulkan_region_outputs to = read_sized(outputs, {});
        return keep(
            regions->regions.bind(from_c(read_sized(labels, {})),
                                  {from_c(to.seeds), from_c(to.mask), from_c(to.selection), from_c(to.boundaries),
                                   from_c(to.lists), from_c(to.places), from_c(to.contacts), from_c(to.colours)}),
            binding);
      });
}

glccl_error_code glccl_vulkan_regions_select(const glccl_vulkan_regions* regions, const glccl_vulkan_binding* binding,
                                             VkCommandBuffer commands, const glccl_position* seeds, size_t count,
                                             glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"binding", binding}, {"commands", commands}}, [&]() -> Outcome {
    if (seeds == nullptr && count != 0) {
      return Failure(GLCCL_ERROR_INVALID_ARGUMENT, "`seeds` is a null pointer, and the count " + std::to_string(count));
    }
    return outcome_of(regions->regions.select(commands, binding->binding, std::span(seeds, count)));
  });
}

glccl_error_code glccl_vulkan_regions_boundaries(const glccl_vulkan_regions* regions,
                                                 const glccl_vulkan_binding* binding, VkCommandBuffer commands,
                                                 int32_t connectivity, glccl_error* error) {
  return guard_recorded(regions, binding, commands, error, [&](const auto& of, const auto& bound) {
    return of.boundaries(commands, bound, static_cast<Connectivity>(connectivity));
  });
}

glccl_error_code glccl_vulkan_regions_lists(const glccl_vulkan_regions* regions, const glccl_vulkan_binding* binding,
                                            VkCommandBuffer commands, glccl_error* error) {
  return guard_recorded(regions, binding, commands, error,
                        [&](const auto& of, const auto& bound) { return of.lists(commands, bound); });
}

glccl_error_code glccl_vulkan_regions_contacts(const glccl_vulkan_regions* regions, const glccl_vulkan_binding* binding,
                                               VkCommandBuffer commands, int32_t connectivity, glccl_error* error) {
  return guard_recorded(regions, binding, commands, error, [&](const auto& of, const auto& bound) {
    return of.contacts(commands, bound, static_cast<Connectivity>(connectivity));
  });
}

glccl_error_code glccl_vulkan_regions_colours(const glccl_vulkan_regions* regions, const glccl_vulkan_binding* binding,
                                              VkCommandBuffer commands, glccl_error* error) {
  return guard_recorded(regions, binding, commands, error,
                        [&](const auto& of, const auto& bound) { return of.colours(commands, bound); });
}

int64_t glccl_vulkan_regions_scratch_bytes(const glccl_vulkan_regions* regions) {
  return regions == nullptr ? 0 : regions->regions.scratch_bytes();
}
