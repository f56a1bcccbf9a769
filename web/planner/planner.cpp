// The plans of labelings by WebGPU, as WebAssembly for web/glccl.js: the same check, passes, constants and sizes as
// those of the engine compute. Numbers go in and out as arrays. tools/web/generate compiles it.

#include <algorithm>
#include <array>
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
  table_rows,
  most_bytes,   // maxStorageBufferBindingSize
  most_side,    // maxTextureDimension2D or maxTextureDimension3D
  most_shared,  // maxComputeWorkgroupStorageSize
  asked_count,
};
constexpr const char* asked_names =
    "width height depth format connectivity criterion low high inverted channel largestDifference measure "
    "hasBackground background0 background1 background2 background3 minArea maxArea largest clearBorder borderWidth "
    "fillHoles tableRows mostBytes mostSide mostShared";

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

LabelingSpec asked_spec() {
  LabelingSpec spec;
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

/// Adds the passes of a plan to the answer: for each its name, of `text`, the number of its step, whether its table is
/// that of areas, its workgroups, and its uniforms.
void add_passes(const compute::ComputePlan& plan, const Request& request, int step) {
  for (const compute::Dispatch& pass : plan.passes) {
    const compute::ComputePassNeeds& needs = compute::traits_of(pass.name).needs;
    answer_text += name_of(compute::key_of(pass, request, false)) + "\n";
    compute::UniformBlock uniforms;
    compute::set_uniforms(uniforms, plan, request, pass.name);
    const bool areas = pass.measures || needs.writes_areas;
    answer.insert(answer.end(), {static_cast<double>(step), areas ? 1.0 : 0.0, static_cast<double>(pass.groups_x),
                                 static_cast<double>(pass.groups_y), static_cast<double>(pass.groups_z)});
    answer.insert(answer.end(), uniforms.words().begin(), uniforms.words().end());
  }
}

Result<void> make_answer() {
  const Extent extent{static_cast<int>(asked[width]), static_cast<int>(asked[height]), static_cast<int>(asked[depth])};
  const auto pixel_format = static_cast<PixelFormat>(asked[format]);
  const LabelingSpec spec = asked_spec();
  const auto rows = static_cast<std::uint32_t>(asked[table_rows]);
  if (Result<void> checked = check_labeling(spec, pixel_format, extent); !checked) return checked;
  if (Result<void> checked = check_table(spec, rows); !checked) return checked;
  const Request request = request_of(spec, pixel_format, extent, rows);
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
