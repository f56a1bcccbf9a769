// host::Labeler: what is asked beyond labels, of both methods and of engines of the caller's.
#include "glccl/host/labeler.hpp"

#include <new>
#include <string>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glccl/host/seams.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

host::Labeler labeler_of(host::CpuMethod method) {
  Result<host::Labeler> labeler = host::Labeler::create({.method = method, .threads = 2, .pixels_per_thread = 100});
  REQUIRE(labeler);
  return *std::move(labeler);
}

template <class Outcome>
void check_fails(const Outcome& outcome, ErrorCode code, const std::string& words) {
  REQUIRE_FALSE(outcome);
  CHECK(outcome.error().code == code);
  CHECK_THAT(outcome.error().message, contains(words));
}

std::vector<LabelingSpec> specs() {
  return {
      {},
      {.connectivity = Connectivity::four, .filter = {.min_area = 4}},
      {.filter = {.largest = 3}, .periodic = {.x = true}},
      {.fill_holes = 9},
      {.connectivity = Connectivity::four, .filter = {.clear_border = true}, .fill_holes = 1, .periodic = {.y = true}},
      {.criterion = Equal{}, .filter = {.max_area = 40}},
      {.criterion = Difference{.largest = 1}}};
}

}  // namespace

TEST_CASE("host::Labeler filters, fills and measures", "[host][labeler]") {
  for (const host::CpuMethod method : host::cpu_methods) {
    host::Labeler labeler = labeler_of(method);
    CHECK(labeler.capabilities().engine == host::name_of(method));
    for (int index = 0; index < 40; ++index) {
      for (const LabelingSpec& spec : specs()) {
        const host::Image image =
            std::holds_alternative<Foreground>(spec.criterion) ? random_image(index) : random_segments(3 * index);
        CAPTURE(host::name_of(method), index, spec);
        const LabeledImage expected = reference(image, spec);
        const Result<host::Labels> labels = labeler.label({image.view()}, spec);
        REQUIRE(labels);
        CHECK(labels->extent == image.extent);
        CHECK(labels->values.data() == labeler.labels().values.data());
        CHECK(first_difference(labeler.labels(), expected.labels) == "");
        CHECK(labeler.components().empty());
        CHECK(labeler.count() == expected.components.size());
        REQUIRE(labeler.label({image.view()}, spec, {.table = true}));
        check_labeled({labeler.labels(), labeler.components()}, expected);
        CHECK(labeler.count() == expected.components.size());
        CHECK(labeler.found() >= labeler.count());
        CHECK(labeler.measurements().empty());
      }
    }
  }
}

TEST_CASE("host::Labeler measures columns inside of a mask", "[host][labeler][mask]") {
  const host::Image image = random_values({61, 47}, PixelFormat::u8, 2, 1);
  const host::Image mask = random_values({61, 47}, PixelFormat::u8, 3, 2);
  const host::Image light = random_values({61, 47}, PixelFormat::u16, 256, 3);
  const LabelingSpec spec{.columns = table_column_moments | table_column_intensity | table_column_seams,
                          .periodic = {.x = true}};
  const ImageView mask_view = mask.view();
  const LabeledImage expected = reference(image.view(), spec, &mask_view);
  std::vector<Measurements> rows = host::measure_columns(expected.labels, spec.columns, expected.components.size());
  host::measure_intensities(expected.labels, light.view(), {}, rows);
  host::measure_seams(expected.labels, spec.connectivity, spec.periodic, rows);
  for (const host::CpuMethod method : host::cpu_methods) {
    host::Labeler labeler = labeler_of(method);
    REQUIRE(
        labeler.label({.image = image.view(), .mask = mask.view(), .intensity = light.view()}, spec, {.table = true}));
    check_labeled({labeler.labels(), labeler.components()}, expected);
    CHECK(labeler.measurements() == rows);
  }
}

TEST_CASE("host::Labeler hands results over", "[host][labeler]") {
  const host::Image image = draw({"#.#", "#.#", "#.."});
  host::Labeler labeler = labeler_of(host::CpuMethod::fast);
  CHECK(labeler.labels().values.empty());
  CHECK(labeler.take_components().empty());
  REQUIRE(labeler.label({image.view()}, {.filter = {.min_area = 3}}, {.table = true, .timing = TimingDetail::whole}));
  CHECK(labeler.found() == 2);
  CHECK(labeler.count() == 1);
  REQUIRE(labeler.times().size() == 1);
  CHECK(labeler.times()[0].stage == "labeling");
  CHECK(labeler.take_labels() == LabelImage{{3, 3}, {1, 0, 0, 1, 0, 0, 1, 0, 0}});
  CHECK(labeler.take_components().size() == 1);
  CHECK(labeler.labels().values.empty());
  CHECK(labeler.components().empty());
  CHECK(labeler.count() == 1);
  CHECK(labeler.scratch_bytes() > 0);
  REQUIRE(labeler.label({image.view()}, {}, {.timing = TimingDetail::stages}));
  CHECK(labeler.count() == 2);
  REQUIRE(labeler.times().size() == 1);
  CHECK(labeler.times()[0].stage == "label");
}

TEST_CASE("host::Labeler keeps its result where it refuses", "[host][labeler]") {
  const host::Image image = draw({"#.#"});
  const host::Image mask = draw({"#.", "##"});
  host::Labeler labeler = labeler_of(host::CpuMethod::fast);
  REQUIRE(labeler.label({image.view()}, {}, {.table = true}));
  const std::uint32_t* const values = labeler.labels().values.data();
  struct Refusal {
    host::Inputs inputs;
    LabelingSpec spec;
    host::Outputs outputs;
    const char* words;
  };
  const std::vector<Refusal> refusals = {
      {{image.view()}, {.criterion = Equal{}, .fill_holes = 1}, {}, "holes"},
      {{image.view()}, {.numbering = Numbering::root}, {.table = true}, "table"},
      {{image.view()}, {.columns = table_column_moments}, {}, "table"},
      {{.image = image.view(), .mask = mask.view()}, {}, {}, "mask"},
      {{.image = image.view(), .mask = image.view()}, {.fill_holes = 1}, {}, "mask"},
      {{image.view()}, {.columns = table_column_intensity}, {.table = true}, "intensit"},
      {{.image = image.view(), .intensity = image.view()}, {}, {}, "intensit"},
  };
  for (const Refusal& one : refusals) {
    CAPTURE(one.spec);
    check_fails(labeler.label(one.inputs, one.spec, one.outputs), ErrorCode::invalid_argument, one.words);
    CHECK(labeler.labels().values.data() == values);
    CHECK(labeler.components().size() == 2);
  }
  check_fails(host::Labeler::create({.method = static_cast<host::CpuMethod>(7)}), ErrorCode::invalid_argument, "7");
}

TEST_CASE("host::Labeler around a function that fails has no result", "[host][labeler]") {
  const host::Image image = draw({"#.#"});
  Capabilities capabilities = host::serial_capabilities();
  capabilities.engine = "mine";
  int calls = 0;
  host::Labeler labeler(capabilities,
                        [&](const ImageView& view, const LabelingSpec& spec, const ImageView* mask, bool measured,
                            host::Labeled& result) -> Result<void> {
                          if (++calls == 2) throw std::bad_alloc();
                          if (calls == 3) return Error{ErrorCode::gpu, "the engine stops"};
                          return host::label_by(host::label_serial)(view, spec, mask, measured, result);
                        });
  REQUIRE(labeler.label({image.view()}, {}, {.table = true}));
  CHECK(labeler.components().size() == 2);
  check_fails(labeler.label({image.view()}), ErrorCode::too_large, "no memory");
  CHECK(labeler.labels().values.empty());
  CHECK(labeler.components().empty());
  check_fails(labeler.label({image.view()}), ErrorCode::gpu, "the engine stops");
  CHECK(labeler.labels().values.empty());
  REQUIRE(labeler.label({image.view()}, {.fill_holes = 1}, {.table = true}));
  CHECK(calls == 5);
  CHECK(labeler.components().size() == 2);
}

}  // namespace glccl::tests
