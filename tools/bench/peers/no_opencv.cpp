// The peers of OpenCV in a build without it.
#include "tools/bench/peers/labeler.hpp"

namespace glccl::tools {

std::vector<PeerEntry> opencv_peers() {
  const std::vector<Connectivity> both = {Connectivity::four, Connectivity::eight};
  const std::string why =
      "built without OpenCV; install libopencv-core-dev and libopencv-imgproc-dev and configure with GLCCL_PEERS=ON";
  return {
      {{"opencv", "OpenCV on the CPU", "OpenCV, cv::connectedComponents", both, why}},
      {{"opencv-stats", "OpenCV on the CPU, with statistics", "OpenCV, cv::connectedComponentsWithStats", both, why}}};
}

}  // namespace glccl::tools
