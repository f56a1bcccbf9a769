// Contacts of labels for the Python package.
#pragma once

#include <nanobind/nanobind.h>

namespace glccl::python {

/// Adds the function contacts to the module.
void add_contacts(nanobind::module_& module);

}  // namespace glccl::python
