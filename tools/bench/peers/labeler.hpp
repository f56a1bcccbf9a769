// What each library does for a Peer. A build without one has the same function (no_opencv.cpp, no_npp.cpp), whose peers
// say so.
#pragma once

#include <memory>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/bench/peers/peers.hpp"

namespace glccl::tools {

/// Images are grey8, of 0 and 255 and at least one pixel.
class PeerLabeler {
 public:
  virtual ~PeerLabeler() = default;

  /// Makes room for an image. Errors: those of Peer::upload().
  virtual Status prepare(const host::Image& image) = 0;

  /// Labels the image of the last prepare(), to the labels on the CPU. Errors: those of Peer::label().
  virtual Result<PeerTimes> label(const host::Image& image, Connectivity connectivity) = 0;

  /// The labels of the last label() of this image, 0 at background and unique to the component elsewhere.
  virtual LabelImage labels(const host::Image& image) const = 0;
};

struct PeerEntry {
  PeerInfo info;
  /// Called only where `info.why_not` is empty; null where the build does not have the library.
  Result<std::unique_ptr<PeerLabeler>> (*create)() = nullptr;
};

/// opencv and opencv-stats.
std::vector<PeerEntry> opencv_peers();

/// npp and npp-compressed.
std::vector<PeerEntry> npp_peers();

}  // namespace glccl::tools
