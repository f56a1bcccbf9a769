#include "tests/fuzz/c_api_machine.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <span>
#include <variant>

#include "engine/c/convert.hpp"
#include "engine/gl/state/tight_transfer.hpp"
#include "glccl/host/cpu.hpp"
#include "tests/fuzz/c_api_state.hpp"

namespace glccl::fuzz {
namespace {

std::string describe(const CallersRequest& request, std::int32_t engine) {
  const auto number = [](auto value) { return " " + std::to_string(value); };
  const auto place = [&](const char* what, const BufferImage& image) {
    if (image.name == 0) return std::string();
    return std::string(what) + " in buffer" + number(image.name) + " at" + number(image.offset) + " by" +
           number(image.row_bytes) + number(image.slice_bytes) + " as " + std::string(traits_of(image.format).name);
  };
  const glccl_criterion& criterion = request.spec.criterion;
  const glccl_rectangle& part = request.image.rectangle;
  return "engine" + number(engine) + ", " + to_string(request.image.pixels.extent) + " of " +
         std::string(traits_of(request.image.format).name) + place(", image", request.image.buffer_part()) +
         place(", mask", request.mask.buffer_part()) + place(", intensities", request.intensity.buffer_part()) +
         place(", labels", request.label_place) + ", level" + number(request.image.source.level) + ", layer" +
         number(request.image.source.layer) + ", rectangle" + number(part.x0) + number(part.y0) + number(part.z0) +
         number(part.x1) + number(part.y1) + number(part.z1) + ", connectivity" + number(request.spec.connectivity) +
         ", criterion" + number(criterion.kind) + ", range" + number(criterion.low) + number(criterion.high) +
         (criterion.inverted != 0 ? " inverted" : "") + ", channel" + number(criterion.channel) + ", difference" +
         number(criterion.largest_difference) + ", numbering" + number(request.spec.numbering) + ", table rows" +
         number(request.output.table_rows) + ", blocks" + number(request.output.raster.blocks) + ", compaction" +
         number(request.output.raster.compaction) +
         (request.output.target == 0                              ? ""
          : request.output.target == request.image.source.texture ? ", in place"
                                                                  : ", target") +
         (request.shares_texels ? " of the source's texels" : "") +
         (request.output.state_policy == GLCCL_STATE_CLOBBER ? ", clobber" : "");
}

/// What a labeling has to give.
LabelImage labels_of(const CallersRequest& request) {
  const LabelingSpec spec{.connectivity = static_cast<Connectivity>(request.spec.connectivity),
                          .criterion = request.criterion};
  const ImageView mask = request.mask.pixels.view();
  Result<LabelImage> labels =
      host::label_serial(request.image.pixels.view(), spec, request.mask.pixels.bytes.empty() ? nullptr : &mask);
  require(bool(labels), "cpu-serial refuses what an engine labels: " + (labels ? "" : labels.error().message));
  return *std::move(labels);
}

std::vector<Component> components_of(const CallersRequest& request, const LabelImage& labels) {
  Result<std::vector<Component>> components = host::measure_components(labels);
  require(bool(components), "the labels of cpu-serial are not 1..N");
  if (request.spec.criterion.kind == GLCCL_CRITERION_EQUAL) host::read_values(request.image.pixels.view(), *components);
  return *std::move(components);
}

std::vector<Measurements> measurements_of(const CallersRequest& request, const LabelImage& labels,
                                          std::size_t components) {
  if (request.spec.columns == 0) return {};
  std::vector<Measurements> rows(components);
  std::optional<int> fraction_bits;
  if (request.spec.fraction_bits != GLCCL_OWN_FRACTION_BITS) fraction_bits = request.spec.fraction_bits;
  host::measure_intensities(labels, request.intensity.pixels.view(), fraction_bits, rows);
  return rows;
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
  buffers_.clear();
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
      if (data.ConsumeBool()) {
        pick_buffer(data).redraw(data);
      } else if (!sources_.empty()) {
        sources_[data.ConsumeIntegralInRange<std::size_t>(0, sources_.size() - 1)].redraw(data);
      }
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
    require(glccl_labeler_create(subject.engine, &subject.labeler, &error) == GLCCL_OK, error.message);
  }
  if (subject.used) return subject;
  // One pixel, so that what an input does depends little on the inputs before it.
  subject.used = true;
  CallersRequest request{.spec = glccl_default_spec(), .output = glccl_default_outputs(), .criterion = Foreground{}};
  request.image.source.texture = pixel_.name();
  request.image.pixels = {{1, 1}, PixelFormat::u8, {1}};
  call_label(subject, request);
  return subject;
}

glccl_error_code Machine::call_label(Subject& subject, const CallersRequest& request) {
  const glccl_inputs inputs = request.inputs();
  // Before the call: it may label its own result.
  std::optional<ExpectedLabels> expected;
  if (request.valid) {
    expected = ExpectedLabels{labels_of(request), static_cast<Numbering>(request.spec.numbering),
                              subject.engine != GLCCL_ENGINE_RASTER_PAPER, describe(request, subject.engine)};
  }
  const std::vector<WatchedState> before = read_state();
  glccl_labels labels{sizeof labels, 0xAAAAAAAAU, {-1, -1, -1}, {0xAAAAAAAAU, 0xAAAAAAAAU}};
  const glccl_labels untouched = labels;
  glccl_error error{GLCCL_ERROR_INTERNAL, "untouched"};
  const glccl_error_code code =
      glccl_label(subject.labeler, &inputs, request.spec_argument(), request.output_argument(), &labels, &error);
  require(glGetError() == GL_NO_ERROR, "glccl_label() leaves an OpenGL error behind");
  check_state(before, code == GLCCL_OK ? request.output.state_policy : GLCCL_STATE_PRESERVE);
  check_error(code, error);
  require(code == GLCCL_OK || !request.valid, std::string("a labeling is refused: ") + error.message);
  require(code != GLCCL_OK || request.valid,
          "a labeling that has to be refused succeeds: " + describe(request, subject.engine));
  if (code != GLCCL_OK) {
    require(!request.refusal || code == *request.refusal,
            "a labeling is refused with code " + std::to_string(code) + " in place of " +
                std::to_string(request.refusal.value_or(code)) + ": " + error.message);
    require(std::memcmp(&labels, &untouched, sizeof labels) == 0, "a refused labeling changes its outputs");
    return code;
  }
  const Extent extent = expected->labels.extent;
  require(Extent{labels.extent.width, labels.extent.height, labels.extent.depth} == extent,
          "the labels have another extent than what was labeled");
  require(labels.table.rows == request.output.table_rows && (labels.table.buffer != 0) == (labels.table.rows != 0),
          "the table is not what was asked for");
  subject.has_result = true;
  subject.target_gone = false;
  subject.result = labels;
  subject.timing = request.output.timing;
  subject.components = components_of(request, expected->labels);
  subject.columns = request.spec.columns;
  subject.measurements = measurements_of(request, expected->labels, subject.components.size());
  subject.labels.reset();
  subject.label_place = request.label_place;
  if (request.label_place.name != 0) {
    require(labels.texture == 0, "labels in a buffer have a texture");
    adopt_labels(request);
    const std::vector<std::uint32_t> values = find_buffer(request.label_place.name)->labels(request.label_place);
    require(is_expected(values, *expected), "labels in a buffer are wrong: " + expected->request);
  } else if (request.output.target == 0) {
    subject.labels = std::move(expected);
  } else {
    require(labels.texture == request.output.target, "the labels are not in the target");
    find_target(labels.texture)->labels = std::move(expected);
  }
  forget_shared_source(request);
  return code;
}

void Machine::label(FuzzedDataProvider& data) {
  Subject& subject = pick_subject(data);
  call_label(subject, draw_request(data, subject));
  if (data.ConsumeBool()) check(subject);
}

}  // namespace glccl::fuzz
