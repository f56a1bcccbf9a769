// The C face of glccl::Extractor.
#include "glccl/extractor.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "engine/c/convert.hpp"
#include "engine/c/guard.hpp"
#include "glccl/extractor.hpp"

struct glccl_extractor {
  glccl_extractor(glccl::Extractor made, const glccl::ExtractorOptions& asked)
      : extractor(std::move(made)), options(asked) {}

  glccl::Extractor extractor;
  glccl::ExtractorOptions options;
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

glccl::ExtractorOptions convert(const glccl_extractor_options& from) {
  glccl::ExtractorOptions to;
  to.max_seeds = from.max_seeds;
  to.selection_mask = from.selection_mask != 0;
  to.selection_labels = from.selection_labels != 0;
  to.boundaries = from.boundaries != 0;
  to.max_components = from.max_components;
  to.max_elements = from.max_elements;
  to.max_runs = from.max_runs;
  to.max_contacts = from.max_contacts;
  return to;
}

/// Copies the last lists in the first call after list(); the extractor keeps the copy for later calls.
Outcome read_lists(glccl_extractor& extractor) {
  if (const glccl::Result<void> status = extractor.extractor.check_context(); !status) return Failure(status.error());
  if (extractor.lists) return {};
  glccl::Result<glccl::ComponentLists> lists = extractor.extractor.readback_lists();
  if (!lists) return Failure(lists.error());
  extractor.lists = *std::move(lists);
  return {};
}

/// The same with the last contacts.
Outcome read_contacts(glccl_extractor& extractor) {
  if (const glccl::Result<void> status = extractor.extractor.check_context(); !status) return Failure(status.error());
  if (extractor.contacts) return {};
  glccl::Result<glccl::ContactList> contacts = extractor.extractor.readback_contacts();
  if (!contacts) return Failure(contacts.error());
  extractor.contacts = *std::move(contacts);
  return {};
}

glccl_extractor_options default_extractor() {
  return {sizeof(glccl_extractor_options), 0, 0, 0, 0, 0, 0, 0, 0, GLCCL_STATE_PRESERVE};
}

}  // namespace

void glccl_set_default_extractor(glccl_extractor_options* options, uint32_t size) {
  c_api::set_defaults(default_extractor(), options, size);
}

glccl_error_code glccl_extractor_create(glccl_extent extent, const glccl_extractor_options* options,
                                        glccl_extractor** extractor, glccl_error* error) {
  if (extractor != nullptr) *extractor = nullptr;
  return guarded(error, {{"extractor", extractor}, {"options", options}}, [&]() -> Outcome {
    const glccl_extractor_options given = c_api::read_sized(options, default_extractor());
    if (given.state_policy != GLCCL_STATE_PRESERVE && given.state_policy != GLCCL_STATE_CLOBBER) {
      return Failure(GLCCL_ERROR_INVALID_ARGUMENT, "there is no state policy " + std::to_string(given.state_policy) +
                                                       ": glccl_state_policy has them");
    }
    const glccl::ExtractorOptions asked = convert(given);
    glccl::Result<glccl::Extractor> made =
        glccl::Extractor::create(c_api::from_c(extent), asked, static_cast<glccl::StatePolicy>(given.state_policy));
    if (!made) return Failure(made.error());
    *extractor = std::make_unique<glccl_extractor>(*std::move(made), asked).release();
    return {};
  });
}

void glccl_extractor_destroy(glccl_extractor* extractor) { const std::unique_ptr<glccl_extractor> owner(extractor); }

glccl_error_code glccl_select_components(glccl_extractor* extractor, const glccl_labels* labels,
                                         const glccl_position* seeds, size_t count, glccl_selection* selection,
                                         glccl_error* error) {
  return guarded(error, {{"extractor", extractor}, {"labels", labels}, opt("selection", selection)}, [&]() -> Outcome {
    if (seeds == nullptr && count != 0) {
      return Failure(GLCCL_ERROR_INVALID_ARGUMENT, "`seeds` is a null pointer, and the count " + std::to_string(count));
    }
    // Before seeds are read: a count beyond the limit may be one beyond the array.
    if (const glccl::Result<void> status = glccl::check_seeds(count, extractor->options); !status) {
      return Failure(status.error());
    }
    const glccl::Result<glccl::SeedSelection> made =
        extractor->extractor.select(c_api::from_c(*labels), std::span(seeds, count));
    if (!made) return Failure(made.error());
    extractor->seeds.reset();
    c_api::write_sized({0, made->seeds, made->mask, made->labels, c_api::to_c(made->extent)}, selection);
    return {};
  });
}

glccl_error_code glccl_find_boundaries(glccl_extractor* extractor, const glccl_labels* labels, int32_t connectivity,
                                       uint32_t* mask, glccl_error* error) {
  return guarded(error, {{"extractor", extractor}, {"labels", labels}, {"mask", mask}}, [&]() -> Outcome {
    const glccl::Result<std::uint32_t> made =
        extractor->extractor.find_boundaries(c_api::from_c(*labels), static_cast<glccl::Connectivity>(connectivity));
    if (!made) return Failure(made.error());
    *mask = *made;
    return {};
  });
}

glccl_error_code glccl_list_components(glccl_extractor* extractor, const glccl_labels* labels, glccl_lists* lists,
                                       glccl_error* error) {
  return guarded(error, {{"extractor", extractor}, {"labels", labels}, opt("lists", lists)}, [&]() -> Outcome {
    const glccl::Result<glccl::ListBuffers> made = extractor->extractor.list(c_api::from_c(*labels));
    if (!made) return Failure(made.error());
    extractor->lists.reset();
    c_api::write_sized({0, made->lists, made->places}, lists);
    return {};
  });
}

glccl_error_code glccl_find_contacts(glccl_extractor* extractor, const glccl_labels* labels, int32_t connectivity,
                                     uint32_t* buffer, glccl_error* error) {
  return guarded(error, {{"extractor", extractor}, {"labels", labels}}, [&]() -> Outcome {
    const glccl::Result<std::uint32_t> made =
        extractor->extractor.find_contacts(c_api::from_c(*labels), static_cast<glccl::Connectivity>(connectivity));
    if (!made) return Failure(made.error());
    extractor->contacts.reset();
    if (buffer != nullptr) *buffer = *made;
    return {};
  });
}

glccl_error_code glccl_readback_seeds(glccl_extractor* extractor, glccl_seed* seeds, size_t capacity, size_t* count,
                                      glccl_error* error) {
  return guarded(error, {{"extractor", extractor}, {"count", count}}, [&]() -> Outcome {
    if (const glccl::Result<void> status = extractor->extractor.check_context(); !status)
      return Failure(status.error());
    if (!extractor->seeds) {
      glccl::Result<glccl::SeedReport> report = extractor->extractor.readback_seeds();
      if (!report) return Failure(report.error());
      extractor->seeds = *std::move(report);
    }
    return c_api::copy_list(extractor->seeds->seeds, seeds, capacity, *count, "seeds");
  });
}

glccl_error_code glccl_readback_lists_header(glccl_extractor* extractor, glccl_lists_header* header,
                                             glccl_error* error) {
  return guarded(error, {{"extractor", extractor}, {"header", header}}, [&]() -> Outcome {
    if (Outcome failure = read_lists(*extractor)) return failure;
    *header = extractor->lists->header;
    return {};
  });
}

glccl_error_code glccl_readback_offsets(glccl_extractor* extractor, uint32_t* offsets, size_t capacity, size_t* count,
                                        glccl_error* error) {
  return guarded(error, {{"extractor", extractor}, {"count", count}}, [&]() -> Outcome {
    if (Outcome failure = read_lists(*extractor)) return failure;
    return c_api::copy_list(extractor->lists->offsets, offsets, capacity, *count, "offsets");
  });
}

glccl_error_code glccl_readback_places(glccl_extractor* extractor, uint32_t* places, size_t capacity, size_t* count,
                                       glccl_error* error) {
  return guarded(error, {{"extractor", extractor}, {"count", count}}, [&]() -> Outcome {
    if (Outcome failure = read_lists(*extractor)) return failure;
    return c_api::copy_list(extractor->lists->places, places, capacity, *count, "places");
  });
}

glccl_error_code glccl_readback_contacts_header(glccl_extractor* extractor, glccl_contacts_header* header,
                                                glccl_error* error) {
  return guarded(error, {{"extractor", extractor}, {"header", header}}, [&]() -> Outcome {
    if (Outcome failure = read_contacts(*extractor)) return failure;
    *header = extractor->contacts->header;
    return {};
  });
}

glccl_error_code glccl_readback_contacts(glccl_extractor* extractor, glccl_contact* contacts, size_t capacity,
                                         size_t* count, glccl_error* error) {
  return guarded(error, {{"extractor", extractor}, {"count", count}}, [&]() -> Outcome {
    if (Outcome failure = read_contacts(*extractor)) return failure;
    return c_api::copy_list(extractor->contacts->contacts, contacts, capacity, *count, "contacts");
  });
}
