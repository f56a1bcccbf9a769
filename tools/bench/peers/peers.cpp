#include "tools/bench/peers/peers.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tools/bench/peers/labeler.hpp"

namespace glccl::tools {
namespace {

std::span<const PeerEntry> entries() {
  static const std::vector<PeerEntry> table = [] {
    std::vector<PeerEntry> all = opencv_peers();
    for (PeerEntry& entry : npp_peers()) all.push_back(std::move(entry));
    return all;
  }();
  return table;
}

Error unknown_peer(std::string_view name) {
  std::string names;
  for (const PeerInfo& peer : peers()) names += (names.empty() ? "" : ", ") + std::string(peer.name);
  return {ErrorCode::invalid_argument, "there is no peer \"" + std::string(name) + "\": there are " + names};
}

/// Whether peers can label it; `name` for messages.
Status check_image(std::string_view name, const host::Image& image) {
  if (image.format != PixelFormat::u8) {
    return Error{ErrorCode::unsupported, std::string(name) + " labels binary images of 8-bit grey, and this one is " +
                                             (image.format == PixelFormat::u16 ? "16-bit grey" : "RGBA") +
                                             "; threshold it first"};
  }
  if (image.extent.elements() > 0) return {};
  return Error{ErrorCode::invalid_argument,
               std::string(name) + " labels images of at least one pixel, and this one is " +
                   std::to_string(image.extent.width) + "x" + std::to_string(image.extent.height)};
}

}  // namespace

std::span<const PeerInfo> peers() {
  static const std::vector<PeerInfo> table = [] {
    std::vector<PeerInfo> all;
    for (const PeerEntry& entry : entries()) all.push_back(entry.info);
    return all;
  }();
  return table;
}

struct Peer::State {
  std::string_view name;
  std::unique_ptr<PeerLabeler> labeler;
  host::Image image;
  bool uploaded = false;
  bool labeled = false;
};

Peer::Peer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Peer::Peer(Peer&&) noexcept = default;
Peer& Peer::operator=(Peer&&) noexcept = default;
Peer::~Peer() = default;

Result<Peer> Peer::create(std::string_view name) {
  const auto all = entries();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PeerEntry& one) { return one.info.name == name; });
  if (found == all.end()) return unknown_peer(name);
  if (!found->info.why_not.empty()) {
    return Error{found->create == nullptr ? ErrorCode::unsupported : ErrorCode::no_device,
                 std::string(name) + " cannot run here: " + found->info.why_not};
  }
  Result<std::unique_ptr<PeerLabeler>> labeler = found->create();
  if (!labeler) return labeler.error();
  return Peer(std::make_unique<State>(State{found->info.name, *std::move(labeler), {}}));
}

Status Peer::upload(const host::Image& image) {
  State& state = *state_;
  state.uploaded = false;
  state.labeled = false;
  if (const Status status = check_image(state.name, image); !status) return status;
  state.image = image;
  for (std::uint8_t& pixel : state.image.bytes) pixel = pixel != 0 ? 255 : 0;
  if (const Status status = state.labeler->prepare(state.image); !status) return status;
  state.uploaded = true;
  return {};
}

Result<PeerTimes> Peer::label(Connectivity connectivity) {
  State& state = *state_;
  state.labeled = false;
  if (!state.uploaded) return Error{ErrorCode::invalid_argument, "there is no image to label: call upload() first"};
  Result<PeerTimes> times = state.labeler->label(state.image, connectivity);
  state.labeled = static_cast<bool>(times);
  return times;
}

Result<LabelImage> Peer::readback() const {
  if (!state_->labeled) {
    return Error{ErrorCode::invalid_argument, "there are no labels to read back: call label() first"};
  }
  return state_->labeler->labels(state_->image);
}

}  // namespace glccl::tools
