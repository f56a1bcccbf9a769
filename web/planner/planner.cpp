// The plans of labelings by WebGPU, as WebAssembly for web/glccl.js: the same check, passes, constants and sizes as
// those of the engine compute. Numbers go in and out as arrays. tools/web/generate compiles it.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/compute/buffers.hpp"
#include "engine/compute/plan.hpp"
#include "engine/compute/programs.hpp"
#include "engine/compute/requests.hpp"
#include "engine/compute/uniform_block.hpp"
#include "glccl/image.hpp"
#include "glccl/options.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "web/planner/programs.hpp"

#define GLCCL_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace glccl::web {
namespace {

/// The numbers that JavaScript asks with, in this order.
enum PlanInput : std::size_t {
  width,
  height,
  depth,
  format,
  connectivity,
  criterion,
  low,
  high,
  inverted,
  channel,
  largest_difference,
  measure,
  has_background,
  background,  // 4 numbers
  min_area = background + 4,
  max_area,
  largest,
  clear_border,
  border_width,
  fill_holes,
  numbering,
  periodic_x,
  periodic_y,
  periodic_z,
  columns,           // a set: bit i is column i of `column_names`
  fraction_bits,     // NaN: components have their own
  mask_format,       // -1: no mask
  intensity_format,  // -1: none
  table_rows,
  most_bytes,   // maxStorageBufferBindingSize
  most_side,    // maxTextureDimension2D or maxTextureDimension3D
  most_shared,  // maxComputeWorkgroupStorageSize
  asked_count,
};
constexpr const char* asked_names =
    "width height depth format connectivity criterion low high inverted channel largestDifference measure "
    "hasBackground background0 background1 background2 background3 minArea maxArea largest clearBorder borderWidth "
    "fillHoles numbering periodicX periodicY periodicZ columns fractionBits maskFormat intensityFormat tableRows "
    "mostBytes "
    "mostSide mostShared";

/// The columns of the table that can be asked for.
struct ColumnName {
  const char* name;
  std::uint32_t column;
};
constexpr std::array<ColumnName, 5> column_names = {{{"moments", table_column_moments},
                                                     {"quads", table_column_quads},
                                                     {"intensity", table_column_intensity},
                                                     {"cubes", table_column_cubes},
                                                     {"seams", table_column_seams}}};

std::array<double, asked_count> asked;
std::string answer_text;
std::vector<double> answer;

Criterion asked_criterion() {
  std::optional<PixelValue> value;
  if (asked[has_background] != 0) {
    value = PixelValue{asked[background], asked[background + 1], asked[background + 2], asked[background + 3]};
  }
  switch (static_cast<CriterionKind>(asked[criterion])) {
    case CriterionKind::equal:
      return Equal{value};
    case CriterionKind::difference:
      return Difference{asked[largest_difference], value, static_cast<Measure>(asked[measure])};
    default:
      return Foreground{asked[low], asked[high], asked[inverted] != 0, static_cast<Channel>(asked[channel])};
  }
}

std::uint64_t number_at(PlanInput place) {
  return asked[place] < 0x1p63 ? static_cast<std::uint64_t>(asked[place]) : Filter::unlimited;
}

/// The format of a second image; nothing: there is none.
std::optional<PixelFormat> asked_format(PlanInput place) {
  if (asked[place] < 0) return std::nullopt;
  return static_cast<PixelFormat>(asked[place]);
}

std::uint32_t asked_columns() {
  std::uint32_t set = 0;
  for (std::size_t i = 0; i < column_names.size(); ++i) {
    if ((static_cast<unsigned>(asked[columns]) >> i & 1U) != 0) set |= column_names[i].column;
  }
  return set;
}

LabelingSpec asked_spec() {
  LabelingSpec spec;
  spec.numbering = static_cast<Numbering>(asked[numbering]);
  spec.periodic = {asked[periodic_x] != 0, asked[periodic_y] != 0, asked[periodic_z] != 0};
  spec.columns = asked_columns();
  if (!std::isnan(asked[fraction_bits])) spec.fraction_bits = static_cast<int>(asked[fraction_bits]);
  spec.connectivity = static_cast<Connectivity>(asked[connectivity]);
  spec.criterion = asked_criterion();
  spec.filter = {number_at(min_area), number_at(max_area), number_at(largest), asked[clear_border] != 0,
                 number_at(border_width)};
  spec.fill_holes = number_at(fill_holes);
  return spec;
}

Error too_large(const std::string& what, std::int64_t needed, PlanInput limit, const char* name) {
  return {ErrorCode::too_large, what + std::to_string(needed) + ", and this device has " +
                                    std::to_string(static_cast<std::int64_t>(asked[limit])) + " (" + name +
                                    "): label a smaller one, or ask for the adapter's limits in requestDevice()"};
}

/// Whether the device has what a labeling needs.
Result<void> check_limits(const Extent& extent, const compute::Buffers::Bytes& bytes, std::int64_t of_table) {
  constexpr std::int64_t shared_bytes = 32768;
  if (asked[most_shared] < shared_bytes) {
    return too_large("workgroups need bytes of shared memory: ", shared_bytes, most_shared,
                     "maxComputeWorkgroupStorageSize");
  }
  const int side = std::max({extent.width, extent.height, extent.depth});
  if (side > asked[most_side]) {
    return too_large("the longest side is ", side, most_side,
                     extent.is_volume() ? "maxTextureDimension3D" : "maxTextureDimension2D");
  }
  const std::int64_t largest_buffer = std::max(of_table, *std::max_element(bytes.begin(), bytes.end()));
  if (static_cast<double>(largest_buffer) > asked[most_bytes]) {
    return too_large("the largest buffer has bytes: ", largest_buffer, most_bytes, "maxStorageBufferBindingSize");
  }
  return {};
}

/// What a pass reads as its source: the labels, for holes that are filled.
enum SourceRole { of_image, of_labels, of_mask, of_intensity };
/// What a pass has at binding 0.
enum TableRole { of_components, of_areas, of_mask_bits };

SourceRole source_of(const compute::ComputePassNeeds& needs, int step) {
  if (needs.mask) return of_mask;
  if (needs.intensity) return of_intensity;
  return step == 0 ? of_image : of_labels;
}

TableRole table_of(const compute::Dispatch& pass, const compute::ComputePassNeeds& needs) {
  if (pass.masked || needs.mask) return of_mask_bits;
  return pass.measures || needs.writes_areas ? of_areas : of_components;
}

/// Adds the passes of a plan to the answer: for each its name, of `text`, its SourceRole and TableRole, its workgroups,
/// its uniforms, the number of its constants, and these.
void add_passes(const compute::ComputePlan& plan, const Request& request, int step) {
  for (const compute::Dispatch& pass : plan.passes) {
    const compute::ComputePassNeeds& needs = compute::traits_of(pass.name).needs;
    const compute::ComputeProgramKey key = compute::key_of(pass, request, false);
    answer_text += name_of(key) + "\n";
    compute::UniformBlock uniforms;
    compute::set_uniforms(uniforms, plan, request, pass.name);
    for (const int number : {static_cast<int>(source_of(needs, step)), static_cast<int>(table_of(pass, needs)),
                             pass.groups_x, pass.groups_y, pass.groups_z}) {
      answer.push_back(number);
    }
    answer.insert(answer.end(), uniforms.words().begin(), uniforms.words().end());
    const std::vector<ProgramConstant> constants = compute::constants_of(key);
    answer.push_back(static_cast<double>(constants.size()));
    for (const ProgramConstant& constant : constants) answer.push_back(constant.value);
  }
}

Result<void> make_answer() {
  const Extent extent{static_cast<int>(asked[width]), static_cast<int>(asked[height]), static_cast<int>(asked[depth])};
  const InputFormats formats{static_cast<PixelFormat>(asked[format]), asked_format(mask_format),
                             asked_format(intensity_format)};
  const LabelingSpec spec = asked_spec();
  const auto rows = static_cast<std::uint32_t>(asked[table_rows]);
  if (Result<void> checked = check_labeling(spec, formats, extent, rows); !checked) return checked;
  const Request request = request_of(spec, formats, extent, rows);
  const std::vector<compute::ComputePlan> plans = compute::make_plans(plan_key_of(request));
  const std::vector<Request> requests = compute::requests_of(request, 1);
  const compute::Buffers::Bytes bytes = compute::Buffers::bytes_for(plans);
  const auto of_table = static_cast<std::int64_t>(rows == 0 ? 0 : table_bytes(rows, request.columns()));
  if (Result<void> checked = check_limits(extent, bytes, of_table); !checked) return checked;
  answer = {static_cast<double>(of_table)};
  answer.insert(answer.end(), bytes.begin(), bytes.end());
  answer_text.clear();
  for (std::size_t i = 0; i < plans.size(); ++i) add_passes(plans[i], requests[i], static_cast<int>(i));
  return {};
}

template <class Values, class Name>
void add_line(const char* title, const Values& values, const Name& name) {
  answer_text += title;
  for (const auto& value : values) answer_text += " " + std::string(name(value));
  answer_text += "\n";
}

}  // namespace

/// Where the numbers that are asked with lie.
GLCCL_EXPORT(asked) double* glccl_asked() { return asked.data(); }

/// Makes the text of the words that numbers stand for: in each line a title, and words by their numbers.
GLCCL_EXPORT(vocabulary) void glccl_vocabulary() {
  const auto as_is = [](const char* word) { return word; };
  answer_text.clear();
  add_line("asked", std::array{asked_names}, as_is);
  add_line("formats", pixel_formats(), [](const FormatTraits& traits) { return traits.name; });
  add_line("criteria", std::array{"foreground", "equal", "difference"}, as_is);
  add_line("measures", std::array{"sum", "luminance", "largest"}, as_is);
  add_line("channels", std::array{"red", "green", "blue", "alpha", "any"}, as_is);
  add_line("numberings", std::array{"raster", "root"}, as_is);
  add_line("columns", column_names, [](const ColumnName& column) { return column.name; });
}

/// Plans what is asked. Returns whether it can be done; if so the text has the programs of the passes, a line each, and
/// the numbers are bytes of the table, of the buffers, and of each pass what add_passes() says. Else the text is a
/// message.
GLCCL_EXPORT(plan) int glccl_plan() {
  const Result<void> made = make_answer();
  if (!made) answer_text = made.error().message;
  return made ? 1 : 0;
}

GLCCL_EXPORT(text) const char* glccl_text() { return answer_text.data(); }
GLCCL_EXPORT(text_length) int glccl_text_length() { return static_cast<int>(answer_text.size()); }
GLCCL_EXPORT(numbers) const double* glccl_numbers() { return answer.data(); }
GLCCL_EXPORT(number_count) int glccl_number_count() { return static_cast<int>(answer.size()); }

}  // namespace glccl::web
