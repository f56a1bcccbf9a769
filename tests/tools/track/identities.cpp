// Reasons for which shapes of a scene have another id, each by the smallest frames that show it.
#include "tools/track/identities.hpp"

#include <string>
#include <vector>

#include "glccl/host/tracker.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using tools::IdentitySwitch;
using tools::SwitchReason;

/// A row of pixels whose values are digits.
host::Image row_of(const std::string& digits) {
  host::Image image{{static_cast<int>(digits.size()), 1}, PixelFormat::u8, {}};
  for (const char digit : digits) image.bytes.push_back(static_cast<std::uint8_t>(digit - '0'));
  return image;
}

}  // namespace

TEST_CASE("each switch of an id has its reason", "[tools][tracker]") {
  struct Case {
    const char* name;
    std::vector<std::string> frames;
    std::vector<IdentitySwitch> expected;  // in the last frame
  };
  const std::vector<Case> cases = {
      {"a shape moves", {"0111000", "0011100"}, {}},
      {"a shape is covered for a frame", {"1100", "0000", "1100"}, {}},
      {"another shape covers some of the place", {"111000", "211000"}, {}},
      {"another shape covers most of the place", {"1110", "2210"}, {{2, 1, SwitchReason::other_shape, 1, 2, 3, 1}}},
      {"the shape covers most of another one's place",
       {"1112222", "0011111"},
       {{2, 1, SwitchReason::took_over, 1, 2, 3, 5}}},
      {"a smaller part becomes the largest", {"1110110", "1020111"}, {{2, 1, SwitchReason::grown, 1, 2, 3, 3}}},
      {"two parts meet", {"1110110", "1111110"}, {}},
      {"two parts meet where the smaller one was", {"11110111", "00011111"}, {{2, 1, SwitchReason::met, 1, 2, 4, 5}}},
      {"the largest part is covered", {"1110110", "0000110"}, {{2, 1, SwitchReason::covered, 1, 2, 3, 2}}},
      {"a part is cut, and the larger piece overlaps it less",
       {"11111000", "11121111"},
       {{2, 1, SwitchReason::cut, 1, 3, 5, 4}}},
      {"a part is seen where another shape was",
       {"110222222", "000112222"},
       {{2, 1, SwitchReason::displaced, 1, 3, 2, 2}}},
      {"a shape moves further than its width", {"1100000", "0000011"}, {{2, 1, SwitchReason::uncovered, 1, 2, 2, 2}}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const Extent extent = row_of(one.frames[0]).extent;
    Result<host::Tracker> tracker = host::Tracker::create(extent);
    REQUIRE(tracker);
    tools::IdentityCheck check;
    std::vector<IdentitySwitch> found;
    for (const std::string& digits : one.frames) {
      const LabeledImage labeled = reference(row_of(digits), {.criterion = Equal{}});
      const Result<TrackedFrame> frame =
          tracker->track(labeled.labels.values, static_cast<std::uint32_t>(labeled.components.size()));
      REQUIRE(frame);
      found = check.add(labeled.components, *frame);
    }
    std::string text;
    tools::add_switches(found, text);
    CAPTURE(text);
    CHECK(found == one.expected);
  }
}

TEST_CASE("switches are described by their reasons", "[tools][tracker]") {
  tools::IdentitySwitches switches;
  switches.shapes = 9;
  switches.counts[static_cast<std::size_t>(SwitchReason::met)] = 2;
  switches.counts[static_cast<std::size_t>(SwitchReason::cut)] = 1;
  const std::string text = tools::describe(switches);
  CHECK_THAT(text, contains("3 switches of the id of a shape's largest part, of 9 "));
  CHECK_THAT(text, contains("\n  2  met: "));
  CHECK_THAT(text, contains("\n  1  cut: "));
  CHECK_THAT(text, contains("\n  0  unexplained: "));
  std::string lines;
  tools::add_switches(std::vector<IdentitySwitch>{{7, 3, SwitchReason::other_shape, 1, 2, 30, 4}}, lines);
  CHECK(lines == "7,3,other_shape,1,2,30,4\n");
}

}  // namespace glccl::tests
