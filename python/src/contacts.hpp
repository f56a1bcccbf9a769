// Contacts of labels for the Python package.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "glccl/contacts.hpp"

namespace glccl::python {

/// The pairs of labels that touch as an array of two columns, and the lengths of their borders.
nanobind::tuple arrays_of(const std::vector<Contact>& contacts);

/// Adds the function contacts to the module.
void add_contacts(nanobind::module_& module);

}  // namespace glccl::python
