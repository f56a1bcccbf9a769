#include "tests/conformance/suite.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

/// Checks the promise of an engine that splits components: labels 1..N, none of which joins two components.
void check_split(const LabelImage& labels, const LabelImage& exact) {
  REQUIRE(labels.extent == exact.extent);
  CHECK(first_difference(labels, renumber_in_raster_order(labels)) == "");
  std::map<std::uint32_t, std::uint32_t> component_of{{0U, 0U}};
  for (std::size_t at = 0; at < exact.values.size(); ++at) {
    if (component_of.emplace(labels.values[at], exact.values[at]).first->second == exact.values[at]) continue;
    CAPTURE(position_of(at, exact.extent), labels.values[at], exact.values[at]);
    FAIL_CHECK("the label joins two components");
    return;
  }
}

bool runs_on_opengl(const engines::EngineInfo& info) {
  return info.backend == engines::Backend::opengl || info.backend == engines::Backend::automatic;
}

/// Skips the test if the engine cannot run. GLCCL_REQUIRE_GPU=1 does not require MPI.
bool skip_engine(const engines::EngineInfo& info, const std::string& reason) {
  const std::string text = reason.empty() ? reason : std::string(info.name) + ": " + reason;
  return info.backend == engines::Backend::mpi ? skip_gently(text) : skip_if(text);
}

void run(const ConformanceTest& test, const engines::EngineInfo& info) {
  if (skip_engine(info, info.unavailable())) return;
  std::optional<GlFixture> context;
  if (runs_on_opengl(info)) {
    if (skip_engine(info, GlFixture::problem())) return;
    context.emplace();
  }
  Result<std::unique_ptr<engines::Runner>> runner = info.make({.current_context = context.has_value()});
  INFO((runner ? "" : runner.error().message));
  REQUIRE(runner);
  EngineUnderTest engine(info, **runner);
  test.run(engine);
}

/// A test case that is a function, for Catch2 to call.
class FunctionTest : public Catch::ITestInvoker {
 public:
  explicit FunctionTest(std::function<void()> function) : function_(std::move(function)) {}
  void invoke() const override { function_(); }

 private:
  std::function<void()> function_;
};

}  // namespace

const std::vector<ConformanceTest>& conformance_tests() {
  static const std::vector<ConformanceTest> tests = [] {
    std::vector<ConformanceTest> all;
    for (const auto& part : {exactness_tests(), tile_tests(), format_tests(), float_tests(), range_tests(),
                             background_tests(), table_tests(), refusal_tests(), volume_tests(), filter_tests(),
                             measurement_tests(), mask_tests(), intensity_tests(), hole_tests(), seam_tests()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return tests;
}

void register_test(const std::string& name, const std::string& tags, std::function<void()> function) {
#if __has_include(<catch2/catch_all.hpp>)
  Catch::Detail::unique_ptr<Catch::ITestInvoker> invoker(new FunctionTest(std::move(function)));
#else
  Catch::ITestInvoker* invoker = new FunctionTest(std::move(function));  // Catch2 owns it
#endif
  const Catch::AutoReg registered(std::move(invoker), CATCH_INTERNAL_LINEINFO, Catch::StringRef(),
                                  Catch::NameAndTags{name, tags});
}

bool EngineUnderTest::has(const Criterion& criterion) const {
  const auto& kinds = info_.capabilities.criteria;
  return std::find(kinds.begin(), kinds.end(), kind_of(criterion)) != kinds.end();
}

bool EngineUnderTest::has(Connectivity connectivity) const {
  const auto& all = info_.capabilities.connectivities;
  return std::find(all.begin(), all.end(), connectivity) != all.end();
}

bool EngineUnderTest::reads(PixelFormat format) const {
  // `auto` reads what cpu-serial reads on every machine, and more where compute runs.
  static const engines::Registry registry;
  const bool automatic = info_.backend == engines::Backend::automatic;
  const auto& formats = (automatic ? **registry.find("cpu-serial") : info_).capabilities.formats;
  return bytes_per_pixel(format) > 0 &&
         (formats.empty() || std::find(formats.begin(), formats.end(), format) != formats.end());
}

Result<void> EngineUnderTest::try_label(const ImageView& image, const LabelingSpec& spec,
                                        const engines::RunOptions& options) {
  if (Result<void> status = runner_.upload(image); !status) return status;
  return runner_.label(spec, options);
}

LabelImage EngineUnderTest::label(const ImageView& image, const LabelingSpec& spec,
                                  const engines::RunOptions& options) {
  const Result<void> labeled = try_label(image, spec, options);
  INFO((labeled ? "" : labeled.error().message));
  REQUIRE(labeled);
  LabelImage labels{{5, 3}, std::vector<std::uint32_t>(15, 0xDEADBEEFU)};
  REQUIRE(runner_.read_labels(labels));
  REQUIRE(labels.extent == (options.rectangle ? extent_of(*options.rectangle) : image.extent));
  return labels;
}

LabeledImage EngineUnderTest::label_and_measure(const ImageView& image, const LabelingSpec& spec) {
  // Tables of a million rows fit the 128 MiB that every OpenGL context can bind, with all columns.
  const auto rows = static_cast<std::uint32_t>(std::min<std::int64_t>(image.extent.elements(), 1000000));
  LabeledImage labeled{label(image, spec, {.table_rows = rows}), {}};
  Result<std::vector<Component>> components = runner_.components();
  INFO((components ? "" : components.error().message));
  REQUIRE(components);
  labeled.components = *std::move(components);
  return labeled;
}

void EngineUnderTest::check(const ImageView& image, const LabelingSpec& spec) {
  CAPTURE(image.extent, image.format, spec);
  const LabeledImage actual = label_and_measure(image, spec);
  LabeledImage expected = reference(image, spec);
  if (!info_.exact) {
    check_split(actual.labels, expected.labels);
    expected = {actual.labels, measure_with_values(image, actual.labels, spec)};
  }
  check_labeled(actual, expected);
}

void EngineUnderTest::check_uploaded(const ImageView& image, const LabelingSpec& spec, const ImageView* mask) {
  CAPTURE(image.extent, image.format, spec);
  constexpr std::int64_t most_rows = 900000;  // of all columns, which every OpenGL context can bind
  const auto rows = static_cast<std::uint32_t>(std::min(image.extent.elements(), most_rows));
  const Result<void> labeled = runner_.label(spec, {.table_rows = rows});
  INFO((labeled ? "" : labeled.error().message));
  REQUIRE(labeled);
  LabeledImage actual{{{5, 3}, std::vector<std::uint32_t>(15, 0xDEADBEEFU)}, {}};
  REQUIRE(runner_.read_labels(actual.labels));
  Result<std::vector<Component>> components = runner_.components();
  REQUIRE(components);
  actual.components = *std::move(components);
  check_labeled(actual, reference(image, spec, mask));
}

void EngineUnderTest::check_both(const host::Image& image, const Criterion& criterion) {
  for (const Connectivity connectivity : connectivities) {
    check(image, {.connectivity = connectivity, .criterion = criterion});
  }
}

void EngineUnderTest::check_criteria(const host::Image& image) {
  for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{}), Criterion(Difference{1.0F})}) {
    if (has(criterion)) check_both(image, criterion);
  }
}

void register_conformance_tests(const engines::EngineInfo& info, const std::string& name, Share share) {
  for (const ConformanceTest& test : conformance_tests()) {
    const bool runs = share == Share::all || (share == Share::quick && test.quick);
    const std::string speed = !runs ? "[.][long]" : test.quick ? "" : "[slow]";
    register_test(name + " " + test.sentence, "[conformance][" + name + "]" + speed, [&] { run(test, info); });
  }
}

}  // namespace glccl::tests
