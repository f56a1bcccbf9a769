#include "engine/common/check_arguments.hpp"

#include <string>

#include "engine/vocabulary/enumerators.hpp"
#include "engine/vocabulary/spec_fields.hpp"
#include "glccl/spec.hpp"

namespace glccl {

Result<void> check_context_use(const ContextUse& context) {
  if (Result<void> status = check_enumerator("the state policy", context.state_policy, StatePolicy::clobber); !status) {
    return status;
  }
  if (Result<void> status = check_enumerator("debug_groups", context.debug_groups, DebugGroups::none); !status) {
    return status;
  }
  return check_enumerator("the timing detail", context.timing, TimingDetail::passes);
}

Result<void> check_arguments(Engine engine, PixelFormat format, const Extent& extent, const LabelingSpec& spec,
                             const Outputs& output, bool masked) {
  if (Result<void> status = check(spec, format, extent, capabilities_of(engine)); !status) return status;
  if (Result<void> status = check_table(spec, output.table_rows); !status) return status;
  if (Result<void> status = check_tuning(engine, output.raster, extent); !status) return status;
  const NeedWords* const need = words_of_first(needs_of(spec, masked));
  if (output.raster != RasterOptions{} && need != nullptr) {
    return Error{ErrorCode::invalid_argument, "blocks and compaction are of the engine raster, which " +
                                                  std::string(need->lacks) + ": leave Outputs::raster or " +
                                                  std::string(need->member) + " at its defaults"};
  }
  return check_context_use({output.state_policy, output.timing, nullptr, output.debug_groups});
}

Result<void> check_arguments(Engine engine, const InputFormats& formats, const Extent& extent, const LabelingSpec& spec,
                             const Outputs& output) {
  if (Result<void> status = check_engine(engine); !status) return status;
  const bool masked = formats.mask.has_value();
  if (Result<void> status = check_arguments(engine, formats.image, extent, spec, output, masked); !status) {
    return status;
  }
  return check_second_images(spec, formats, extent, capabilities_of(engine));
}

Result<void> check_plan_arguments(Engine engine, const Extent& extent, const LabelingSpec& spec, const Outputs& output,
                                  bool masked) {
  if (Result<void> status = check_engine(engine); !status) return status;
  return check_arguments(engine, PixelFormat::u8, extent, spec, output, masked);  // a format that has every criterion
}

}  // namespace glccl
