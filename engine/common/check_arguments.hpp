// The checks that need no context: the same for labeling, preparing and planning.
#pragma once

#include "glccl/image.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// Error `invalid_argument` for a number outside its enumeration.
Result<void> check_context_use(const ContextUse& context);

/// Whether an OpenGL engine can label images of this format and extent with these options, `masked` with a mask.
/// Errors: those of check(), check_table(), check_tuning(); `unsupported` for an engine without masks;
/// `invalid_argument` for a number outside its enumeration.
Result<void> check_arguments(Engine engine, PixelFormat format, const Extent& extent, const LabelingSpec& spec,
                             const Outputs& output, bool masked);

/// The same for inputs of which the formats are known, and for an engine that may be none. Errors: also those of
/// check_second_images().
Result<void> check_arguments(Engine engine, const InputFormats& formats, const Extent& extent, const LabelingSpec& spec,
                             const Outputs& output);

/// The same for a plan, which does not depend on the format, and for an engine that may be none.
Result<void> check_plan_arguments(Engine engine, const Extent& extent, const LabelingSpec& spec, const Outputs& output,
                                  bool masked);

}  // namespace glccl
