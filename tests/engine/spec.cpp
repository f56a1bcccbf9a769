// check() and check_extent() on volumes and on extents at the limits. The conformance suite has their other refusals.
#include "glccl/spec.hpp"

#include <limits>
#include <string>

#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

const Capabilities of_images{.engine = "plane", .formats = {}};
const Capabilities of_volumes{
    .engine = "space",
    .connectivities = {Connectivity::four, Connectivity::eight, Connectivity::six, Connectivity::twenty_six},
    .formats = {}};

/// The message of a refusal; empty where there is none.
std::string message(const Result<void>& status, ErrorCode code = ErrorCode::invalid_argument) {
  if (status) return {};
  CHECK(status.error().code == code);
  return status.error().message;
}

Result<void> check_connectivity(Connectivity connectivity, const Extent& extent, const Capabilities& engine) {
  return check({.connectivity = connectivity}, PixelFormat::u8, extent, engine);
}

}  // namespace

TEST_CASE("check() refuses volumes for an engine of images, whatever the connectivity", "[engine]") {
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight, Connectivity::twenty_six}) {
    CHECK(message(check_connectivity(connectivity, {4, 5, 6}, of_images), ErrorCode::unsupported) ==
          "plane labels images, and this is a volume of 4x5x6: use an engine that has connectivity 6, 18 or 26");
  }
  // A volume is refused as such even where it is too large besides: parts of it would be refused too.
  CHECK(message(check_extent({1 << 30, 1 << 30, 2}, of_images), ErrorCode::unsupported) != "");
}

TEST_CASE("check() refuses the connectivity of images for volumes", "[engine]") {
  CHECK(message(check_connectivity(Connectivity::eight, {4, 5, 6}, of_volumes)) ==
        "8-connectivity is for images, and this is a volume of 4x5x6: use 6, 18 or 26");
  CHECK(message(check_connectivity(Connectivity::eighteen, {4, 5, 6}, of_volumes), ErrorCode::unsupported) ==
        "space has no 18-connectivity: it has 4, 8, 6 and 26");
  CHECK(message(check_connectivity(Connectivity::six, {4, 5, 6}, of_volumes)) == "");
}

TEST_CASE("check() takes an image as the thinnest volume", "[engine]") {
  for (const Connectivity connectivity : {Connectivity::six, Connectivity::eighteen, Connectivity::twenty_six}) {
    CHECK(message(check_connectivity(connectivity, {4, 5, 1}, of_images)) == "");
  }
  for (const Connectivity connectivity : of_volumes.connectivities) {
    CHECK(message(check_connectivity(connectivity, {4, 5, 1}, of_volumes)) == "");
  }
}

TEST_CASE("the default connectivity is full: 8 in the plane, 26 in space", "[engine]") {
  CHECK(LabelingSpec().connectivity == Connectivity::full);
  CHECK(spec_in({4, 5}, {}).connectivity == Connectivity::eight);
  CHECK(spec_in({4, 5, 6}, {}).connectivity == Connectivity::twenty_six);
  CHECK(message(check_connectivity(Connectivity::full, {4, 5}, of_images)) == "");
  CHECK(message(check_connectivity(Connectivity::full, {4, 5, 6}, of_volumes)) == "");
  Capabilities few = of_volumes;
  few.connectivities = {Connectivity::four, Connectivity::six};
  CHECK(message(check_connectivity(Connectivity::full, {4, 5}, few), ErrorCode::unsupported) ==
        "space has no 8-connectivity: it has 4 and 6");
  CHECK(message(check_connectivity(Connectivity::full, {4, 5, 6}, few), ErrorCode::unsupported) ==
        "space has no 26-connectivity: it has 4 and 6");
  CHECK(message(check_connectivity(static_cast<Connectivity>(5), {4, 5}, of_images)) ==
        "the connectivity is 5: its enumeration has the values 0, 4, 8, 6, 18 and 26");
}

TEST_CASE("check_extent() counts the elements of the largest extents there can be", "[engine]") {
  constexpr int most = std::numeric_limits<int>::max();
  Capabilities engine = of_volumes;
  const auto refusal = [&](const Extent& extent) {
    return message(check_extent(extent, engine), ErrorCode::too_large);
  };
  CHECK(refusal({most, most, most}) ==
        "the volume is 2147483647x2147483647x2147483647: space labels up to 4294967294 elements, label it in parts");
  CHECK(refusal({most, most}) ==
        "the image is 2147483647x2147483647, 4611686014132420609 elements: space labels up to 4294967294 elements, "
        "label it in parts");
  // A product that is a multiple of 2^64.
  CHECK(refusal({1 << 30, 1 << 30, 1 << 4}) != "");
  CHECK(refusal({2, most}) == "");
  CHECK(refusal({1, 1, most}) == "");
  engine.largest_elements = 60;
  CHECK(refusal({3, 4, 5}) == "");
  CHECK(refusal({3, 5, 5}) != "");
  engine.largest_volume = 75;
  CHECK(refusal({3, 5, 5}) == "");
  CHECK(refusal({4, 5, 5}) == "the volume is 4x5x5, 100 elements: space labels up to 75 elements, label it in parts");
  CHECK(refusal({61, 1}) == "the image is 61x1, 61 elements: space labels up to 60 elements, label it in parts");
  engine.largest_side = 4;
  CHECK(refusal({3, 4, 5}) == "the volume is 3x4x5: space labels up to 4 in each direction, label it in parts");
}

TEST_CASE("check_rectangle() looks at the slices of a box", "[engine]") {
  const Extent volume{4, 5, 6};
  const std::string slices = "the volume reaches from slice 0 to before slice 6";
  CHECK(message(check_rectangle({0, 0, 4, 5, 2, 6}, volume, "the volume")) == "");
  CHECK(message(check_rectangle({0, 0, 4, 5, 2, 7}, volume, "the volume")) ==
        "the rectangle from slice 2 to before slice 7 is not inside: " + slices);
  CHECK(message(check_rectangle({0, 0, 4, 5, 3, 3}, volume, "the volume")) ==
        "the rectangle from slice 3 to before slice 3 is empty: " + slices);
}

TEST_CASE("the end of a rectangle is exclusive", "[engine]") {
  const Extent image{4, 5};
  const Extent volume{4, 5, 6};
  CHECK(rectangle_of(image) == Rectangle{0, 0, 4, 5});
  CHECK(rectangle_of(volume) == Rectangle{0, 0, 4, 5, 0, 6});
  for (const Extent& extent : {image, volume}) CHECK(extent_of(rectangle_of(extent)) == extent);
  CHECK(message(check_rectangle({3, 4, 4, 5}, image, "it")) == "");
  CHECK(message(check_rectangle({3, 4, 3, 5}, image, "it")) ==
        "the rectangle from (3, 4) to before (3, 5) is empty: it reaches from (0, 0) to before (4, 5)");
  CHECK(message(check_rectangle({3, 4, 4, 6}, image, "it")) ==
        "the rectangle from (3, 4) to before (4, 6) is not inside: it reaches from (0, 0) to before (4, 5)");
  CHECK(message(check_rectangle({0, 0, 4, 5, 0, 0}, image, "it")) ==
        "the rectangle from slice 0 to before slice 0 is empty: it reaches from slice 0 to before slice 1, so z0 is 0 "
        "and z1 is 1");
}

}  // namespace glccl::tests
