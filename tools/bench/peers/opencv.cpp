// OpenCV's labeling on the CPU, with the algorithm and the threads that its users get without asking.
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgproc.hpp>

#include "host/engines/stopwatch.hpp"
#include "tools/bench/peers/labeler.hpp"

namespace glccl::tools {
namespace {

class OpenCv : public PeerLabeler {
 public:
  explicit OpenCv(bool statistics) : statistics_(statistics) {}

  Status prepare(const host::Image& image) override {
    try {
      labels_.create(image.extent.height, image.extent.width, CV_32S);
    } catch (const cv::Exception& error) {
      return refusal(error);
    }
    return {};
  }

  Result<PeerTimes> label(const host::Image& image, Connectivity connectivity) override {
    // It is only read: cv::Mat has no form for that.
    const cv::Mat source(image.extent.height, image.extent.width, CV_8UC1, const_cast<std::uint8_t*>(image.bytes.data()));
    const int neighbors = static_cast<int>(connectivity);
    double milliseconds = 0.0;
    try {
      const Stopwatch stopwatch;
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

  LabelImage labels(const host::Image& image) const override {
    LabelImage result{image.extent, {}};
    result.values.reserve(labels_.total());
    for (int y = 0; y < labels_.rows; ++y) {
      const int* const row = labels_.ptr<int>(y);
      result.values.insert(result.values.end(), row, row + labels_.cols);
    }
    return result;
  }

 private:
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

template <bool statistics>
Result<std::unique_ptr<PeerLabeler>> create() {
  return std::unique_ptr<PeerLabeler>(std::make_unique<OpenCv>(statistics));
}

/// CCL_DEFAULT is what imgproc.hpp of OpenCV 4.6 says it is; the same place says when threads are used.
std::string describe(const std::string& function) {
  const int threads = cv::getNumThreads();
  return "OpenCV " + cv::getVersionString() + ", " + function +
         " with CCL_DEFAULT (F. Bolelli et al., Spaghetti; 4-connected Spaghetti4C), " +
         (threads > 1 ? "up to " + std::to_string(threads) + " threads" : "one thread");
}

}  // namespace

std::vector<PeerEntry> opencv_peers() {
  const std::vector<Connectivity> both = {Connectivity::four, Connectivity::eight};
  return {
      {{"opencv", "OpenCV on the CPU", describe("cv::connectedComponents"), both, {}}, create<false>},
      {{"opencv-stats", "OpenCV on the CPU, with statistics", describe("cv::connectedComponentsWithStats"), both, {}},
       create<true>}};
}

}  // namespace glccl::tools
