#include "tools/validate/soak_step.hpp"

#include <iterator>
#include <utility>

#include "tools/validate/dice.hpp"
#include "tools/validate/fuzz.hpp"

namespace glccl::tools {
namespace {

/// A number for each pair, spread over 32 bits (splitmix64).
std::uint32_t mix(std::uint32_t seed, std::uint64_t number) {
  std::uint64_t bits = ((std::uint64_t{seed} << 32 ^ number) + 1) * 0x9E3779B97F4A7C15U;
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9U;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBU;
  return static_cast<std::uint32_t>(bits >> 32 ^ bits);
}

}  // namespace

Result<SoakStep> draw_step(std::uint32_t seed, std::uint64_t number, const Extent& max_size) {
  SoakStep step{.number = number, .seed = mix(seed, number), .input = {}, .spec = {}, .rectangle = {}, .expected = {}};
  Result<ValidateInput> input = make_fuzz_input(step.seed, max_size);
  if (!input) return input.error();
  step.input = *std::move(input);
  Dice dice(mix(step.seed, 0));
  step.spec = {.connectivity = dice.one_in(2) ? Connectivity::four : Connectivity::eight,
               .criterion = step.input.criterion};
  step.labelings = dice.between(1, 3);
  if (dice.one_in(4)) {
    const Extent& extent = step.input.image.extent;
    const int x0 = dice.below(extent.width);
    const int y0 = dice.below(extent.height);
    step.rectangle = Rectangle{x0, y0, dice.between(x0 + 1, extent.width), dice.between(y0 + 1, extent.height)};
  }
  const host::Image part = step.rectangle ? host::crop(step.input.image.view(), *step.rectangle) : host::Image();
  Result<Answer> expected = ask_reference({step.rectangle ? &part : &step.input.image, step.spec});
  if (!expected) return expected.error();
  step.expected = *std::move(expected);
  return step;
}

SoakRequest draw_request(const SoakStep& step, int index, const TestedEngine& engine) {
  Dice dice(mix(step.seed, static_cast<std::uint64_t>(index) + 1));
  SoakRequest request{.spec = step.spec, .options = {.rectangle = step.rectangle}};
  const auto components = static_cast<std::uint32_t>(step.expected.components->size());
  const std::uint32_t rows[] = {0, 0, 0, room_for(components), room_for(components), components, components / 2};
  const std::uint32_t room = rows[dice.below(static_cast<int>(std::size(rows)))];
  if (dice.one_in(4)) request.spec.numbering = Numbering::root;
  if (engine.has_table && request.spec.numbering == Numbering::raster) request.options.table_rows = room;
  if (dice.one_in(16)) request.options.timing = TimingDetail::stages;
  request.has_target = dice.one_in(4) && engine.is_opengl;
  const int blocks = dice.one_in(16) ? dice.between(1, step.expected.labels.extent.width) : 0;
  const Compaction compaction = dice.one_in(16) ? Compaction::stencil_routing : Compaction::histogram_pyramid;
  if (engine.name == name_of(Engine::raster)) request.options.raster = {blocks, compaction};
  return request;
}

std::string describe(const SoakRequest& request) {
  std::string text = request.spec.numbering == Numbering::root ? "root labels" : "raster labels";
  if (request.options.table_rows > 0) text += ", " + std::to_string(request.options.table_rows) + " rows";
  if (request.has_target) text += ", the caller's target";
  if (request.options.timing != TimingDetail::none) text += ", timing";
  if (request.options.raster.blocks > 0) text += ", " + std::to_string(request.options.raster.blocks) + " blocks";
  if (request.options.raster.compaction == Compaction::stencil_routing) text += ", stencil routing";
  if (const auto& part = request.options.rectangle) {
    text += ", rectangle (" + std::to_string(part->x0) + ", " + std::to_string(part->y0) + ") to before (" +
            std::to_string(part->x1) + ", " + std::to_string(part->y1) + ")";
  }
  return text;
}

}  // namespace glccl::tools
