// All that components can be asked for at once, by Labeler, Tracker and Regions in a hostile context: the results are
// those of the CPU, the context's state comes back, and what prepare() and create() made is all that is made.
#include <GL/glew.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/gl/readback.hpp"
#include "glccl/host/regions.hpp"
#include "glccl/host/seams.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/host/tracker.hpp"
#include "glccl/labeler.hpp"
#include "glccl/regions.hpp"
#include "glccl/tracker.hpp"
#include "tests/gl/making_calls.hpp"
#include "tests/gl/state/hostile_context.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_objects.hpp"
#include "tests/support/inputs/contacts.hpp"
#include "tests/support/inputs/frames.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/inputs/regions.hpp"
#include "tests/support/references/intensities.hpp"
#include "tests/support/references/measurements.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Frames of one extent and what is asked of them. Contacts are looked for by another connectivity than that of the
/// labeling, so that components of Foreground have some too.
struct EverythingCase {
  const char* name;
  Extent extent;
  LabelingSpec spec;
  PixelFormat intensity;
  Connectivity touching;
  double density;
  bool masked = false;
};

constexpr std::uint32_t columns_of_images = shape_columns | table_column_intensity | table_column_seams;
constexpr std::uint32_t columns_of_volumes = volume_shape_columns | table_column_intensity | table_column_seams;

// A mask and filled holes contradict each other.
const EverythingCase quick_cases[] = {
    {"values with a mask and seams",
     {61, 47},
     {.connectivity = Connectivity::four,
      .criterion = Equal{},
      .filter = {.min_area = 2, .max_area = 900, .largest = 60, .clear_border = true},
      .columns = columns_of_images,
      .periodic = {.x = true}},
     PixelFormat::f32,
     Connectivity::eight,
     0.6,
     true},
    {"holes of a volume",
     {31, 9, 6},
     {.connectivity = Connectivity::six,
      .filter = {.min_area = 2, .largest = 40},
      .fill_holes = Filter::unlimited,
      .columns = columns_of_volumes},
     PixelFormat::f16,
     Connectivity::twenty_six,
     0.25},
};

// The others, because each compiles programs of its own.
const EverythingCase slow_cases[] = {
    {"holes",
     {61, 47},
     {.connectivity = Connectivity::four,
      .filter = {.min_area = 2, .largest = 40},
      .fill_holes = 30,
      .columns = columns_of_images},
     PixelFormat::u16,
     Connectivity::eight,
     0.6},
    {"a volume with a mask and seams",
     {31, 9, 6},
     {.connectivity = Connectivity::six,
      .filter = {.min_area = 2, .max_area = 900, .largest = 60},
      .columns = columns_of_volumes,
      .periodic = {.x = true, .y = true, .z = true}},
     PixelFormat::i16,
     Connectivity::twenty_six,
     0.25,
     true},
};

/// A frame on the CPU and as textures.
struct TexturedFrame {
  host::Image image;
  host::Image mask;
  host::Image intensity;
  host::OwnedTexture image_texture;
  host::OwnedTexture mask_texture;
  host::OwnedTexture intensity_texture;
};

/// All results of a frame.
struct Everything {
  LabeledImage labeled;
  std::vector<Measurements> measurements;
  TrackedFrame tracks;
  std::vector<std::uint32_t> ids;
  SeedReport seeds;
  std::vector<std::uint32_t> selection;
  std::vector<std::uint32_t> boundaries;
  ComponentLists lists;
  ContactList contacts;
};

host::Image make_noise(const Extent& extent, std::uint32_t seed, double density, std::uint8_t values) {
  host::Image image =
      make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = seed, .density = density});
  image.extent = extent;
  for (std::size_t i = 0; i < image.bytes.size(); ++i) {
    if (image.bytes[i] != 0) image.bytes[i] = static_cast<std::uint8_t>(1 + i / 2 % values);
  }
  return image;
}

TexturedFrame make_frame(const EverythingCase& of, std::uint32_t seed) {
  TexturedFrame frame{make_noise(of.extent, seed, of.density, 2),
                      make_noise(of.extent, seed + 7, 0.85, 200),
                      make_intensities(of.intensity, of.extent, seed),
                      {},
                      {},
                      {}};
  const auto upload = [](const host::Image& image) {
    Result<host::OwnedTexture> texture = host::upload(image.view());
    REQUIRE(texture);
    return *std::move(texture);
  };
  frame.image_texture = upload(frame.image);
  frame.mask_texture = upload(frame.mask);
  frame.intensity_texture = upload(frame.intensity);
  return frame;
}

RegionOptions regions_of(const Extent& extent) {
  RegionOptions options = all_regions(400);
  options.max_runs = static_cast<std::uint32_t>(extent.elements());
  options.max_contacts = 600;
  return options;
}

constexpr TrackerOptions tracks_of_all{.max_components = 400, .id_labels = true};

/// The same on the CPU.
Everything expect(const EverythingCase& of, const TexturedFrame& frame, host::Tracker& tracker) {
  const ImageView mask = frame.mask.view();
  Everything all;
  all.labeled = reference(frame.image.view(), of.spec, of.masked ? &mask : nullptr);
  const LabelImage& labels = all.labeled.labels;
  const auto count = static_cast<std::uint32_t>(all.labeled.components.size());
  all.measurements = measure_by_definition(labels, of.spec.columns, count);
  add_intensities_by_definition(labels, frame.intensity.view(), of.spec.fraction_bits, all.measurements);
  host::measure_seams(labels, of.spec.connectivity, of.spec.periodic, all.measurements);
  all.tracks = *tracker.track(labels.values, count);
  all.ids = tracker.id_labels();
  const auto selected = host::select(labels.values, of.extent, scattered_seeds(of.extent, 20, 7));
  all.seeds = selected->report;
  all.selection = selected->labels;
  const auto boundaries = host::boundaries(labels.values, of.extent, of.spec.connectivity);
  all.boundaries = {boundaries->begin(), boundaries->end()};
  all.lists = *host::lists(labels.values, of.extent, count, regions_of(of.extent));
  all.contacts = expected_contacts(labels, of.touching, 600);
  return all;
}

const ContextUse timed_and_counted{.timing = TimingDetail::passes, .get_proc_address = get_counted_function};

/// A Labeler, a Tracker and Regions that are made in a hostile context.
class Makers {
 public:
  explicit Makers(const EverythingCase& of)
      : of_(of),
        labeler_(require(Labeler::create({Engine::compute, get_counted_function}))),
        tracker_(require(Tracker::create(of.extent, tracks_of_all, timed_and_counted))),
        regions_(require(Regions::create(of.extent, regions_of(of.extent), timed_and_counted))) {
    const Result<void> prepared = labeler_.prepare(formats_of(of), of.extent, of.spec, outputs());
    INFO((prepared ? "" : prepared.error().message));
    REQUIRE(prepared);
  }

  /// Issues all commands for a frame.
  void work_on(const TexturedFrame& frame) {
    const Labels labels = require(labeler_.label(inputs_of(frame), of_.spec, outputs()));
    require(tracker_.track(labels));
    selection_ = require(regions_.select(labels, scattered_seeds(of_.extent, 20, 7))).labels;
    boundaries_ = require(regions_.boundaries(labels, of_.spec.connectivity));
    require(regions_.lists(labels));
    require(regions_.contacts(labels, of_.touching));
  }

  /// What has calls of its own to be read back.
  Everything read_back() {
    Everything all;
    all.labeled = {require(labeler_.readback()), require(labeler_.readback_components())};
    all.measurements = require(labeler_.readback_measurements());
    all.tracks = require(tracker_.readback());
    all.ids = require(tracker_.readback_id_labels()).values;
    all.seeds = require(regions_.readback_seeds());
    all.lists = require(regions_.readback_lists());
    all.contacts = require(regions_.readback_contacts());
    CHECK_FALSE(labeler_.times()->empty());
    CHECK_FALSE(tracker_.times()->empty());
    CHECK_FALSE(regions_.times()->empty());
    return all;
  }

  /// The rest, in a context that is hostile no more.
  void read_textures(Everything& all) const {
    all.selection = gl::read_labels(selection_, of_.extent).values;
    all.boundaries = gl::read_labels(boundaries_, of_.extent).values;
  }

 private:
  template <class Made>
  static Made require(Result<Made> made) {
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    return *std::move(made);
  }

  static InputFormats formats_of(const EverythingCase& of) {
    return {PixelFormat::u8, of.masked ? std::optional(PixelFormat::u8) : std::nullopt, of.intensity};
  }

  Inputs inputs_of(const TexturedFrame& frame) const {
    Inputs inputs{.image = {frame.image_texture.name()}, .intensity = {frame.intensity_texture.name()}};
    if (of_.masked) inputs.mask.texture = frame.mask_texture.name();
    return inputs;
  }

  Outputs outputs() const { return {.target = tracker_.target(), .table_rows = 400, .timing = TimingDetail::passes}; }

  const EverythingCase& of_;
  Labeler labeler_;
  Tracker tracker_;
  Regions regions_;
  GLuint selection_ = 0;
  GLuint boundaries_ = 0;
};

void check_equal(const Everything& found, const Everything& expected) {
  check_labeled(found.labeled, expected.labeled);
  CHECK(first_difference(found.measurements, expected.measurements) == "");
  CHECK(found.tracks == expected.tracks);
  CHECK(found.ids == expected.ids);
  CHECK(found.seeds == expected.seeds);
  CHECK(found.selection == expected.selection);
  CHECK(found.boundaries == expected.boundaries);
  CHECK(found.lists == expected.lists);
  CHECK(found.contacts == expected.contacts);
}

/// A case that finds nothing of a kind would show nothing.
void check_worthwhile(const Everything& expected) {
  CHECK(expected.labeled.components.size() > 5);
  CHECK_FALSE(expected.tracks.rows.empty());
  CHECK(expected.seeds.selected > 0);
  CHECK_FALSE(expected.contacts.contacts.empty());
}

void check_restored(const Snapshot& before) {
  const Snapshot after = snapshot();
  for (std::size_t i = 0; i < before.size(); ++i) {
    CAPTURE(before[i].first);
    CHECK(after[i].second == before[i].second);
  }
}

/// Three frames, in both polarities of the hostile context.
void run(const EverythingCase& of) {
  std::vector<TexturedFrame> frames;
  for (const std::uint32_t seed : {1U, 2U, 3U}) frames.push_back(make_frame(of, seed));
  Result<host::Tracker> tracker = host::Tracker::create(of.extent, tracks_of_all);
  REQUIRE(tracker);
  const Callers callers;
  poison(callers, true);
  Snapshot before = snapshot();
  const MakingCalls making;
  Makers makers(of);
  CHECK(making.compiled() > 0);
  CHECK(making.allocated() > 0);
  check_restored(before);
  reset(callers);
  const std::vector<int> made = count_objects();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    CAPTURE(i);
    const MakingCalls calls;
    poison(callers, i % 2 == 0);
    before = snapshot();
    makers.work_on(frames[i]);
    CHECK(calls.compiled() == 0);
    CHECK(calls.allocated() == 0);
    check_restored(before);
    Everything found = makers.read_back();
    check_restored(before);
    reset(callers);
    makers.read_textures(found);
    CHECK(count_objects() == made);
    const Everything expected = expect(of, frames[i], *tracker);
    check_equal(found, expected);
    check_worthwhile(expected);
  }
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "everything at once is right in a hostile context, restores it and makes nothing anew",
                 "[engine][everything]") {
  for (const EverythingCase& one : quick_cases) {
    CAPTURE(one.name);
    run(one);
  }
}

TEST_CASE_METHOD(GlFixture, "other sets of everything are right in a hostile context", "[engine][everything][slow]") {
  for (const EverythingCase& one : slow_cases) {
    CAPTURE(one.name);
    run(one);
  }
}

}  // namespace glccl::tests
