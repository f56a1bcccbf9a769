// Specifications by keywords that have the names of the ledger (engine/vocabulary/spec_fields.hpp).
#pragma once

#include <nanobind/nanobind.h>

#include "glccl/types.hpp"

namespace glccl::python {

/// The specification of these keywords, each with a value of the member's type: connectivity an int, criterion an
/// object of the types of _core, numbering a name, periodic whether x, y and z are. Others have their defaults. Raises
/// TypeError for another keyword or type.
LabelingSpec spec_of(const nanobind::kwargs& keywords);

/// The members that have an option: its name, the option's values (spec_fields.hpp), and the default.
nanobind::list option_fields();

}  // namespace glccl::python
