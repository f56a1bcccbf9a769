// The holes of LabelingSpec::fill_holes.
#include <string>
#include <variant>

#include "glccl/spec.hpp"

namespace glccl {

Result<void> check_holes(const LabelingSpec& spec) {
  if (spec.fill_holes == 0) return {};
  const CriterionKind kind = kind_of(spec.criterion);
  if (kind == CriterionKind::foreground) return {};
  return Error{ErrorCode::invalid_argument, "holes are filled in a foreground, and the criterion is " +
                                                std::string(name_of(kind)) +
                                                ": use foreground, or leave fill_holes at 0"};
}

LabelingSpec background_spec(const LabelingSpec& spec) {
  Foreground background = std::get<Foreground>(spec.criterion);
  background.inverted = !background.inverted;
  return {.connectivity = dual_of(spec.connectivity), .criterion = background, .periodic = spec.periodic};
}

}  // namespace glccl
