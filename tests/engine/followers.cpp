// Runners whose labelings a Tracker and Regions follow give the tracks and contacts of the CPU.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "glccl/host/regions.hpp"
#include "glccl/host/tracker.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

using engines::Registry;
using engines::Runner;

std::unique_ptr<Runner> make_runner(const std::string& engine) {
  Result<std::unique_ptr<Runner>> runner = Registry().make(engine, {.current_context = engine == "compute"});
  REQUIRE(runner);
  return *std::move(runner);
}

void check_refused(const Result<void>& status, ErrorCode code, const std::string& part) {
  REQUIRE_FALSE(status);
  CHECK(status.error().code == code);
  CHECK_THAT(status.error().message, contains(part));
}

std::vector<Contact> contacts_of(const LabelImage& labels, Connectivity connectivity) {
  return *host::contacts(labels.values, labels.extent, connectivity);
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "a Runner follows its labelings and finds their contacts", "[engine][followers]") {
  struct FollowedCase {
    std::string name;
    Extent extent;
    Connectivity connectivity;
    Criterion criterion;
  };
  const FollowedCase cases[] = {
      {"equal values", {41, 33}, Connectivity::four, Equal{PixelValue{}}},
      {"corners", {40, 30}, Connectivity::eight, Equal{}},
      {"a foreground, which has no contacts", {64, 9}, Connectivity::eight, Foreground{}},
      {"a volume", {9, 10, 7}, Connectivity::six, Equal{}},
  };
  const std::unique_ptr<Runner> runner = make_runner("compute");
  for (const FollowedCase& one : cases) {
    CAPTURE(one.name);
    const engines::RunOptions options{.table_rows = 2048, .track = true, .max_contacts = 4096};
    Result<host::Tracker> tracker = host::Tracker::create(one.extent, {.max_components = options.table_rows});
    REQUIRE(tracker);
    const LabelingSpec spec{.connectivity = one.connectivity, .criterion = one.criterion};
    for (int frame = 0; frame < 3; ++frame) {
      CAPTURE(frame);
      const host::Image image = make_image("cells", one.extent, {.granularity = 4 + frame});
      REQUIRE(runner->upload(image.view()));
      REQUIRE(runner->label(spec, options));
      const LabelImage labels = *runner->labels();
      const auto components = static_cast<std::uint32_t>(runner->components()->size());
      const Result<TrackedFrame> tracked = runner->tracked();
      REQUIRE(tracked);
      CHECK(*tracked == *tracker->track(labels.values, components));
      CHECK(*runner->contacts() == contacts_of(labels, one.connectivity));
    }
  }
}

TEST_CASE_METHOD(GlFixture, "a Runner follows a part of an image, and stops and goes on", "[engine][followers]") {
  const std::unique_ptr<Runner> runner = make_runner("compute");
  const host::Image image = make_image("cells", {50, 40}, {.granularity = 5});
  const LabelingSpec spec{.criterion = Equal{}};
  engines::RunOptions options{.table_rows = 512, .rectangle = Rectangle{3, 2, 41, 34}, .max_contacts = 2048};
  REQUIRE(runner->upload(image.view()));
  REQUIRE(runner->prepare(spec, options));
  REQUIRE(runner->label(spec, options));
  const std::vector<Contact> contacts = *runner->contacts();
  CHECK_FALSE(contacts.empty());
  CHECK(contacts == contacts_of(*runner->labels(), spec.connectivity));
  options.track = true;
  for (std::uint32_t frame = 1; frame <= 2; ++frame) {
    REQUIRE(runner->label(spec, options));
    CHECK(runner->tracked()->header.frame == frame);
    CHECK(*runner->contacts() == contacts);
  }
  REQUIRE(runner->label(spec));
  check_refused(runner->tracked() ? Result<void>() : runner->tracked().error(), ErrorCode::invalid_argument,
                "no tracks");
  REQUIRE(runner->label(spec, options));
  CHECK(runner->tracked()->header.frame == 3);
}

TEST_CASE_METHOD(GlFixture, "a Runner goes on following when less timing is asked for", "[engine][followers]") {
  const std::unique_ptr<Runner> runner = make_runner("compute");
  REQUIRE(runner->upload(make_image("cells", {50, 40}, {.granularity = 5}).view()));
  std::uint32_t frame = 0;
  for (const TimingDetail timing :
       {TimingDetail::stages, TimingDetail::whole, TimingDetail::none, TimingDetail::stages}) {
    REQUIRE(runner->label({.criterion = Equal{}}, {.table_rows = 512, .timing = timing, .track = true}));
    CHECK(runner->tracked()->header.frame == ++frame);
    CHECK(runner->times()->empty() == (timing == TimingDetail::none));
  }
}

TEST_CASE_METHOD(GlFixture, "a Runner says what followers lack", "[engine][followers][errors]") {
  const std::unique_ptr<Runner> runner = make_runner("compute");
  const host::Image image = make_image("cells", {20, 20}, {.granularity = 4});
  const LabelingSpec spec{.criterion = Equal{}};
  REQUIRE(runner->upload(image.view()));
  check_refused(runner->label(spec, {.track = true}), ErrorCode::invalid_argument, "pass table_rows");
  check_refused(runner->label(spec, {.max_contacts = most_contacts + 1}), ErrorCode::too_large, "contacts");
  REQUIRE(runner->label(spec, {.table_rows = 2, .track = true, .max_contacts = 3}));
  const Result<TrackedFrame> tracked = runner->tracked();
  check_refused(tracked ? Result<void>() : tracked.error(), ErrorCode::too_large, "a table of 2 rows");
  const Result<std::vector<Contact>> contacts = runner->contacts();
  check_refused(contacts ? Result<void>() : contacts.error(), ErrorCode::too_large, "more than 3 contacts");
  const std::unique_ptr<Runner> cpu = make_runner("cpu-fast");
  REQUIRE(cpu->upload(image.view()));
  check_refused(cpu->label(spec, {.table_rows = 8, .track = true}), ErrorCode::unsupported, "host::Tracker");
  check_refused(cpu->label(spec, {.max_contacts = 8}), ErrorCode::unsupported, "host::contacts()");
}

}  // namespace glccl::tests
