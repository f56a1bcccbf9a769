// Ids of a tracker beside the true ones of a scene.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "glccl/tracks.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// A shape has a switch when its largest part, in two successive frames that both show it, has two ids. Every switch
/// has one of these reasons, the first that holds.
struct IdentitySwitches {
  std::uint64_t shapes = 0;  ///< Shapes that two successive frames show: what could have switched.
  /// Another part of the shape, which another shape cuts through, has the id.
  std::uint64_t other_part = 0;
  /// Another shape, which moved over most of the place, has the id.
  std::uint64_t other_shape = 0;
  /// The id died: the part that is largest now hardly overlaps what was there, or overlaps another shape's place more.
  std::uint64_t died = 0;
  /// None of these. There should be none.
  std::uint64_t unexplained = 0;

  /// All switches.
  std::uint64_t all() const { return other_part + other_shape + died + unexplained; }
};

/// Compares ids with the values of components, which are the true ones.
class IdentityCheck {
 public:
  /// Adds a frame: its components, labeled by Equal, and their rows. Requires as many rows as components.
  void add(std::span<const Component> components, const TrackedFrame& frame);

  const IdentitySwitches& switches() const { return switches_; }

 private:
  IdentitySwitches switches_;
  std::map<std::uint32_t, std::uint32_t> last_ids_;  ///< Of each shape: the id of its largest part.
};

/// The switches in words, one line for each reason.
std::string describe(const IdentitySwitches& switches);

}  // namespace glccl::tools
