// The options of a specification: one for each member of the ledger (engine/vocabulary/spec_fields.hpp) that has a word
// for its values, and the way back from a specification to arguments. The criterion has selection.hpp.
#pragma once

#include <optional>
#include <string>

#include "glccl/result.hpp"
#include "glccl/spec.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace glccl::tools {

/// Adds --min-area, --max-area, --largest, --clear-border, --fill-holes, --periodic and so on. check_spec_options()
/// checks the values.
void add_spec_options(CLI::App& app, LabelingSpec& spec);

/// The options of a specification, or nothing: "--min-area 3 --fill-holes all --periodic x,y".
std::string to_arguments(const LabelingSpec& spec);

/// The options behind a need as messages name them: numbers with their value, "--min-area 3 --clear-border", and what
/// also takes a word without: "--fill-holes".
std::string named_options(const LabelingSpec& spec, Need need);

/// The first need of a specification, in the order of Need, but for measurements, which no option asks for.
std::optional<Need> first_need(const LabelingSpec& spec);

/// check_filter() and check_holes() in the words of the command line: `criterion` is the option of another criterion
/// than foreground, or empty. Error `invalid_argument`.
Result<void> check_spec_options(const LabelingSpec& spec, const std::string& criterion, bool masked);

/// Error `invalid_argument`: the axis z of an image, whose name is `name`.
Result<void> check_periodic(const PeriodicAxes& axes, const Extent& extent, const std::string& name);

}  // namespace glccl::tools
