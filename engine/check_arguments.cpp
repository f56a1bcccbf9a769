#include "engine/check_arguments.hpp"

#include <string>

#include "engine/vocabulary/enumerators.hpp"
#include "glccl/spec.hpp"

namespace glccl {

Status check_arguments(Engine engine, PixelFormat format, const Extent& extent, const LabelingSpec& spec,
                       const OutputOptions& output) {
  if (Status status = check(spec, format, extent, capabilities_of(engine)); !status) return status;
  if (Status status = check_table(spec, output.table_rows); !status) return status;
  if (Status status = check_tuning(engine, output.raster, extent); !status) return status;
  const bool holes = spec.fill_holes != 0;
  const bool periodic = spec.periodic.any();
  const bool more = spec.columns != 0 || spec.masked || holes || periodic;
  if (output.raster != RasterOptions{} && (!spec.filter.keeps_all() || more)) {
    if (holes) {
      return Error{ErrorCode::invalid_argument,
                   "blocks and compaction are of the engine raster, which fills no holes: leave OutputOptions::raster "
                   "or LabelingSpec::fill_holes at its default"};
    }
    const std::string lacks = spec.columns != 0 ? "no measurements"
                              : spec.masked     ? "no mask"
                              : periodic        ? "no periodic axes"
                                                : "no filter";
    const std::string member = spec.columns != 0 ? "columns"
                               : spec.masked     ? "masked"
                               : periodic        ? "periodic"
                                                 : "filter";
    return Error{ErrorCode::invalid_argument, "blocks and compaction are of the engine raster, which has " + lacks +
                                                  ": leave OutputOptions::raster or LabelingSpec::" + member +
                                                  " at its defaults"};
  }
  if (Status status = check_enumerator("the state policy", output.state_policy, StatePolicy::clobber); !status) {
    return status;
  }
  return check_enumerator("the timing detail", output.timing, TimingDetail::passes);
}

Status check_plan_arguments(Engine engine, const Extent& extent, const LabelingSpec& spec,
                            const OutputOptions& output) {
  if (Status status = check_engine(engine); !status) return status;
  return check_arguments(engine, PixelFormat::u8, extent, spec, output);  // a format that has every criterion
}

}  // namespace glccl
