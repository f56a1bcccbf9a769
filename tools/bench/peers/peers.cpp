#include "tools/bench/peers/peers.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "host/engines/stopwatch.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

#if !GLCCL_WITH_OPENCV
std::vector<PeerInfo> opencv_rows() {
  const auto why = [] {
    return std::string(
        "built without OpenCV; install libopencv-core-dev and libopencv-imgproc-dev and configure with GLCCL_PEERS=ON");
  };
  return {{.name = "opencv",
           .summary = "OpenCV on the CPU",
           .source = "OpenCV, cv::connectedComponents",
           .find_reason = why},
          {.name = "opencv-stats",
           .summary = "OpenCV on the CPU, with statistics",
           .source = "OpenCV, cv::connectedComponentsWithStats",
           .find_reason = why}};
}
#else
std::vector<PeerInfo> opencv_rows() { return opencv_peers(); }
#endif

#if !GLCCL_WITH_NPP
std::vector<PeerInfo> npp_rows() {
  const auto why = [] {
    return std::string(
        "built without NVIDIA NPP; install the CUDA toolkit (12 or newer) with NPP and configure with GLCCL_CUDA=ON "
        "and GLCCL_PEERS=ON");
  };
  return {{.name = "npp",
           .summary = "NVIDIA NPP on the GPU; labels the background as well",
           .source = "NVIDIA NPP, nppiLabelMarkersUF",
           .find_reason = why},
          {.name = "npp-compressed",
           .summary = "NVIDIA NPP on the GPU, with consecutive labels; labels the background as well",
           .source = "NVIDIA NPP, nppiLabelMarkersUF and nppiCompressMarkerLabelsUF",
           .find_reason = why}};
}
#else
std::vector<PeerInfo> npp_rows() { return npp_peers(); }
#endif

Error unknown_peer(std::string_view name) {
  return {ErrorCode::invalid_argument,
          "there is no peer \"" + std::string(name) + "\": there are " + join_names(peers())};
}

/// Whether peers can label it; `name` for messages.
Result<void> check_image(std::string_view name, const host::Image& image) {
  if (image.format != PixelFormat::u8) {
    return Error{ErrorCode::unsupported, std::string(name) + " labels binary images of 8-bit grey, and this one is " +
                                             (image.format == PixelFormat::u16 ? "16-bit grey" : "RGBA") +
                                             "; threshold it first"};
  }
  if (image.extent.elements() > 0) return {};
  return Error{ErrorCode::invalid_argument,
               std::string(name) + " labels images of at least one pixel, and this one is " + to_string(image.extent)};
}

}  // namespace

Result<void> Peer::upload(const host::Image& image) {
  uploaded_ = false;
  labeled_ = false;
  if (Result<void> status = check_image(name_, image); !status) return status;
  image_ = image;
  for (std::uint8_t& pixel : image_.bytes) pixel = pixel != 0 ? 255 : 0;
  if (Result<void> status = reserve(image_); !status) return status;
  uploaded_ = true;
  return {};
}

Result<PeerTimes> Peer::label(Connectivity connectivity) {
  labeled_ = false;
  if (!uploaded_) return Error{ErrorCode::invalid_argument, "there is no image to label: call upload() first"};
  Result<PeerTimes> times = label_image(image_, connectivity_in(image_.extent, connectivity));
  labeled_ = static_cast<bool>(times);
  return times;
}

Result<LabelImage> Peer::readback() const {
  if (!labeled_) return Error{ErrorCode::invalid_argument, "there are no labels to read back: call label() first"};
  return labels_of(image_);
}

Result<BenchTimes> Peer::label(const BenchOptions& options) {
  const engines::Stopwatch stopwatch;
  const Result<PeerTimes> times = label(options.spec.connectivity);
  if (!times) return times.error();
  return BenchTimes{times->kernels_ms, {{"label", {}, times->kernels_ms}}, stopwatch.milliseconds()};
}

Result<BenchTimes> Peer::transfer(const host::Image&, const BenchOptions& options) {
  const Result<PeerTimes> times = label(options.spec.connectivity);
  if (!times) return times.error();
  return BenchTimes{times->end_to_end_ms, {{"transfer", {}, times->end_to_end_ms}}, times->end_to_end_ms};
}

std::span<const PeerInfo> peers() {
  static const std::vector<PeerInfo> table = [] {
    std::vector<PeerInfo> all = opencv_rows();
    for (PeerInfo& peer : npp_rows()) all.push_back(std::move(peer));
    return all;
  }();
  return table;
}

Result<std::unique_ptr<Peer>> make_peer(std::string_view name) {
  const auto all = peers();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PeerInfo& one) { return one.name == name; });
  if (found == all.end()) return unknown_peer(name);
  if (const std::string reason = found->unavailable(); !reason.empty()) {
    return Error{found->make ? ErrorCode::no_device : ErrorCode::unsupported,
                 std::string(name) + " cannot run here: " + reason};
  }
  return found->make();
}

}  // namespace glccl::tools
