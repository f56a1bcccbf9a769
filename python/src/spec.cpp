#include "python/src/spec.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "engine/vocabulary/spec_fields.hpp"

namespace nb = nanobind;

namespace glccl::python {
namespace {

using AxisMembers = std::tuple<bool, bool, bool>;

template <class Member>
void set(Member& member, nb::handle value) {
  member = nb::cast<Member>(value);
}

void set(Connectivity& connectivity, nb::handle value) {
  connectivity = static_cast<Connectivity>(nb::cast<int>(value));
}

void set(Numbering& numbering, nb::handle value) {
  numbering = nb::cast<std::string_view>(value) == "root" ? Numbering::root : Numbering::raster;
}

void set(PeriodicAxes& axes, nb::handle value) {
  const auto [x, y, z] = nb::cast<AxisMembers>(value);
  axes = {x, y, z};
}

nb::object python_of(const PeriodicAxes& axes) { return nb::cast(AxisMembers{axes.x, axes.y, axes.z}); }

template <class Number>
requires std::is_arithmetic_v<Number> nb::object python_of(Number number) { return nb::cast(number); }

}  // namespace

LabelingSpec spec_of(const nb::kwargs& keywords) {
  LabelingSpec spec;
  for (const auto& [keyword, value] : keywords) {
    const auto name = nb::cast<std::string_view>(keyword);
    bool known = false;
    visit_fields(
        [&, &value = value](const Field& field, auto& member) {
          if (field.name != name) return;
          set(member, value);
          known = true;
        },
        spec);
    if (!known) throw nb::type_error(("a specification has no member " + std::string(name)).c_str());
  }
  return spec;
}

nb::list option_fields() {
  nb::list fields;
  LabelingSpec defaults;
  visit_fields(
      [&](const Field& field, auto& member) {
        if constexpr (requires { python_of(member); }) {
          if (!field.values.empty()) fields.append(nb::make_tuple(field.name, field.values, python_of(member)));
        }
      },
      defaults);
  return fields;
}

}  // namespace glccl::python
