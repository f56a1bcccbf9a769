// --fill-holes: which holes become foreground.
#pragma once

#include <cstdint>
#include <string>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace glccl::tools {

/// The option that sets LabelingSpec::fill_holes.
void add_holes_option(CLI::App& app, std::uint64_t& fill_holes);

/// The option, or nothing: "--fill-holes 3".
inline std::string holes_argument(std::uint64_t fill_holes) {
  if (fill_holes == 0) return {};
  return "--fill-holes " + (fill_holes == Filter::unlimited ? "all" : std::to_string(fill_holes));
}

/// check_holes() in the words of the command line: `criterion` is the option of another criterion than foreground, or
/// empty. Error `invalid_argument`.
inline Status check_holes_option(std::uint64_t fill_holes, const std::string& criterion, bool masked) {
  const std::string other = !criterion.empty() ? criterion : masked ? "--mask" : "";
  if (fill_holes == 0 || other.empty()) return {};
  return Error{ErrorCode::invalid_argument, "--fill-holes and " + other +
                                                " contradict each other: holes are those of a foreground without a "
                                                "mask; leave one of the two out"};
}

}  // namespace glccl::tools
