// Other libraries that label connected components, for glccl bench to measure beside the engines: OpenCV on the CPU and
// NVIDIA NPP on the GPU, where the build has them (GLCCL_PEERS). Each is called as its users call it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/bench/measured.hpp"

namespace glccl::tools {

/// Times of one labeling in milliseconds.
struct PeerTimes {
  /// The library's own time. On a GPU: between CUDA events before and after its calls, from an image to labels in
  /// device memory. On the CPU: the wall time of the call.
  double kernels_ms = 0.0;
  /// Wall time from the image to the labels on the CPU: on a GPU it includes both copies, on the CPU it is
  /// `kernels_ms`.
  double end_to_end_ms = 0.0;
};

/// A library that is ready to label images. Memory is kept; the times do not include its allocation.
class Peer : public Measured {
 public:
  /// `name` is that of its PeerInfo, for messages.
  explicit Peer(std::string_view name) : name_(name) {}

  /// Copies the image that label() labels from now on: u8, every non-zero pixel is foreground. Allocates the library's
  /// memory for it and its labels. Errors: `unsupported` (another format), `invalid_argument` (no pixels),
  /// `too_large` (for the library), `gpu` (out of memory).
  Result<void> upload(const host::Image& image);

  /// Labels the image once, and waits until the labels are on the CPU. Errors: `invalid_argument` before upload(),
  /// `gpu`, `too_large` or `unsupported` (what the library refuses).
  Result<PeerTimes> label(Connectivity connectivity);

  /// The labels of the last label(): 0 for background, else any number unique to the component. NPP labels the
  /// background too and may use the label 0, so this sets background to 0 and adds 1 to NPP's other labels; the times
  /// do not include that. Error `invalid_argument` before label().
  Result<LabelImage> readback() const;

  Result<void> prepare(std::span<const host::Image> images) final { return upload(images.front()); }
  Result<BenchTimes> label(const BenchOptions& options) final;
  Result<BenchTimes> transfer(const host::Image& image, const BenchOptions& options) final;

 protected:
  /// Allocates memory for an image. Here and below images are u8 with values 0 and 255 and have at least one pixel.
  /// Errors: those of upload().
  virtual Result<void> reserve(const host::Image& image) = 0;

  /// Labels the image of the last reserve() and copies the labels to the CPU.
  virtual Result<PeerTimes> label_image(const host::Image& image, Connectivity connectivity) = 0;

  /// The labels of the last label_image() of this image, as readback() gives them.
  virtual LabelImage labels_of(const host::Image& image) const = 0;

 private:
  std::string_view name_;
  host::Image image_;
  bool uploaded_ = false;
  bool labeled_ = false;
};

/// A row of the table of peers.
struct PeerInfo {
  std::string_view name;     ///< opencv, opencv-stats, npp or npp-compressed.
  std::string_view summary;  ///< One line.
  std::string source;        ///< The library and its version, its functions and algorithm; OpenCV: its threads.
  std::function<Result<std::unique_ptr<Peer>>()> make = {};  ///< Empty where the build does not have the library.
  std::function<std::string()> find_reason = {};             ///< For unavailable(); empty: it can run everywhere.

  /// The connectivities that it has.
  std::vector<Connectivity> connectivities = {Connectivity::four, Connectivity::eight};

  /// Why it cannot run here, in one line; empty where it can.
  std::string unavailable() const { return find_reason ? find_reason() : std::string(); }
};

/// Every peer, also those that cannot run here.
std::span<const PeerInfo> peers();

/// Makes the peer of that name. GPU peers run on the first CUDA device, which becomes current. Errors:
/// `invalid_argument` (an unknown name; the message lists the names), `unsupported` (built without the library),
/// `no_device`, `gpu`.
Result<std::unique_ptr<Peer>> make_peer(std::string_view name);

/// opencv and opencv-stats, where OpenCV was built.
std::vector<PeerInfo> opencv_peers();

/// npp and npp-compressed, where NPP was built.
std::vector<PeerInfo> npp_peers();

}  // namespace glccl::tools
