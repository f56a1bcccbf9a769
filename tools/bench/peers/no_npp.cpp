// The peers of NPP in a build without it.
#include "tools/bench/peers/labeler.hpp"

namespace glccl::tools {

std::vector<PeerEntry> npp_peers() {
  const std::vector<Connectivity> both = {Connectivity::four, Connectivity::eight};
  const std::string why =
      "built without NVIDIA NPP; install the CUDA toolkit (12 or newer) with NPP and configure with GLCCL_CUDA=ON and "
      "GLCCL_PEERS=ON";
  return {
      {{"npp", "NVIDIA NPP on the GPU; labels the background as well", "NVIDIA NPP, nppiLabelMarkersUF", both, why}},
      {{"npp-compressed", "NVIDIA NPP on the GPU, with consecutive labels; labels the background as well",
        "NVIDIA NPP, nppiLabelMarkersUF and nppiCompressMarkerLabelsUF", both, why}}};
}

}  // namespace glccl::tools
