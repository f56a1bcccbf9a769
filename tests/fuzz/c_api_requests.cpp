// What a caller asks for: sources, targets, specifications and options that have to work, or that an engine lacks.
#include <algorithm>
#include <cstring>
#include <limits>
#include <variant>

#include "glccl/spec.hpp"
#include "tests/fuzz/c_api_machine.hpp"

namespace glccl::fuzz {
namespace {

Rectangle draw_rectangle(FuzzedDataProvider& data, const Rectangle& whole) {
  Rectangle part = whole;
  part.x0 = data.ConsumeIntegralInRange(0, whole.x1 - 1);
  part.y0 = data.ConsumeIntegralInRange(0, whole.y1 - 1);
  part.x1 = data.ConsumeIntegralInRange(part.x0 + 1, whole.x1);
  part.y1 = data.ConsumeIntegralInRange(part.y0 + 1, whole.y1);
  return part;
}

/// The criterion for C. Fields of other kinds have values that are refused where they count.
glccl_criterion to_c(const Criterion& criterion) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  glccl_criterion to{static_cast<std::int32_t>(criterion.index()), nan, nan, 7, 99, nan, 99, {nan, nan, nan, nan}, 99};
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) {
    to.low = foreground->low;
    to.high = foreground->high;
    to.inverted = foreground->inverted ? -1 : 0;
    to.channel = static_cast<std::int32_t>(foreground->channel);
  } else if (const auto* difference = std::get_if<Difference>(&criterion)) {
    to.largest_difference = difference->largest;
    to.measure = static_cast<std::int32_t>(difference->measure);
  }
  if (std::holds_alternative<Foreground>(criterion)) return to;
  const PixelValue* const background = background_of(criterion);
  to.background_kind = background == nullptr ? GLCCL_BACKGROUND_NONE : GLCCL_BACKGROUND_VALUE;
  if (background != nullptr) std::copy(background->begin(), background->end(), to.background);
  return to;
}

/// Draws the criterion and the rest of the specification, or the defaults.
void draw_spec(FuzzedDataProvider& data, CallersRequest& request) {
  // Each kind of format but one has one connectivity, because compiling programs takes most of the time. The
  // conformance suite has all combinations.
  const FormatTraits& traits = traits_of(request.format);
  const bool eight = traits.is_integer ? data.ConsumeBool() : traits.scale == 1.0F;
  request.null_spec = eight && data.ConsumeIntegralInRange(0, 7) == 0;
  const Criterion criterion = request.null_spec ? Foreground{} : draw_criterion(data, request.format);
  request.criterion = criterion_of_copy(criterion, request.format);
  if (request.null_spec) return;
  request.spec.criterion = to_c(criterion);
  request.spec.connectivity = eight ? GLCCL_CONNECTIVITY_EIGHT : GLCCL_CONNECTIVITY_FOUR;
}

}  // namespace

Machine::Choice Machine::pick_source(FuzzedDataProvider& data) {
  if (sources_.empty()) sources_.emplace_back(data);
  const auto kind = data.ConsumeIntegralInRange(0, 7);
  if (kind == 0 && !targets_.empty()) {
    const CallersTarget& target = *targets_[data.ConsumeIntegralInRange<std::size_t>(0, targets_.size() - 1)];
    return {target.texture.name(), PixelFormat::u32, {0, 0, {target.extent, PixelFormat::u32, {}}}};
  }
  const Subject& subject = subjects_[data.ConsumeIntegralInRange<std::size_t>(0, subjects_.size() - 1)];
  if (kind == 1 && subject.used && subject.labels) {
    return {subject.result.texture, PixelFormat::u32, {0, 0, {subject.labels->labels.extent, PixelFormat::u32, {}}}};
  }
  const SourceTexture& source = sources_[data.ConsumeIntegralInRange<std::size_t>(0, sources_.size() - 1)];
  const Plane& plane = source.planes()[data.ConsumeIntegralInRange<std::size_t>(0, source.planes().size() - 1)];
  return {source.name(), source.format(), plane, source.shares_texels()};
}

CallersTarget& Machine::pick_target(FuzzedDataProvider& data, const Extent& extent) {
  if (data.ConsumeBool()) {
    for (const std::unique_ptr<CallersTarget>& target : targets_) {
      if (target->extent == extent && !target->is_view) return *target;
    }
  }
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  glTextureStorage2D(name, 1, GL_R32UI, extent.width, extent.height);
  constexpr GLuint rubbish = 0xDEADBEEFU;
  glClearTexImage(name, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &rubbish);
  targets_.push_back(std::make_unique<CallersTarget>(CallersTarget{gl::Texture(name), extent, {}}));
  return *targets_.back();
}

CallersTarget* Machine::find_target(GLuint texture) {
  const auto found = std::ranges::find_if(targets_, [&](const auto& one) { return one->texture.name() == texture; });
  return found == targets_.end() ? nullptr : found->get();
}

// A texture of another format that shares the source's texels, as a renderer would label in place.
CallersTarget* Machine::view_source(const Choice& choice) {
  GLuint name = 0;
  glGenTextures(1, &name);
  glTextureView(name, GL_TEXTURE_2D, choice.texture, GL_R32UI, static_cast<GLuint>(choice.plane.level), 1,
                static_cast<GLuint>(choice.plane.layer), 1);
  targets_.push_back(
      std::make_unique<CallersTarget>(CallersTarget{gl::Texture(name), choice.plane.image.extent, {}, true}));
  return targets_.back().get();
}

void Machine::forget_shared_source(const CallersRequest& request) {
  if (!request.shares_texels) return;
  find_target(request.output.target)->is_view = false;
  std::erase_if(sources_, [&](const SourceTexture& source) { return source.name() == request.source.texture; });
}

CallersRequest Machine::draw_request(FuzzedDataProvider& data, const Subject& subject) {
  Choice choice = pick_source(data);
  CallersRequest request{.spec = glccl_default_spec(), .output = glccl_default_outputs(), .format = choice.format};
  request.source = {.texture = choice.texture,
                    .level = choice.plane.level,
                    .layer = choice.plane.layer,
                    .aspect = GLCCL_ASPECT_DEPTH};
  host::Image& image = choice.plane.image;
  if (image.bytes.empty()) {  // Labels are read where they are used: numbers of roots are not known.
    const std::vector<std::uint32_t> values = read_texture(choice.texture, image.extent);
    image.bytes.resize(values.size() * sizeof(std::uint32_t));
    std::memcpy(image.bytes.data(), values.data(), image.bytes.size());
  }
  request.rectangle = rectangle_of(image.extent);
  request.has_rectangle = data.ConsumeIntegralInRange(0, 2) == 0;
  if (request.has_rectangle) request.rectangle = draw_rectangle(data, request.rectangle);
  request.image = host::crop(image.view(), request.rectangle);
  draw_spec(data, request);
  request.null_output = data.ConsumeIntegralInRange(0, 7) == 0;
  if (!request.null_output) draw_output(data, subject, choice, request);

  const bool lacks_equal = request.spec.criterion.kind == GLCCL_CRITERION_EQUAL && !traits_of(choice.format).has_equal;
  const bool lacks_difference =
      request.spec.criterion.kind == GLCCL_CRITERION_DIFFERENCE && subject.engine == GLCCL_ENGINE_RASTER_PAPER;
  const auto measure = static_cast<Measure>(request.spec.criterion.measure);
  const bool lacks_measure =
      request.spec.criterion.kind == GLCCL_CRITERION_DIFFERENCE && !traits_of(choice.format).has_measure(measure);
  request.valid = !lacks_equal && !lacks_difference && !lacks_measure;
  return request;
}

void Machine::draw_output(FuzzedDataProvider& data, const Subject& subject, const Choice& choice,
                          CallersRequest& request) {
  constexpr std::uint32_t rows[] = {0, 0, 1, 3, 20000};
  request.output.table_rows = data.PickValueInArray(rows);
  if (!request.null_spec && request.output.table_rows == 0 && data.ConsumeBool()) {
    request.spec.numbering = GLCCL_NUMBERING_ROOT;
  }
  request.output.timing = data.ConsumeIntegralInRange(0, 7) % 4;
  if (data.ConsumeIntegralInRange(0, 3) == 0) request.output.state_policy = GLCCL_STATE_CLOBBER;
  if (subject.engine == GLCCL_ENGINE_RASTER || subject.engine == GLCCL_ENGINE_RASTER_PAPER) {
    request.output.raster.blocks = data.ConsumeIntegralInRange(0, request.image.extent.width);
    request.output.raster.compaction = data.ConsumeIntegralInRange(0, 1);
  }
  request.shares_texels = choice.shares_texels && !request.has_rectangle && data.ConsumeIntegralInRange(0, 3) == 0;
  if (request.shares_texels) {
    request.output.target = view_source(choice)->texture.name();
  } else if (data.ConsumeBool()) {
    request.output.target = pick_target(data, request.image.extent).texture.name();
  }
}

}  // namespace glccl::fuzz
