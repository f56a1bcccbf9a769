#include "tests/fuzz/c_api_machine.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <span>
#include <variant>

#include "engine/c_api_convert.hpp"
#include "engine/gl/state/tight_transfer.hpp"
#include "glccl/host/cpu.hpp"
#include "tests/fuzz/c_api_state.hpp"

namespace glccl::fuzz {
namespace {

std::vector<std::uint32_t> read_texture(GLuint texture, const Extent& extent) {
  std::vector<std::uint32_t> values(static_cast<std::size_t>(extent.elements()));
  const gl::TightTransfer tight(gl::pack);
  glGetTextureImage(texture, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, static_cast<GLsizei>(values.size() * 4),
                    values.data());
  return values;
}

/// The pixels of a rectangle.
host::Image crop(const host::Image& image, const glccl_box& box) {
  const std::size_t bytes = bytes_per_pixel(image.format);
  host::Image part{{box.x1 - box.x0 + 1, box.y1 - box.y0 + 1}, image.format, {}};
  const ImageView view = image.view();
  for (int y = box.y0; y <= box.y1; ++y) {
    const std::uint8_t* row = view.row(y);
    part.bytes.insert(part.bytes.end(), row + static_cast<std::size_t>(box.x0) * bytes,
                      row + static_cast<std::size_t>(box.x1 + 1) * bytes);
  }
  return part;
}

/// Whether labels are those of cpu-serial, or with Numbering::root any that differ where those do.
bool is_expected(std::span<const std::uint32_t> values, const ExpectedLabels& expected) {
  const std::vector<std::uint32_t>& right = expected.labels.values;
  if (expected.exact && expected.numbering == Numbering::raster) return std::ranges::equal(values, right);
  std::map<std::uint32_t, std::uint32_t> component_of{{0U, 0U}};
  std::map<std::uint32_t, std::uint32_t> label_of{{0U, 0U}};
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (component_of.emplace(values[i], right[i]).first->second != right[i]) return false;
    if (expected.exact && label_of.emplace(right[i], values[i]).first->second != values[i]) return false;
  }
  return true;
}

std::string describe(const CallersRequest& request, std::int32_t engine) {
  const auto number = [](auto value) { return " " + std::to_string(value); };
  const glccl_criterion& criterion = request.spec.criterion;
  return "engine" + number(engine) + ", " + std::string(traits_of(request.format).name) + ", level" +
         number(request.source.level) + ", layer" + number(request.source.layer) + ", rectangle" +
         number(request.box.x0) + number(request.box.y0) + number(request.box.x1) + number(request.box.y1) +
         ", connectivity" + number(request.spec.connectivity) + ", criterion" + number(criterion.kind) + ", threshold" +
         number(criterion.threshold) + (criterion.inverted != 0 ? " inverted" : "") + ", channel" +
         number(criterion.channel) + ", difference" + number(criterion.largest_difference) + ", numbering" +
         number(request.spec.numbering) + ", table rows" + number(request.output.table_rows) + ", blocks" +
         number(request.output.raster.blocks) + ", compaction" + number(request.output.raster.compaction) +
         (request.output.target == request.source.texture ? ", in place"
          : request.output.target != 0                    ? ", target"
                                                          : "");
}

/// What a labeling has to give.
LabelImage labels_of(const CallersRequest& request) {
  const LabelingSpec spec{.connectivity = static_cast<Connectivity>(request.spec.connectivity),
                          .criterion = request.criterion};
  Result<LabelImage> labels = host::label_serial(request.image.view(), spec);
  require(bool(labels), "cpu-serial refuses what an engine labels");
  return *std::move(labels);
}

std::vector<Component> components_of(const CallersRequest& request, const LabelImage& labels) {
  Result<std::vector<Component>> components = host::measure_components(labels);
  require(bool(components), "the labels of cpu-serial are not 1..N");
  if (request.spec.criterion.kind == GLCCL_CRITERION_EQUAL) host::read_values(request.image.view(), *components);
  return *std::move(components);
}

}  // namespace

void require(bool holds, const std::string& words) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_c_api: %s\n", words.c_str());
  std::abort();
}

Machine::Machine(std::int32_t first_engine, std::int32_t second_engine) : framebuffer_(gl::make_framebuffer()) {
  subjects_[0].engine = first_engine;
  subjects_[1].engine = second_engine;
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  pixel_ = gl::Texture(name);
  glTextureStorage2D(name, 1, GL_R8UI, 1, 1);
  constexpr GLubyte one = 1;
  glTextureSubImage2D(name, 0, 0, 0, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &one);
}

void Machine::begin() {
  reset_state();
  sources_.clear();
  targets_.clear();
  ++inputs_;
  for (Subject& subject : subjects_) {
    subject.used = false;
    if (inputs_ % 1000 == 0) destroy(subject);  // Mesa would keep more and more programs.
  }
}

void Machine::act(FuzzedDataProvider& data) {
  const auto action = data.ConsumeIntegralInRange(0, 15);
  switch (action) {
    case 0:
      sources_.emplace_back(data);
      break;
    case 1:
      if (!sources_.empty()) sources_[data.ConsumeIntegralInRange<std::size_t>(0, sources_.size() - 1)].redraw(data);
      break;
    case 2:
      remove(data);
      break;
    case 3:
    case 4:
      refuse(data);
      break;
    case 5:
      step(data);
      break;
    case 6:
      data.ConsumeBool() ? ask(data) : prepare(data);
      break;
    case 7:
    case 8:
      bind(data);
      break;
    case 9:
      check(pick_subject(data));
      break;
    default:
      label(data);
      break;
  }
  require(glGetError() == GL_NO_ERROR, "an OpenGL error is left behind by action " + std::to_string(action));
}

Subject& Machine::pick_subject(FuzzedDataProvider& data) {
  Subject& subject = subjects_[data.ConsumeIntegralInRange<std::size_t>(0, subjects_.size() - 1)];
  if (subject.labeler == nullptr) {
    glccl_error error{};
    require(glccl_create(subject.engine, &subject.labeler, &error) == GLCCL_OK, error.message);
  }
  if (subject.used) return subject;
  // One pixel, so that what an input does depends little on the inputs before it.
  subject.used = true;
  CallersRequest request{.spec = glccl_default_spec(), .output = glccl_default_output(), .criterion = Foreground{}};
  request.source.texture = pixel_.name();
  request.image = {{1, 1}, PixelFormat::u8, {1}};
  call_label(subject, request);
  return subject;
}

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
  return {source.name(), source.format(), plane};
}

CallersTarget& Machine::pick_target(FuzzedDataProvider& data, const Extent& extent) {
  if (data.ConsumeBool()) {
    for (const std::unique_ptr<CallersTarget>& target : targets_) {
      if (target->extent == extent) return *target;
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

CallersRequest Machine::draw_request(FuzzedDataProvider& data, const Subject& subject) {
  Choice choice = pick_source(data);
  CallersRequest request{.spec = glccl_default_spec(), .output = glccl_default_output(), .format = choice.format};
  request.source = {choice.texture, choice.plane.level, choice.plane.layer, nullptr};
  host::Image& image = choice.plane.image;
  if (image.bytes.empty()) {  // Labels are read where they are used: numbers of roots are not known.
    const std::vector<std::uint32_t> values = read_texture(choice.texture, image.extent);
    image.bytes.resize(values.size() * sizeof(std::uint32_t));
    std::memcpy(image.bytes.data(), values.data(), image.bytes.size());
  }
  request.box = {0, 0, image.extent.width - 1, image.extent.height - 1, 0, 0};
  request.has_box = data.ConsumeIntegralInRange(0, 2) == 0;
  if (request.has_box) {
    request.box.x0 = data.ConsumeIntegralInRange(0, request.box.x1);
    request.box.y0 = data.ConsumeIntegralInRange(0, request.box.y1);
    request.box.x1 = data.ConsumeIntegralInRange(request.box.x0, request.box.x1);
    request.box.y1 = data.ConsumeIntegralInRange(request.box.y0, request.box.y1);
  }
  request.image = crop(image, request.box);

  const Criterion criterion = draw_criterion(data, choice.format);
  request.criterion = criterion_of_copy(criterion, choice.format);
  request.spec.criterion.kind = static_cast<std::int32_t>(criterion.index());
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) {
    request.spec.criterion.threshold = foreground->threshold;
    request.spec.criterion.inverted = foreground->inverted ? 1 : 0;
    request.spec.criterion.channel = static_cast<std::int32_t>(foreground->channel);
  } else if (const auto* difference = std::get_if<Difference>(&criterion)) {
    request.spec.criterion.largest_difference = difference->largest;
  }
  // Each kind of format but one has one connectivity, because compiling programs takes most of the time. The
  // conformance suite has all combinations.
  const FormatTraits& traits = traits_of(choice.format);
  const bool eight = traits.is_integer ? data.ConsumeBool() : traits.scale == 1.0F;
  request.spec.connectivity = eight ? GLCCL_CONNECTIVITY_EIGHT : GLCCL_CONNECTIVITY_FOUR;
  constexpr std::uint32_t rows[] = {0, 0, 1, 3, 20000};
  request.output.table_rows = data.PickValueInArray(rows);
  if (request.output.table_rows == 0 && data.ConsumeBool()) request.spec.numbering = GLCCL_NUMBERING_ROOT;
  request.output.timing = data.ConsumeIntegralInRange(0, 7) % 4;
  if (subject.engine == GLCCL_ENGINE_RASTER) {
    request.output.raster.blocks = data.ConsumeIntegralInRange(0, request.image.extent.width);
    request.output.raster.compaction = data.ConsumeIntegralInRange(0, 1);
  }
  if (data.ConsumeBool()) request.output.target = pick_target(data, request.image.extent).texture.name();

  const bool lacks_equal = std::holds_alternative<Equal>(criterion) && !traits.has_equal;
  const bool lacks_difference =
      std::holds_alternative<Difference>(criterion) && subject.engine == GLCCL_ENGINE_RASTER_PAPER;
  request.valid = !lacks_equal && !lacks_difference;
  return request;
}

glccl_error_code Machine::call_label(Subject& subject, const CallersRequest& request) {
  glccl_source source = request.source;
  if (request.has_box) source.rectangle = &request.box;
  // Before the call: it may label its own result.
  std::optional<ExpectedLabels> expected;
  if (request.valid) {
    expected = ExpectedLabels{labels_of(request), static_cast<Numbering>(request.spec.numbering),
                              subject.engine != GLCCL_ENGINE_RASTER_PAPER, describe(request, subject.engine)};
  }
  const std::vector<WatchedState> before = read_state();
  glccl_labels labels{0xAAAAAAAAU, {-1, -1, -1}, {0xAAAAAAAAU, 0xAAAAAAAAU}};
  const glccl_labels untouched = labels;
  glccl_error error{GLCCL_ERROR_INTERNAL, "untouched"};
  const glccl_error_code code = glccl_label(subject.labeler, &source, &request.spec, &request.output, &labels, &error);
  require(glGetError() == GL_NO_ERROR, "glccl_label() leaves an OpenGL error behind");
  check_state(before);
  check_error(code, error);
  require(code == GLCCL_OK || !request.valid, std::string("a labeling is refused: ") + error.message);
  require(code != GLCCL_OK || request.valid, "a labeling that has to be refused succeeds");
  if (code != GLCCL_OK) {
    require(std::memcmp(&labels, &untouched, sizeof labels) == 0, "a refused labeling changes its outputs");
    return code;
  }
  const Extent extent = expected->labels.extent;
  require(labels.extent.width == extent.width && labels.extent.height == extent.height && labels.extent.depth == 1,
          "the labels have another extent than what was labeled");
  require(labels.table.rows == request.output.table_rows && (labels.table.buffer != 0) == (labels.table.rows != 0),
          "the table is not what was asked for");
  subject.has_result = true;
  subject.target_gone = false;
  subject.result = labels;
  subject.components = components_of(request, expected->labels);
  subject.labels.reset();
  if (request.output.target == 0) {
    subject.labels = std::move(expected);
  } else {
    require(labels.texture == request.output.target, "the labels are not in the target");
    find_target(labels.texture)->labels = std::move(expected);
  }
  return code;
}

void Machine::label(FuzzedDataProvider& data) {
  Subject& subject = pick_subject(data);
  call_label(subject, draw_request(data, subject));
  if (data.ConsumeBool()) check(subject);
}

void Machine::check(Subject& subject) {
  if (!subject.used) return;
  glccl_error error{};
  glccl_extent extent{};
  const CallersTarget* target = subject.labels || subject.target_gone ? nullptr : find_target(subject.result.texture);
  std::vector<std::uint32_t> values(1);
  if (subject.has_result) {
    values.resize(static_cast<std::size_t>(subject.result.extent.width) *
                  static_cast<std::size_t>(subject.result.extent.height));
    require(glccl_readback_labels(subject.labeler, values.data(), values.size() - 1, &extent, &error) ==
                GLCCL_ERROR_BUFFER_TOO_SMALL,
            "labels are read into too little memory");
  }
  const glccl_error_code code = glccl_readback_labels(subject.labeler, values.data(), values.size(), &extent, &error);
  require(glGetError() == GL_NO_ERROR, "glccl_readback_labels() leaves an OpenGL error behind");
  check_error(code, error);
  if (!subject.has_result || subject.target_gone) {
    // The name of a target that is gone may be that of another texture now.
    const bool exists = subject.has_result && glIsTexture(subject.result.texture) == GL_TRUE;
    require(exists || code == GLCCL_ERROR_INVALID_ARGUMENT, "labels are read that do not exist");
    return;
  }
  require(code == GLCCL_OK, std::string("labels cannot be read: ") + error.message);
  const std::optional<ExpectedLabels>& expected = target != nullptr ? target->labels : subject.labels;
  if (expected) require(is_expected(values, *expected), "labels are wrong: " + expected->request);
  require(values == read_texture(subject.result.texture, {extent.width, extent.height}),
          "labels that are read differ from the texture");
  if (subject.engine != GLCCL_ENGINE_RASTER_PAPER) check_components(subject);
}

void Machine::check_components(const Subject& subject) {
  std::size_t count = 12345;
  glccl_error error{};
  const glccl_error_code asked = glccl_readback_components(subject.labeler, nullptr, 0, &count, &error);
  check_error(asked, error);
  const std::uint32_t rows = subject.result.table.rows;
  if (rows == 0 || rows < subject.components.size()) {
    require(asked == (rows == 0 ? GLCCL_ERROR_INVALID_ARGUMENT : GLCCL_ERROR_TOO_LARGE) && count == 12345,
            "a table that is missing or too short is read");
    return;
  }
  require(asked == GLCCL_OK && count == subject.components.size(), "the table has another number of components");
  std::vector<glccl_component> found(count + 1);
  require(glccl_readback_components(subject.labeler, found.data(), found.size(), &count, &error) == GLCCL_OK,
          error.message);
  for (std::size_t i = 0; i < count; ++i) {
    require(c_api::from_c(found[i]) == subject.components[i], "a component is wrong");
  }
}

void Machine::check_all() {
  for (Subject& subject : subjects_) check(subject);
  require(glGetError() == GL_NO_ERROR, "reading results leaves an OpenGL error behind");
}

}  // namespace glccl::fuzz
