// The libraries that glccl bench measures beside the engines: they have to find the components that cpu-serial finds.
#include "tools/bench/peers/peers.hpp"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/compare.hpp"
#include "glccl/host/generate.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::Image;
using tools::Peer;
using tools::PeerInfo;
using tools::PeerTimes;

const PeerInfo& peer_named(const std::string& name) {
  const auto all = tools::peers();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PeerInfo& one) { return one.name == name; });
  REQUIRE(found != all.end());
  return *found;
}

/// For `if (skip_without(name)) return;` at the top of a test: prints a line that ctest takes for a skipped test where
/// the peer cannot run.
bool skip_without(const std::string& name) {
  const std::string reason = peer_named(name).unavailable();
  if (!reason.empty()) std::cout << "skipped: " << name << ": " << reason << '\n';
  return !reason.empty();
}

/// Labels, requires that everything succeeds, and checks that the times are sound.
LabelImage label(Peer& peer, Connectivity connectivity) {
  const Result<PeerTimes> times = peer.label(connectivity);
  REQUIRE(times);
  CHECK(times->kernels_ms >= 0.0);
  CHECK(times->end_to_end_ms >= times->kernels_ms);
  Result<LabelImage> labels = peer.readback();
  REQUIRE(labels);
  return *std::move(labels);
}

/// Whether a peer finds the components of cpu-serial, in any numbering, with both connectivities.
bool agrees_with_oracle(Peer& peer, const PeerInfo& info, const Image& image) {
  REQUIRE(peer.upload(image));
  return std::all_of(info.connectivities.begin(), info.connectivities.end(), [&](Connectivity connectivity) {
    const LabelImage labels = renumber_in_raster_order(label(peer, connectivity));
    return labels == reference_labels(image, connectivity, Foreground{});
  });
}

/// Whether no label of a peer is in two components of cpu-serial, with both connectivities.
bool joins_nothing(Peer& peer, const PeerInfo& info, const Image& image) {
  REQUIRE(peer.upload(image));
  return std::all_of(info.connectivities.begin(), info.connectivities.end(), [&](Connectivity connectivity) {
    const LabelImage expected = reference_labels(image, connectivity, Foreground{});
    const auto difference = host::compare_labels(label(peer, connectivity), expected);
    return !difference || difference->joined + difference->missing + difference->extra == 0;
  });
}

void check_components(const std::string& name, bool (*is_right)(Peer&, const PeerInfo&, const Image&)) {
  const PeerInfo& info = peer_named(name);
  Result<std::unique_ptr<Peer>> peer = tools::make_peer(name);
  REQUIRE(peer);
  for (int i = 0; i < 300; ++i) {
    const Image image = random_image(i);
    CAPTURE(i, image.extent);
    REQUIRE(is_right(**peer, info, image));
  }
  // Large enough for OpenCV to use threads, and for NPP to use many blocks.
  for (const char* kind : {"noise", "spiral", "text", "full", "empty"}) {
    CAPTURE(kind);
    CHECK(is_right(**peer, info, make_image(kind, {1023, 771})));
  }
}

std::string message_of(const Result<void>& status, ErrorCode code) {
  REQUIRE_FALSE(status);
  CHECK(status.error().code == code);
  return status.error().message;
}

}  // namespace

TEST_CASE("peers() lists every peer by name, also those that cannot run here", "[tools][peers]") {
  std::vector<std::string> names;
  for (const PeerInfo& peer : tools::peers()) {
    CAPTURE(peer.name, peer.source);
    names.emplace_back(peer.name);
    CHECK(peer.connectivities == std::vector<Connectivity>{Connectivity::four, Connectivity::eight});
    CHECK_FALSE(peer.summary.empty());
    CHECK(peer.unavailable().find('\n') == std::string::npos);
    const Result<std::unique_ptr<Peer>> made = tools::make_peer(peer.name);
    CHECK(static_cast<bool>(made) == peer.unavailable().empty());
    if (!made) CHECK(made.error().message == std::string(peer.name) + " cannot run here: " + peer.unavailable());
  }
  CHECK(names == std::vector<std::string>{"opencv", "opencv-stats", "npp", "npp-compressed"});

  const Result<std::unique_ptr<Peer>> unknown = tools::make_peer("opencl");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == ErrorCode::invalid_argument);
  CHECK(unknown.error().message == "there is no peer \"opencl\": there are opencv, opencv-stats, npp, npp-compressed");
}

TEST_CASE("OpenCV finds cpu-serial's components", "[tools][peers]") {
  if (skip_without("opencv")) return;
  CHECK_THAT(peer_named("opencv").source, contains("cv::connectedComponents with CCL_DEFAULT"));
  check_components("opencv", agrees_with_oracle);
}

TEST_CASE("OpenCV with statistics finds cpu-serial's components", "[tools][slow][peers]") {
  if (skip_without("opencv-stats")) return;
  CHECK_THAT(peer_named("opencv-stats").source, contains("cv::connectedComponentsWithStats with CCL_DEFAULT"));
  check_components("opencv-stats", agrees_with_oracle);
}

// NPP need not find whole components: version 13.0.0 splits some on an H200, down to images of 3x3 pixels.
TEST_CASE("NPP joins none of cpu-serial's components", "[tools][peers]") {
  for (const char* const name : {"npp", "npp-compressed"}) {
    if (!skip_without(name)) check_components(name, joins_nothing);
  }
}

TEST_CASE("a peer labels every pixel that is not zero", "[tools][peers]") {
  for (const PeerInfo& info : tools::peers()) {
    if (!info.unavailable().empty()) continue;
    CAPTURE(info.name);
    Result<std::unique_ptr<Peer>> peer = tools::make_peer(info.name);
    REQUIRE(peer);
    const Image image{{4, 2}, PixelFormat::u8, {1, 2, 0, 255, 0, 0, 0, 3}};
    REQUIRE((*peer)->upload(image));
    CHECK(renumber_in_raster_order(label(**peer, Connectivity::four)).values ==
          std::vector<std::uint32_t>{1, 1, 0, 2, 0, 0, 0, 2});
  }
}

TEST_CASE("a peer refuses images that it cannot label and goes on afterwards", "[tools][peers]") {
  for (const PeerInfo& info : tools::peers()) {
    if (!info.unavailable().empty()) continue;
    const std::string name(info.name);
    CAPTURE(name);
    Result<std::unique_ptr<Peer>> peer = tools::make_peer(name);
    REQUIRE(peer);
    const auto check_no_image = [&] {
      const Result<PeerTimes> times = (*peer)->label(Connectivity::four);
      REQUIRE_FALSE(times);
      CHECK(times.error().message == "there is no image to label: call upload() first");
    };
    const auto check_labels = [&] {
      REQUIRE((*peer)->upload(draw({"#.#"})));
      const Result<LabelImage> none = (*peer)->readback();
      REQUIRE_FALSE(none);
      CHECK(none.error().message == "there are no labels to read back: call label() first");
      CHECK(renumber_in_raster_order(label(**peer, Connectivity::eight)).values == std::vector<std::uint32_t>{1, 0, 2});
    };
    check_no_image();
    check_labels();
    CHECK(message_of((*peer)->upload({{1, 1}, PixelFormat::u16, {0, 1}}), ErrorCode::unsupported) ==
          name + " labels binary images of 8-bit grey, and this one is 16-bit grey; threshold it first");
    CHECK(message_of((*peer)->upload({{1, 1}, PixelFormat::rgba8, {0, 0, 0, 1}}), ErrorCode::unsupported) ==
          name + " labels binary images of 8-bit grey, and this one is RGBA; threshold it first");
    CHECK(message_of((*peer)->upload({{0, 7}, PixelFormat::u8, {}}), ErrorCode::invalid_argument) ==
          name + " labels images of at least one pixel, and this one is 0x7");
    check_no_image();
    check_labels();
    check_labels();
  }
}

}  // namespace glccl::tests
