// The C face of glccl::Regions.
#include "glccl/regions.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "engine/c/convert.hpp"
#include "engine/c/guard.hpp"
#include "glccl/regions.hpp"

struct glccl_regions {
  glccl_regions(glccl::Regions made, const glccl::RegionOptions& asked) : regions(std::move(made)), options(asked) {}

  glccl::Regions regions;
  glccl::RegionOptions options;
  std::optional<glccl::SeedReport> seeds;      ///< Of the last selection, once they have been asked for.
  std::optional<glccl::ComponentLists> lists;  ///< The last lists, likewise.
  std::optional<glccl::ContactList> contacts;  ///< The last contacts, likewise.
};

namespace {

namespace c_api = glccl::c_api;
using c_api::Failure;
using c_api::guarded;
using c_api::opt;
using c_api::Outcome;

/// Copies the last lists in the first call after lists(); the Regions keep the copy for later calls.
Outcome read_lists(glccl_regions& regions) {
  if (const glccl::Result<void> status = regions.regions.check_context(); !status) return Failure(status.error());
  if (regions.lists) return {};
  glccl::Result<glccl::ComponentLists> lists = regions.regions.readback_lists();
  if (!lists) return Failure(lists.error());
  regions.lists = *std::move(lists);
  return {};
}

/// The same with the last contacts.
Outcome read_contacts(glccl_regions& regions) {
  if (const glccl::Result<void> status = regions.regions.check_context(); !status) return Failure(status.error());
  if (regions.contacts) return {};
  glccl::Result<glccl::ContactList> contacts = regions.regions.readback_contacts();
  if (!contacts) return Failure(contacts.error());
  regions.contacts = *std::move(contacts);
  return {};
}

glccl_region_options default_regions() {
  return {sizeof(glccl_region_options), 0, 0, 0, 0, 0, 0, 0, 0, GLCCL_STATE_PRESERVE, nullptr,
          GLCCL_DEBUG_GROUPS_STAGES,    0, {}};
}

}  // namespace

void glccl_set_default_regions(glccl_region_options* options, uint32_t size) {
  c_api::set_defaults(default_regions(), options, size);
}

glccl_error_code glccl_regions_create(glccl_extent extent, const glccl_region_options* options, glccl_regions** regions,
                                      glccl_error* error) {
  if (regions != nullptr) *regions = nullptr;
  return guarded(error, {{"regions", regions}, {"options", options}}, [&]() -> Outcome {
    const glccl_region_options given = c_api::read_sized(options, default_regions());
    const glccl::RegionOptions asked = c_api::from_c(given);
    glccl::Result<glccl::Regions> made =
        glccl::Regions::create(c_api::from_c(extent), asked, c_api::context_use_of(given));
    if (!made) return Failure(made.error());
    *regions = std::make_unique<glccl_regions>(*std::move(made), asked).release();
    return {};
  });
}

void glccl_regions_destroy(glccl_regions* regions) { const std::unique_ptr<glccl_regions> owner(regions); }

glccl_error_code glccl_regions_select(glccl_regions* regions, const glccl_labels* labels, const glccl_position* seeds,
                                      size_t count, glccl_selection* selection, glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"labels", labels}, opt("selection", selection)}, [&]() -> Outcome {
    if (seeds == nullptr && count != 0) {
      return Failure(GLCCL_ERROR_INVALID_ARGUMENT, "`seeds` is a null pointer, and the count " + std::to_string(count));
    }
    // Before seeds are read: a count beyond the limit may be one beyond the array.
    if (const glccl::Result<void> status = glccl::check_seeds(count, regions->options); !status) {
      return Failure(status.error());
    }
    const glccl::Result<glccl::SeedSelection> made =
        regions->regions.select(c_api::from_c(*labels), std::span(seeds, count));
    if (!made) return Failure(made.error());
    regions->seeds.reset();
    c_api::write_sized({0, made->seeds, made->mask, made->labels, c_api::to_c(made->extent)}, selection);
    return {};
  });
}

glccl_error_code glccl_regions_boundaries(glccl_regions* regions, const glccl_labels* labels, int32_t connectivity,
                                          uint32_t* mask, glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"labels", labels}, {"mask", mask}}, [&]() -> Outcome {
    const glccl::Result<std::uint32_t> made =
        regions->regions.boundaries(c_api::from_c(*labels), static_cast<glccl::Connectivity>(connectivity));
    if (!made) return Failure(made.error());
    *mask = *made;
    return {};
  });
}

glccl_error_code glccl_regions_lists(glccl_regions* regions, const glccl_labels* labels, glccl_lists* lists,
                                     glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"labels", labels}, opt("lists", lists)}, [&]() -> Outcome {
    const glccl::Result<glccl::ListBuffers> made = regions->regions.lists(c_api::from_c(*labels));
    if (!made) return Failure(made.error());
    regions->lists.reset();
    c_api::write_sized({0, made->lists, made->places}, lists);
    return {};
  });
}

glccl_error_code glccl_regions_contacts(glccl_regions* regions, const glccl_labels* labels, int32_t connectivity,
                                        uint32_t* buffer, glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"labels", labels}}, [&]() -> Outcome {
    const glccl::Result<std::uint32_t> made =
        regions->regions.contacts(c_api::from_c(*labels), static_cast<glccl::Connectivity>(connectivity));
    if (!made) return Failure(made.error());
    regions->contacts.reset();
    if (buffer != nullptr) *buffer = *made;
    return {};
  });
}

glccl_error_code glccl_regions_colours(glccl_regions* regions, const glccl_labels* labels, uint32_t target,
                                       uint32_t* texture, glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"labels", labels}}, [&]() -> Outcome {
    const glccl::Result<std::uint32_t> made = regions->regions.colours(c_api::from_c(*labels), target);
    if (!made) return Failure(made.error());
    if (texture != nullptr) *texture = *made;
    return {};
  });
}

glccl_error_code glccl_readback_seeds(glccl_regions* regions, glccl_seed* seeds, size_t capacity, size_t* count,
                                      glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"count", count}}, [&]() -> Outcome {
    if (const glccl::Result<void> status = regions->regions.check_context(); !status) return Failure(status.error());
    if (!regions->seeds) {
      glccl::Result<glccl::SeedReport> report = regions->regions.readback_seeds();
      if (!report) return Failure(report.error());
      regions->seeds = *std::move(report);
    }
    return c_api::copy_list(regions->seeds->seeds, seeds, capacity, *count, "seeds");
  });
}

glccl_error_code glccl_readback_lists_header(glccl_regions* regions, glccl_lists_header* header, glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"header", header}}, [&]() -> Outcome {
    if (Outcome failure = read_lists(*regions)) return failure;
    *header = regions->lists->header;
    return {};
  });
}

glccl_error_code glccl_readback_offsets(glccl_regions* regions, uint32_t* offsets, size_t capacity, size_t* count,
                                        glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"count", count}}, [&]() -> Outcome {
    if (Outcome failure = read_lists(*regions)) return failure;
    return c_api::copy_list(regions->lists->offsets, offsets, capacity, *count, "offsets");
  });
}

glccl_error_code glccl_readback_places(glccl_regions* regions, uint32_t* places, size_t capacity, size_t* count,
                                       glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"count", count}}, [&]() -> Outcome {
    if (Outcome failure = read_lists(*regions)) return failure;
    return c_api::copy_list(regions->lists->places, places, capacity, *count, "places");
  });
}

glccl_error_code glccl_readback_contacts_header(glccl_regions* regions, glccl_contacts_header* header,
                                                glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"header", header}}, [&]() -> Outcome {
    if (Outcome failure = read_contacts(*regions)) return failure;
    *header = regions->contacts->header;
    return {};
  });
}

glccl_error_code glccl_readback_contacts(glccl_regions* regions, glccl_contact* contacts, size_t capacity,
                                         size_t* count, glccl_error* error) {
  return guarded(error, {{"regions", regions}, {"count", count}}, [&]() -> Outcome {
    if (Outcome failure = read_contacts(*regions)) return failure;
    return c_api::copy_list(regions->contacts->contacts, contacts, capacity, *count, "contacts");
  });
}
