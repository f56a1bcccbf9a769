// The suite itself is tested: each of its promises is put to cpu-serial with a planted fault, and has to fail. A test
// here is tagged [!shouldfail]: Catch2 passes it if and only if one of its checks fails.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "glccl/engines/cpu_runner.hpp"
#include "glccl/host/cpu.hpp"
#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tools/glccl/registry.hpp"

namespace glccl::tests {
namespace {

/// What a faulty engine changes: what it is asked for, or what it answers.
struct Fault {
  std::function<void(ImageView& image)> image = {};
  std::function<void(engines::SecondImages& images)> second_images = {};
  std::function<void(LabelingSpec& spec, engines::RunOptions& options)> request = {};
  std::function<void(LabelImage& labels)> labels = {};
  std::function<void(std::vector<Component>& rows)> table = {};
  std::function<void(std::vector<Measurements>& rows)> measurements = {};
  std::function<void(Error& error)> refusal = {};
  bool refuses = true;  ///< false: errors are passed over, and labels and table are empty.
};

/// An engine with a fault.
class FaultyRunner : public engines::Runner {
 public:
  FaultyRunner(engines::Runner& exact, const Fault& fault) : exact_(exact), fault_(fault) {}

  std::string engine() const override { return exact_.engine(); }
  std::string device() const override { return exact_.device(); }
  bool is_on_gpu() const override { return exact_.is_on_gpu(); }
  Result<void> upload(std::span<const ImageView> images) override {
    ImageView image = images.front();
    if (fault_.image) fault_.image(image);
    return answer(exact_.upload({&image, 1}));
  }
  Result<void> upload_second_images(const engines::SecondImages& images) override {
    engines::SecondImages second_images = images;
    if (fault_.second_images) fault_.second_images(second_images);
    return answer(exact_.upload_second_images(second_images));
  }
  Result<void> label(const LabelingSpec& spec, const engines::RunOptions& options) override {
    LabelingSpec faulty_spec = spec;
    engines::RunOptions faulty_options = options;
    if (fault_.request) fault_.request(faulty_spec, faulty_options);
    return answer(exact_.label(faulty_spec, faulty_options));
  }
  Result<void> wait() override { return exact_.wait(); }
  Result<void> read_labels(LabelImage& labels) override {
    Result<void> status = exact_.read_labels(labels);
    if (status && fault_.labels) fault_.labels(labels);
    return answer(std::move(status));
  }
  Result<std::vector<Component>> components() override {
    Result<std::vector<Component>> rows = exact_.components();
    if (rows && fault_.table) fault_.table(*rows);
    return rows;
  }
  Result<std::vector<Measurements>> measurements() override {
    Result<std::vector<Measurements>> rows = exact_.measurements();
    if (rows && fault_.measurements) fault_.measurements(*rows);
    return rows;
  }
  Result<std::uint64_t> found() override { return exact_.found(); }
  Result<std::vector<StageTime>> times() override { return exact_.times(); }

 private:
  Result<void> answer(Result<void> status) const {
    if (status) return status;
    if (!fault_.refuses) return {};
    if (!fault_.refusal) return status;
    Error error = status.error();
    fault_.refusal(error);
    return error;
  }

  engines::Runner& exact_;
  const Fault& fault_;
};

void change_last_label(LabelImage& labels) { labels.values.back() ^= 1U; }

void join_all_components(LabelImage& labels) {
  const std::uint32_t largest = *std::max_element(labels.values.begin(), labels.values.end());
  for (std::uint32_t& label : labels.values) label = label == 0 ? 0 : largest;
}

void drop_last_row(std::vector<Component>& rows) {
  if (!rows.empty()) rows.pop_back();
}

/// Changes the last label of images that are larger than this.
Fault wrong_above(int width, int height) {
  return {.labels = [=](LabelImage& labels) {
    if (labels.extent.width > width || labels.extent.height > height) change_last_label(labels);
  }};
}

/// The fault in requests by a criterion of one kind.
template <class Kind>
Fault wrong_criterion(const std::function<void(LabelingSpec& spec, Kind& criterion)>& change) {
  return {.request = [=](LabelingSpec& spec, engines::RunOptions&) {
    if (Kind* criterion = std::get_if<Kind>(&spec.criterion)) change(spec, *criterion);
  }};
}

double without_denormals(double value) {
  return std::fpclassify(static_cast<float>(value)) == FP_SUBNORMAL ? 0.0 : value;
}

Fault wrong_table(const std::function<void(std::vector<Component>& rows)>& change) { return {.table = change}; }

Fault wrong_refusal(const std::function<void(Error& error)>& change) { return {.refusal = change}; }

Fault wrong_filter(const std::function<void(Filter& filter)>& change) {
  return {.request = [=](LabelingSpec& spec, engines::RunOptions&) { change(spec.filter); }};
}

/// A fault in the rows of moments and quads.
Fault wrong_measurements(const std::function<void(Measurements& one)>& change) {
  return {.measurements = [=](std::vector<Measurements>& rows) {
    for (Measurements& one : rows) change(one);
  }};
}

/// Labels of the last image are given again if the next one has its extent.
Fault last_labels_stay() {
  const auto last = std::make_shared<LabelImage>();
  return {.labels = [last](LabelImage& labels) {
    if (labels.extent == last->extent) labels = *last;
    *last = labels;
  }};
}

/// The rows of the first image are given for every later one.
Fault first_table_stays() {
  const auto first = std::make_shared<std::vector<Component>>();
  return wrong_table([first](std::vector<Component>& rows) {
    if (first->empty()) *first = rows;
    rows = *first;
  });
}

/// The image is labeled without its mask.
Fault without_mask() {
  return {.second_images = [](engines::SecondImages& images) { images = {}; }};
}

/// An axis is not periodic.
Fault without_axis(bool PeriodicAxes::*axis) {
  return {.request = [axis](LabelingSpec& spec, engines::RunOptions&) { spec.periodic.*axis = false; }};
}

/// The rows of the mask begin too early.
Fault early_rows_of_mask() {
  return {.second_images = [](engines::SecondImages& images) {
    if (images.mask) images.mask->row_bytes = images.mask->row_pitch() - 1;
  }};
}

Fault always_a_table(std::uint32_t rows) {
  return {.request = [=](LabelingSpec&, engines::RunOptions& options) { options.table_rows = rows; }};
}

/// A fault, and the promise that it breaks.
struct FaultCase {
  const char* name;
  const char* sentence;  ///< ConformanceTest::sentence
  Fault fault;
};

std::vector<FaultCase> fault_cases() {
  const Fault wrong_label = {.labels = change_last_label};
  const Fault joined = {.labels = join_all_components};
  const Fault lost_row = {.table = drop_last_row};
  const Fault whole_image = {.request = [](auto&, engines::RunOptions& options) { options.rectangle.reset(); }};
  const Fault without_holes = {.request = [](LabelingSpec& spec, auto&) { spec.fill_holes = 0; }};
  const Fault all_holes = {.request = [](LabelingSpec& spec, auto&) {
    if (spec.fill_holes != 0) spec.fill_holes = Filter::unlimited;
  }};
  const Fault other_error_code = wrong_refusal([](Error& error) { error.code = ErrorCode::gpu; });
  const Fault other_words = wrong_refusal([](Error& error) { error.message = "no"; });
  return {
      {"a wrong label", "labels every 3x3 image as cpu-serial does", wrong_label},
      {"a lost row", "labels every 4x4 image", lost_row},
      {"joined components", "labels some random images", joined},
      {"a wrong label", "labels a thousand random images", wrong_label},
      {"a wrong label in column 34", "labels images of every small extent", wrong_above(33, 1000)},
      {"joined components", "connects values in images of every small extent", joined},
      {"a lost row", "labels the photograph", lost_row},
      {"joined components", "connects equal values", joined},
      {"joined components", "connects similar values", joined},
      {"joined components", "connects three values in every 3x3 image", joined},
      {"one label for all roots", "gives every component a root label of its own", joined},
      {"4 neighbours instead of 26",
       "takes an image as a volume of one slice",
       {.request =
            [](LabelingSpec& spec, auto&) {
              if (spec.connectivity == Connectivity::twenty_six) spec.connectivity = Connectivity::four;
            }}},
      {"faces alone",
       "takes full connectivity as 8 in the plane and 26 in space",
       {.request =
            [](LabelingSpec& spec, auto&) {
              if (spec.connectivity == Connectivity::full) spec.connectivity = Connectivity::six;
            }}},
      {"labels that stay", "forgets the last image", last_labels_stay()},
      {"the whole image", "labels a rectangle as an image of its own", whole_image},
      {"a wrong label behind pixel 4096", "labels images of 5000 pixels in a direction", wrong_above(4096, 4096)},
      {"a wrong label behind pixel 8192", "labels the widest and the highest image", wrong_above(8192, 8192)},
      {"a wrong label in column 129", "labels images that end at the borders of tiles", wrong_above(128, 1000)},
      {"a wrong label in row 10001", "labels images of many tiles", wrong_above(1000, 10000)},
      {"joined components", "labels components that meet where tiles meet", joined},
      {"a full table", "measures tiles of the most components there can be",
       wrong_table([](auto& rows) { rows.resize(std::min<std::size_t>(rows.size(), 9000)); })},
      {"joined components", "unites tiles of more links than are listed", joined},
      {"a rounded threshold", "compares every format with a threshold in its units",
       wrong_criterion<Foreground>([](auto&, Foreground& one) { one.low = std::ceil(one.low); })},
      {"foreground instead of equal values", "compares the values of every format",
       wrong_criterion<Equal>([](LabelingSpec& spec, Equal&) { spec.criterion = Foreground{}; })},
      {"a difference that is too large", "measures differences in the units of every format",
       wrong_criterion<Difference>([](auto&, Difference& one) { one.largest += 0.01F; })},
      {"a lost row", "labels random images of every format", lost_row},
      {"another channel", "looks at the channel it is told",
       wrong_criterion<Foreground>([](auto&, Foreground& one) { one.channel = Channel::red; })},
      {"thresholds that are flushed to zero", "compares floats at the edge with thresholds",
       wrong_criterion<Foreground>([](auto&, Foreground& one) { one.low = without_denormals(one.low); })},
      {"any channel instead of one", "compares half floats at the edge with thresholds",
       wrong_criterion<Foreground>([](auto&, Foreground& one) { one.channel = Channel::any; })},
      {"thresholds that are flushed to zero", "compares integers with thresholds at the edge",
       wrong_criterion<Foreground>([](auto&, Foreground& one) { one.low = without_denormals(one.low); })},
      {"limits that are rounded to floats", "takes the ranges of every format exactly",
       wrong_criterion<Foreground>([](auto&, Foreground& one) { one.low = static_cast<float>(one.low); })},
      {"no upper limit", "takes the ranges of every channel",
       wrong_criterion<Foreground>([](auto&, Foreground& one) { one.high = HUGE_VAL; })},
      {"the sum instead of another measure", "measures colours by luminance and by their largest difference",
       wrong_criterion<Difference>([](auto&, Difference& one) { one.measure = Measure::sum; })},
      {"the sum instead of the largest", "measures the largest difference of floats at the edge",
       wrong_criterion<Difference>([](auto&, Difference& one) { one.measure = Measure::sum; })},
      {"zero as the background", "takes any stored value as background",
       wrong_criterion<Difference>([](auto&, Difference& one) {
         if (one.background) one.background = PixelValue{};
       })},
      {"background that connects", "takes backgrounds in images of every format",
       wrong_criterion<Difference>([](auto&, Difference& one) { one.background.reset(); })},
      {"zero as the background", "labels zeros where there is no background",
       wrong_criterion<Equal>([](auto&, Equal& one) { one = {}; })},
      {"differences that are flushed to zero", "measures differences of floats at the edge",
       wrong_criterion<Difference>([](auto&, Difference& one) { one.largest = without_denormals(one.largest); })},
      {"sums that are flushed to zero", "adds differences of floats that are nearly zero",
       wrong_criterion<Difference>([](auto&, Difference& one) { one.largest = without_denormals(one.largest); })},
      {"finite differences alone", "measures differences of half floats at the edge",
       wrong_criterion<Difference>([](auto&, Difference& one) { one.largest = std::min(one.largest, 1e30); })},
      {"rows without gaps", "reads rows with gaps", {.image = [](ImageView& image) { image.row_bytes = 0; }}},
      {"a sum of 32 bits", "sums coordinates beyond 32 bits", wrong_table([](auto& rows) {
         for (Component& one : rows) one.sum_x &= 0xFFFFFFFFU;
       })},
      {"more rows than were asked for", "counts all components and keeps to the rows of its table",
       always_a_table(5000)},
      {"rows for all", "says how many rows the largest components need", always_a_table(5000)},
      {"a table", "makes no table that was not asked for", always_a_table(5000)},
      {"a table that stays", "measures the labels that it made last", first_table_stays()},
      {"a row of nothing", "makes an empty table of an empty image",
       wrong_table([](auto& rows) { rows.push_back({}); })},
      {"values of everything", "gives values to components of equal pixels only", wrong_table([](auto& rows) {
         for (Component& one : rows) one.value = 7;
       })},
      {"other words", "refuses specifications with the words of check()", other_words},
      {"other words", "refuses a table of root labels", other_words},
      {"another error code", "refuses to compare values that a format lacks", other_error_code},
      {"other words", "refuses measures that a format lacks", other_words},
      {"another error code", "refuses formats that it lacks", other_error_code},
      {"other words", "refuses channels that a format lacks", other_words},
      {"another error code", "refuses images without pixels", other_error_code},
      {"another error code", "refuses a rectangle that is not inside the image", other_error_code},
      {"nothing refused", "refuses to label before an upload", {.refuses = false}},
      {"joined components", "labels small volumes as cpu-serial does", joined},
      {"the whole volume", "labels a box of a volume as a volume of its own", whole_image},
      {"other words", "refuses volumes that it cannot label", other_words},
      {"components at the border", "keeps the components that a filter keeps",
       wrong_filter([](Filter& one) { one.clear_border = false; })},
      {"components that are too small", "filters components of values",
       wrong_filter([](Filter& one) { one.min_area = 0; })},
      {"one component too many", "keeps the first of the components of one area", wrong_filter([](Filter& one) {
         if (one.largest != Filter::unlimited) ++one.largest;
       })},
      {"no filter", "filters volumes", wrong_filter([](Filter& one) { one = {}; })},
      {"windows inside the image alone", "measures moments and quads",
       wrong_measurements([](Measurements& one) { one.quads.one = 0; })},
      {"no diagonal windows", "measures components of values",
       wrong_measurements([](Measurements& one) { one.quads.diagonal = 0; })},
      {"a moment of 32 bits", "measures large components",
       wrong_measurements([](Measurements& one) { one.moments.xy &= 0xFFFFFFFFU; })},
      {"no moments of z", "measures volumes", wrong_measurements([](Measurements& one) { one.moments.yz = 0; })},
      {"corners that count once", "measures volumes",
       wrong_measurements([](Measurements& one) { one.cubes.euler_18 = one.cubes.euler_26; })},
      {"faces inside of the volume alone", "measures volumes",
       wrong_measurements([](Measurements& one) { one.cubes.faces_z -= one.cubes.faces_z % 4; })},
      {"a part one coordinate too short", "measures seams of images",
       wrong_measurements([](Measurements& one) { one.seams.y.lower -= one.seams.y.lower > 3 ? 1 : 0; })},
      {"no part of z", "measures seams of volumes", wrong_measurements([](Measurements& one) { one.seams.z = {}; })},
      {"a table", "measures what was asked for", always_a_table(5000)},
      {"no mask", "leaves out what a mask leaves out", without_mask()},
      {"no mask", "masks components of values", without_mask()},
      {"no mask", "masks volumes", without_mask()},
      {"rows of the mask that begin too early", "takes a mask's part beside a rectangle", early_rows_of_mask()},
      {"other words", "refuses masks that do not fit", other_words},
      {"other words", "refuses a mask that it lacks", other_words},
      {"a minimum of 0", "measures values of every format",
       wrong_measurements([](Measurements& one) { one.intensity.minimum = 0; })},
      {"another fraction",
       "rounds floats to multiples of a power of two",
       {.request = [](LabelingSpec& spec, engines::RunOptions&) { spec.fraction_bits = 16; }}},
      {"one fraction for all",
       "gives each component of floats its own fraction",
       {.request = [](LabelingSpec& spec, engines::RunOptions&) { spec.fraction_bits = 16; }}},
      {"squares of 64 bits", "measures large values",
       wrong_measurements([](Measurements& one) { one.intensity.squares.high = 0; })},
      {"no sums of z", "measures values in volumes",
       wrong_measurements([](Measurements& one) { one.intensity.sum_z = {}; })},
      {"other words", "refuses intensities that do not fit", other_words},
      {"no holes", "fills the holes of images", without_holes},
      {"all holes", "fills what a connectivity closes", all_holes},
      {"no filter", "fills holes before it filters", wrong_filter([](Filter& one) { one = {}; })},
      {"no holes", "fills holes of all kinds of values", without_holes},
      {"all holes", "fills holes of volumes", all_holes},
      {"no seam of y", "fills holes across the seams of periodic axes", without_axis(&PeriodicAxes::y)},
      {"no seam of z", "fills holes of periodic volumes", without_axis(&PeriodicAxes::z)},
      {"no seam of x", "joins components across the seams of periodic axes", without_axis(&PeriodicAxes::x)},
      {"no seam of x", "joins corners across several seams", without_axis(&PeriodicAxes::x)},
      {"no seam of y", "joins components of many tiles across seams", without_axis(&PeriodicAxes::y)},
      {"no seam of y", "joins components of values across seams", without_axis(&PeriodicAxes::y)},
      {"no seam of z", "joins components of volumes across seams", without_axis(&PeriodicAxes::z)},
      {"no seam of x", "joins components with root labels across seams", without_axis(&PeriodicAxes::x)},
      {"no mask", "joins masked components across seams", without_mask()},
      {"the whole image", "joins components of a part of an image across its seams", whole_image},
      {"other words", "refuses a periodic z of an image", other_words},
      {"components at the border", "drops components at borders that are no seams",
       wrong_filter([](Filter& one) { one.clear_border = false; })},
  };
}

/// Runs the promise of this sentence with an engine that has a fault.
void run_faulty(const Fault& fault, const std::string& sentence) {
  engines::EngineInfo info = **tools::registry().find("cpu-serial");
  Capabilities capabilities = host::serial_capabilities();
  // cpu-serial lacks neither a format nor masks.
  if (sentence == "refuses formats that it lacks") capabilities.formats = {PixelFormat::u8};
  if (sentence == "refuses a mask that it lacks") capabilities.needs.remove(Need::mask);
  info.capabilities = host::labeler_capabilities(capabilities);
  const auto exact = engines::make_cpu_runner(
      capabilities, [](const engines::RunOptions&) { return host::label_by(host::label_serial); });
  FaultyRunner faulty(*exact, fault);
  EngineUnderTest engine(info, faulty);
  for (const ConformanceTest& test : conformance_tests()) {
    if (test.sentence == sentence) test.run(engine);
  }
}

}  // namespace

void register_self_tests() {
  static const std::vector<FaultCase> cases = fault_cases();
  for (const FaultCase& one : cases) {
    register_test("the suite catches " + std::string(one.name) + ": " + one.sentence,
                  "[conformance][slow][!shouldfail]", [&one] { run_faulty(one.fault, one.sentence); });
  }
}

TEST_CASE("the suite passes an engine without a fault", "[conformance]") {
  for (const ConformanceTest& test : conformance_tests()) {
    if (test.quick) run_faulty({}, test.sentence);
  }
}

TEST_CASE("every promise of the suite is tested with a fault", "[conformance]") {
  std::set<std::string> promised;
  std::set<std::string> tested;
  for (const ConformanceTest& test : conformance_tests()) promised.insert(test.sentence);
  for (const FaultCase& one : fault_cases()) tested.insert(one.sentence);
  CHECK(tested == promised);
}

TEST_CASE("first_difference() sees every member of a component", "[conformance]") {
  const Component exact{.label = 1, .area = 2, .box = {}, .sum_x = 3, .sum_y = 4, .sum_z = 5, .first = 6, .value = 7};
  std::vector<Component> rows(9, exact);
  rows[1].label = 99;
  rows[2].area = 99;
  rows[3].sum_x = 99;
  rows[4].sum_y = 99;
  rows[5].sum_z = 99;
  rows[6].first = 99;
  rows[7].value = 99;
  rows[8].box.x1 = 99;
  CHECK(first_difference(std::vector{rows[0]}, std::vector{exact}) == "");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CAPTURE(i);
    CHECK(first_difference(std::vector{rows[i]}, std::vector{exact}) != "");
  }
}

}  // namespace glccl::tests
