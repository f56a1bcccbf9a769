// OpenCV's labeling on the CPU, with the algorithm and the threads that its users get without asking.
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgproc.hpp>

#include "host/engines/stopwatch.hpp"
#include "tools/bench/peers/peers.hpp"

namespace glccl::tools {
namespace {

class OpenCv : public Peer {
 public:
  OpenCv(std::string_view name, bool statistics) : Peer(name), statistics_(statistics) {}

 private:
  Result<void> reserve(const host::Image& image) override {
    try {
      labels_.create(image.extent.height, image.extent.width, CV_32S);
    } catch (const cv::Exception& error) {
      return refusal(error);
    }
    return {};
  }

  Result<PeerTimes> label_image(const host::Image& image, Connectivity connectivity) override {
    // cv::Mat has no form for pixels that are only read.
    const cv::Mat source(image.extent.height, image.extent.width, CV_8UC1,
                         const_cast<std::uint8_t*>(image.bytes.data()));
    const int neighbors = static_cast<int>(connectivity);
    double milliseconds = 0.0;
    try {
      const engines::Stopwatch stopwatch;
      if (statistics_) {
        cv::connectedComponentsWithStats(source, labels_, table_, centroids_, neighbors);
      } else {
        cv::connectedComponents(source, labels_, neighbors);
      }
      milliseconds = stopwatch.milliseconds();
    } catch (const cv::Exception& error) {
      return refusal(error);
    }
    return PeerTimes{milliseconds, milliseconds};
  }

  LabelImage labels_of(const host::Image& image) const override {
    LabelImage result{image.extent, {}};
    result.values.reserve(labels_.total());
    for (int y = 0; y < labels_.rows; ++y) {
      const int* const row = labels_.ptr<int>(y);
      result.values.insert(result.values.end(), row, row + labels_.cols);
    }
    return result;
  }

  static Error refusal(const cv::Exception& error) {
    const bool memory = error.code == cv::Error::StsNoMem;
    return {memory ? ErrorCode::too_large : ErrorCode::unsupported,
            "OpenCV: " + error.err + (memory ? "; a smaller image may fit" : "")};
  }

  bool statistics_;
  cv::Mat labels_;
  cv::Mat table_;
  cv::Mat centroids_;
};

/// CCL_DEFAULT and the use of threads are as documented in imgproc.hpp of OpenCV 4.6.
std::string describe(const std::string& function) {
  const int threads = cv::getNumThreads();
  return "OpenCV " + cv::getVersionString() + ", " + function +
         " with CCL_DEFAULT (F. Bolelli et al., Spaghetti; 4-connected Spaghetti4C), " +
         (threads > 1 ? "up to " + std::to_string(threads) + " threads" : "one thread");
}

PeerInfo row(std::string_view name, std::string_view summary, const std::string& function, bool statistics) {
  return {.name = name, .summary = summary, .source = describe(function), .make = [name, statistics] {
            return std::unique_ptr<Peer>(std::make_unique<OpenCv>(name, statistics));
          }};
}

}  // namespace

std::vector<PeerInfo> opencv_peers() {
  return {row("opencv", "OpenCV on the CPU", "cv::connectedComponents", false),
          row("opencv-stats", "OpenCV on the CPU, with statistics", "cv::connectedComponentsWithStats", true)};
}

}  // namespace glccl::tools
