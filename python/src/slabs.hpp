// Labeling of images that Python reads slab by slab.
#pragma once

#include <nanobind/nanobind.h>

namespace glccl::python {

/// Adds label_slabs() to the extension module.
void add_slabs(nanobind::module_& module);

}  // namespace glccl::python
