#include "glccl/region_results.hpp"

#include <algorithm>
#include <string>

#include "engine/vocabulary/label_extent.hpp"
#include "glsl/shared/label_colours.h"
#include "glsl/shared/regions.h"

namespace glccl {
namespace {

Error refuse(ErrorCode code, const std::string& message) { return {code, "regions " + message}; }

/// A number beyond its limit.
Error refuse_number(std::uint64_t number, const std::string& things, std::uint32_t most) {
  return refuse(ErrorCode::too_large, "for " + std::to_string(number) + " " + things + ": " + std::to_string(most) +
                                          " is the largest number");
}

}  // namespace

static_assert(list_too_many_components == shared::LIST_TOO_MANY_COMPONENTS);
static_assert(list_too_many_elements == shared::LIST_TOO_MANY_ELEMENTS);
static_assert(list_too_many_runs == shared::LIST_TOO_MANY_RUNS);
static_assert(sizeof(ListsHeader) == 4 * shared::LISTS_HEADER_WORDS);
static_assert(most_listed_components << shared::LENGTH_BITS == 0, "label - 1 and length - 1 fill a word");
static_assert(1U << shared::LENGTH_BITS == shared::LONGEST_RUN);
static_assert(sizeof(ContactsHeader) == 4 * shared::CONTACTS_HEADER_WORDS);

Result<void> check_regions(const Extent& extent, const RegionOptions& options) {
  if (const Result<void> status = check_label_extent("regions", extent); !status) return status;
  const bool makes_any = options.max_seeds != 0 || options.boundaries || options.max_components != 0 ||
                         options.max_contacts != 0 || options.colours;
  if (!makes_any) {
    return refuse(ErrorCode::invalid_argument,
                  "of nothing: set max_seeds, boundaries, max_components, max_contacts or colours");
  }
  if (options.max_seeds == 0 && (options.selection_mask || options.selection_labels)) {
    return refuse(ErrorCode::invalid_argument, "with selections and 0 seeds: max_seeds is 1 or more");
  }
  if (options.max_components == 0 && (options.max_elements != 0 || options.max_runs != 0)) {
    return refuse(ErrorCode::invalid_argument, "with lists of 0 components: max_components is 1 or more");
  }
  if (options.max_seeds > most_seeds) return refuse_number(options.max_seeds, "seeds", most_seeds);
  if (options.max_components > most_listed_components) {
    return refuse_number(options.max_components, "components", most_listed_components);
  }
  if (options.max_contacts > most_contacts) return refuse_number(options.max_contacts, "contacts", most_contacts);
  return {};
}

Result<void> check_seeds(std::size_t seeds, const RegionOptions& options) {
  if (options.max_seeds == 0) {
    return Error{ErrorCode::invalid_argument, "no selections: create the Regions with RegionOptions::max_seeds"};
  }
  if (seeds <= options.max_seeds) return {};
  return Error{ErrorCode::too_large,
               std::to_string(seeds) + " seeds: these Regions take " + std::to_string(options.max_seeds)};
}

Result<int> hops_of(Connectivity connectivity, const Extent& extent) {
  const bool is_volume = extent.is_volume();
  switch (connectivity) {
    case Connectivity::four:
      if (!is_volume) return 1;
      break;
    case Connectivity::eight:
      if (!is_volume) return 2;
      break;
    case Connectivity::six:
      return 1;
    case Connectivity::eighteen:
      return 2;
    case Connectivity::twenty_six:
    case Connectivity::full:
      return is_volume ? 3 : 2;
  }
  return Error{ErrorCode::invalid_argument,
               "boundaries with connectivity " + std::to_string(static_cast<int>(connectivity)) + " in " +
                   to_string(extent) + ": " + (is_volume ? "6, 18 and 26 are for volumes" : "4 and 8 are for images")};
}

std::uint32_t elements_of(const RegionOptions& options, const Extent& extent) {
  if (options.max_elements != 0) return options.max_elements;
  return static_cast<std::uint32_t>(extent.elements());
}

std::uint32_t runs_of(const RegionOptions& options, const Extent& extent) {
  if (options.max_runs != 0) return options.max_runs;
  // A run of Foreground begins behind background, in a new row, or where the run before has its full length.
  const std::int64_t elements = extent.elements();
  const std::int64_t rows = std::int64_t{extent.height} * extent.depth;
  const std::int64_t runs = (elements + 1) / 2 + rows + elements / std::int64_t{shared::LONGEST_RUN} + 1;
  return static_cast<std::uint32_t>(std::min(elements, runs));
}

std::size_t seeds_bytes(std::uint32_t max_seeds) {
  return sizeof(std::uint32_t) * shared::SEEDS_HEADER_WORDS + std::size_t{max_seeds} * sizeof(SeedRow);
}

std::size_t lists_bytes(std::uint32_t max_components) {
  return sizeof(ListsHeader) + (std::size_t{max_components} + 1) * sizeof(std::uint32_t);
}

std::size_t contacts_bytes(std::uint32_t max_contacts) {
  return sizeof(ContactsHeader) + std::size_t{max_contacts} * sizeof(Contact);
}

std::uint32_t colour_of_label(std::uint32_t label) { return shared::label_colour(label); }

SeedReport read_seeds(const void* bytes) {
  const auto* words = static_cast<const std::uint32_t*>(bytes);
  SeedReport report;
  report.seeds.resize(words[0]);
  report.selected = words[1];
  const std::uint32_t* row = words + shared::SEEDS_HEADER_WORDS;
  for (SeedRow& seed : report.seeds) {
    seed = {row[0], row[1]};
    row += 2;
  }
  return report;
}

}  // namespace glccl
