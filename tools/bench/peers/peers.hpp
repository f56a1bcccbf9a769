// Other libraries that label connected components, for glccl bench to measure beside the engines: OpenCV on the CPU and
// NVIDIA NPP on the GPU, where the build has them (GLCCL_PEERS). Each is called as its users call it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

struct PeerInfo {
  std::string_view name;     ///< opencv, opencv-stats, npp or npp-compressed
  std::string_view summary;  ///< one line
  std::string source;        ///< the library and its version, the functions, the algorithm, of OpenCV its threads
  std::vector<Connectivity> connectivities;
  std::string why_not;  ///< why it cannot run here, in one line; empty where it can
};

/// Every peer, also those that cannot run here.
std::span<const PeerInfo> peers();

/// How long one labeling took, in milliseconds.
struct PeerTimes {
  /// Of the library alone. Of GPUs by CUDA events before and after its calls, with the image in device memory and the
  /// labels left there; of CPUs the wall time of the call.
  double kernels_ms = 0.0;
  /// Wall time from the image on the CPU to the labels on the CPU: of GPUs with both copies, of CPUs the same as above.
  double end_to_end_ms = 0.0;
};

/// A library, ready to label one image after the other. Memory is kept and is not part of the times.
class Peer {
 public:
  /// The peer of that name; those of the GPU on the first CUDA device, which becomes current. Errors:
  /// `invalid_argument` (an unknown name; the message lists those there are), `unsupported` (built without the
  /// library), `no_device`, `gpu`.
  static Result<Peer> create(std::string_view name);
  Peer(Peer&&) noexcept;
  Peer& operator=(Peer&&) noexcept;
  ~Peer();

  /// Takes the image that label() labels from now on: grey8, foreground is what is not zero. Makes room for it and its
  /// labels where the library works. Errors: `unsupported` (another format), `invalid_argument` (no pixels),
  /// `too_large` (for the library), `gpu` (out of memory).
  Status upload(const host::Image& image);

  /// Labels the image once, and waits until the labels are on the CPU. Errors: `invalid_argument` before upload(),
  /// `gpu`, `too_large` or `unsupported` (what the library refuses).
  Result<PeerTimes> label(Connectivity connectivity);

  /// The labels of the last label(): 0 at background, elsewhere any number unique to the component. The times are
  /// without this: NPP labels the background as well and may give any component 0, so that only here background becomes
  /// 0 and every other label 1 more than NPP's. Error `invalid_argument` before label().
  Result<LabelImage> readback() const;

 private:
  struct State;
  explicit Peer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::tools
