// --min-area, --max-area, --largest and --clear-border: which components are kept.
#pragma once

#include <string>

#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace glccl::tools {

/// The options of a filter. check_filter_options() checks the values.
void add_filter_options(CLI::App& app, Filter& filter);

/// The filter as options, or nothing: "--min-area 3 --clear-border".
inline std::string to_arguments(const Filter& filter) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  if (filter.min_area > 1) add("--min-area " + std::to_string(filter.min_area));
  if (filter.max_area != Filter::unlimited) add("--max-area " + std::to_string(filter.max_area));
  if (filter.largest != Filter::unlimited) add("--largest " + std::to_string(filter.largest));
  if (!filter.touching_border) add("--clear-border");
  return text;
}

/// check_filter() in the words of the command line. Error `invalid_argument`.
inline Status check_filter_options(const Filter& filter) {
  if (check_filter({.filter = filter})) return {};
  return Error{ErrorCode::invalid_argument, to_arguments(filter) +
                                                " keeps no component: pass --min-area not above --max-area, and "
                                                "--max-area and --largest from 1"};
}

}  // namespace glccl::tools
