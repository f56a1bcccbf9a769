// Random images and volumes for glccl validate.
#pragma once

#include <cstdint>

#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/validate/inputs.hpp"

namespace glccl::tools {

/// The image and criterion of a seed, the same on every machine: most of them small, many of odd sizes, single rows and
/// columns and strips among them, up to `max_size`. Every kind of host::generate(), grey values above or not above a
/// threshold, patches of few values and colours for `equal` and `difference`, and patches of floats at the edges of
/// their range (denormals, infinities, NaN). In every format that the reference labels. Where `max_size` has several
/// slices it is a volume of at least two slices, with flat and thin ones among them. A fifth have a filter, and a fifth
/// a mask; of the foregrounds a quarter have holes that are filled. Error `too_large`: no memory for it.
Result<ValidateInput> make_fuzz_input(std::uint32_t seed, Extent max_size);

}  // namespace glccl::tools
