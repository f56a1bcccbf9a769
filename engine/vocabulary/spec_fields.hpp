// The ledger of what is asked: every member of LabelingSpec, once. Checks, the C interface, the options of programs,
// Python's keywords, random requests and printed specifications visit it. docs/architecture.md says how to add a
// member.
#pragma once

#include <optional>
#include <string_view>

#include "glccl/spec.hpp"

namespace glccl {

/// A member of LabelingSpec.
struct Field {
  std::string_view name;                    ///< Of the member in C++, C and Python; with dashes the option of programs.
  std::string_view sentence;                ///< What it asks for, as the help of an option says it.
  std::optional<Need> need = std::nullopt;  ///< What a value other than the default needs of an engine.
  std::string_view values = {};             ///< The option's values in its help; empty: programs have no such option.
  int drawn = 0;                            ///< The largest number that random requests draw.
};

/// Calls `visit(field, members...)` for each member, with that member of every one of `specs`: LabelingSpec, or another
/// struct whose members have these names.
template <class Visit, class... Specs>
constexpr void visit_fields(const Visit& visit, Specs&... specs) {
  visit(Field{"connectivity", "which elements are neighbors"}, specs.connectivity...);
  visit(Field{"criterion", "which neighbors are connected"}, specs.criterion...);
  visit(Field{"numbering", "the values of labels"}, specs.numbering...);
  visit(Field{"min_area", "drop components of fewer pixels", Need::filter, "N", 20}, specs.filter.min_area...);
  visit(Field{"max_area", "drop components of more pixels", Need::filter, "N", 200}, specs.filter.max_area...);
  visit(Field{"largest", "keep the N largest of the components that are not dropped", Need::filter, "N", 16},
        specs.filter.largest...);
  visit(Field{"clear_border", "drop components that touch the border of the image", Need::filter, "flag"},
        specs.filter.clear_border...);
  visit(
      Field{"border_width", "with --clear-border: also components within N pixels of the border", Need::filter, "N", 4},
      specs.filter.border_width...);
  visit(Field{"fill_holes", "fill holes of up to N pixels, or all, before components are labeled and filtered",
              Need::holes, "N|all", 30},
        specs.fill_holes...);
  visit(Field{"columns", "what is measured of components besides area, box and sums", Need::measurements},
        specs.columns...);
  visit(Field{"periodic", "join components across the seams of these axes: x, y or z, as x,y", Need::periodic, "AXES"},
        specs.periodic...);
  visit(Field{"fraction_bits", "the bits behind the binary point of measured floats"}, specs.fraction_bits...);
}

/// How messages name a need.
struct NeedWords {
  Need need;                 ///< The need.
  std::string_view member;   ///< The member that asks for it: "LabelingSpec::filter".
  std::string_view wanted;   ///< "a filter".
  std::string_view present;  ///< What an engine without has instead: "every component".
  std::string_view lacks;    ///< What such an engine does, after its name: "has no filter".
  std::string_view refusal;  ///< The same as an error says it, with the engines that have it.
};

/// The words of the first of these needs, in the order of Need; null without needs.
GLCCL_API const NeedWords* words_of_first(Needs needs);

}  // namespace glccl
