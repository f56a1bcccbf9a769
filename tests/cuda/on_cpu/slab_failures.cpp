// Failures of slabs that several devices share, with labels of 64 bits.
#include <atomic>
#include <string>
#include <vector>

#include "glccl/host/device_slabs.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

using host::SlabOptions;
using host::SlabSource;

constexpr int slabs = 8;
const SlabOptions options{.planes = 4, .wide_labels = true, .components = true};

/// "rows 4 to 7: MESSAGE", of slab 1 of `slabs`.
std::string at_slab(int slab, const std::string& message) {
  const int first = slab * options.planes;
  return "rows " + std::to_string(first) + " to " + std::to_string(first + options.planes - 1) + ": " + message;
}

}  // namespace

TEST_CASE("a slab of several devices that cannot be read is named in either pass", "[on_cpu][tiled]") {
  const host::Image image = make_image("noise", {20, slabs * 4});
  const SlabSource good = host::source_of(image.view());
  for (const std::vector<int>& devices : {std::vector{0, 0}, {0, -1, 0}}) {
    for (int fails = 0; fails < 2 * slabs; fails += 3) {
      CAPTURE(devices.size(), fails);
      std::atomic<int> reads = 0;
      SlabSource broken = good;
      broken.read = [&](int first, int planes, void* elements) {
        return reads++ < fails ? good.read(first, planes, elements) : Error{ErrorCode::file, "byte 99 is unreadable"};
      };
      int finished = 0;
      const host::SlabSink sink = [&](const host::FinishedSlab& slab) {
        CHECK(slab.first == finished++ * options.planes);
        return Result<void>();
      };
      const auto unread = host::label_slabs_on_device(broken, {devices, 2}, {}, options, sink);
      const int made = reads;
      REQUIRE_FALSE(unread);
      CHECK(unread.error().code == ErrorCode::file);
      CHECK(unread.error().message == at_slab(fails % slabs, "byte 99 is unreadable"));
      CHECK(made == fails + 1);  // nothing more is read
      CHECK(finished <= fails % slabs);
      if (fails < slabs) CHECK(finished == 0);
    }
  }
}

TEST_CASE("a slab of several devices that cannot be written is named, and is the last one", "[on_cpu][tiled]") {
  const host::Image image = make_image("noise", {20, slabs * 4});
  for (const int full : {0, 1, 4, slabs - 1}) {
    CAPTURE(full);
    int finished = 0;
    const host::SlabSink sink = [&](const host::FinishedSlab&) {
      return finished++ < full ? Result<void>() : Error{ErrorCode::file, "the disk is full"};
    };
    const auto refused = host::label_slabs_on_device(host::source_of(image.view()), {{0, 0}, 2}, {}, options, sink);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::file);
    CHECK(refused.error().message == at_slab(full, "the disk is full"));
    CHECK(finished == full + 1);
  }
}

}  // namespace glccl::tests
