#include "glccl/vulkan/labeler.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/compute/plan.hpp"
#include "engine/compute/programs.hpp"
#include "engine/compute/requests.hpp"
#include "glccl/options.hpp"
#include "vulkan/limits.hpp"
#include "vulkan/prepared_state.hpp"
#include "vulkan/subgroups.hpp"

namespace glccl::vulkan {
namespace {

AtTable at_table_of(const compute::Dispatch& pass) {
  const compute::ComputePassNeeds& needs = compute::traits_of(pass.name).needs;
  if (pass.masked || needs.mask) return AtTable::mask;
  return pass.measures || needs.writes_areas ? AtTable::areas : AtTable::table;
}

/// Once holes are filled, what is labeled is the labels of the first plan.
Read read_of(const compute::Dispatch& pass, bool is_filled) {
  const compute::ComputePassNeeds& needs = compute::traits_of(pass.name).needs;
  if (needs.mask) return Read::mask;
  if (needs.intensity) return Read::intensity;
  return is_filled ? Read::labels : Read::image;
}

CheckedSource source_of(PixelFormat format, const Extent& extent, bool in_buffer) {
  CheckedSource source{.texture = 1, .extent = extent, .format = format};
  source.shape = in_buffer ? SourceShape::buffer : extent.is_volume() ? SourceShape::volume : SourceShape::flat;
  return source;
}

Request request_of(const InputFormats& formats, const Extent& extent, const LabelingSpec& spec, std::uint32_t rows,
                   const InBuffers& in_buffers) {
  Request request{source_of(formats.image, extent, in_buffers.image), spec_in(extent, spec), {.table_rows = rows}};
  if (formats.mask) request.mask = source_of(*formats.mask, extent, in_buffers.mask);
  if (formats.intensity) request.intensity = source_of(*formats.intensity, extent, in_buffers.intensity);
  request.label_place.buffer = in_buffers.labels ? 1 : 0;
  return request;
}

Capabilities make_capabilities() {
  Capabilities made = capabilities_of(Engine::compute);
  made.engine = "vulkan";
  return made;
}

Result<void> check_labeling(const InputFormats& formats, const Extent& extent, const LabelingSpec& spec,
                            std::uint32_t rows, const InBuffers& in_buffers) {
  Result<void> checked = check(spec, formats.image, extent, capabilities());
  if (checked) checked = check_second_images(spec, formats, extent, capabilities());
  if (checked) checked = check_table(spec, rows);
  if (checked && in_buffers.image) checked = check_in_buffer("the pixels of the image", formats.image, extent);
  if (checked && in_buffers.mask && formats.mask)
    checked = check_in_buffer("the pixels of the mask", *formats.mask, extent);
  if (checked && in_buffers.intensity && formats.intensity) {
    checked = check_in_buffer("the pixels of the image of intensities", *formats.intensity, extent);
  }
  return checked;
}

/// The workgroups of plans: powers of two, which a plan has from 256 on. A CPU has the smallest: with these, lavapipe
/// labels up to 2.4 times as fast (docs/lab/performance.md).
Workgroups workgroups_of(const Traits& traits) {
  const std::uint32_t largest = traits.software ? 256 : 1024;
  const std::uint32_t most = std::clamp(std::bit_floor(most_invocations(traits.limits)), 256U, largest);
  return {.most_invocations = static_cast<int>(most), .unite_in_tiles = false, .last_continues = !traits.translated};
}

/// Whether the device runs the workgroups of plans.
Result<void> check_groups(std::span<const compute::ComputePlan> plans, const InBuffers& in_buffers,
                          const VkPhysicalDeviceLimits& limits) {
  Result<void> checked = check_storage_buffers(in_buffers, limits);
  for (const compute::ComputePlan& plan : plans) {
    for (const compute::Dispatch& pass : plan.passes) {
      if (checked) checked = check_group(compute::traits_of(pass.name).name, pass.group_size, limits);
    }
  }
  return checked;
}

}  // namespace

const Capabilities& capabilities() {
  static const Capabilities made = make_capabilities();
  return made;
}

Labeler::Labeler(std::shared_ptr<Core> core) : core_(std::move(core)) {}
Labeler::Labeler(Labeler&&) noexcept = default;
Labeler& Labeler::operator=(Labeler&&) noexcept = default;
Labeler::~Labeler() = default;

std::size_t Labeler::pipelines() const { return core_->pipelines.size(); }

Result<Labeler> Labeler::create(const Device& device) {
  if (device.instance == VK_NULL_HANDLE || device.physical_device == VK_NULL_HANDLE ||
      device.device == VK_NULL_HANDLE || device.get_instance_proc_addr == nullptr) {
    return Error{ErrorCode::invalid_argument,
                 "a Device needs instance, physical_device, device and get_instance_proc_addr: one of them is null"};
  }
  auto core = std::make_shared<Core>();
  core->device = device;
  Result<DeviceFunctions> functions = load_functions(device);
  if (!functions) return functions.error();
  core->functions = *functions;
  Result<Traits> traits = find_traits(device);
  if (!traits) return traits.error();
  core->traits = *traits;
  Result<Pipelines> pipelines = Pipelines::create(core->functions, device, core->traits.subgroups);
  if (!pipelines) return pipelines.error();
  core->pipelines = *std::move(pipelines);
  return Labeler(std::move(core));
}

Result<Prepared> Labeler::prepare(const InputFormats& formats, Extent extent, const LabelingSpec& spec,
                                  std::uint32_t table_rows, const InBuffers& in_buffers) {
  Result<void> checked = check_labeling(formats, extent, spec, table_rows, in_buffers);
  if (!checked) return checked.error();
  const Request request = request_of(formats, extent, spec, table_rows, in_buffers);
  PlanKey key = request.plan_key();
  key.workgroups = workgroups_of(core_->traits);
  const std::vector<compute::ComputePlan> plans = compute::make_plans(key);
  checked = check_groups(plans, in_buffers, core_->traits.limits);
  if (!checked) return checked.error();

  auto state = std::make_unique<Prepared::State>();
  state->core = core_;
  const std::vector<Request> requests = compute::requests_of(request, 1);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    for (const compute::Dispatch& pass : plans[i].passes) {
      const bool subgroups = core_->traits.subgroups != SubgroupSupport::none && takes_subgroups(pass.name);
      const Result<Pipeline> pipeline = core_->pipelines.find_or_make(compute::key_of(pass, requests[i], subgroups));
      if (!pipeline) return pipeline.error();
      ReadyPass ready{*pipeline,
                      {},
                      {static_cast<std::uint32_t>(pass.groups_x), static_cast<std::uint32_t>(pass.groups_y),
                       static_cast<std::uint32_t>(pass.groups_z)},
                      at_table_of(pass),
                      read_of(pass, i > 0)};
      compute::set_uniforms(ready.uniforms, plans[i], requests[i], pass.name);
      state->passes.push_back(ready);
    }
  }
  Result<ScratchBuffers> scratch = ScratchBuffers::create(core_->functions, core_->device.device, core_->traits,
                                                          compute::Buffers::bytes_for(plans), "label a smaller image");
  if (!scratch) return scratch.error();
  state->scratch = *std::move(scratch);
  state->formats = formats;
  state->extent = extent;
  state->in_buffers = in_buffers;
  state->fills_holes = plans.size() > 1;
  state->table_bytes = table_rows == 0 ? 0 : table_bytes(table_rows, request.columns());
  return Prepared(std::move(state));
}

}  // namespace glccl::vulkan
