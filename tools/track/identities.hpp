// Ids of a tracker beside the true ones of a scene.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "glccl/tracks.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// Why the largest part of a shape has another id than in the frame before. The first that holds is the reason.
enum class SwitchReason {
  other_shape,  ///< Another shape, which moved over most of the place, has the id.
  took_over,    ///< The id was another shape's, over most of whose place the part moved.
  grown,        ///< The id is on a smaller part now: a part with an id of its own has become the largest.
  met,          ///< The id died: the part met another one of the shape, whose id the result keeps.
  covered,      ///< The id died with its part: another part, with an id of its own, is the largest now.
  cut,          ///< The largest part is new: most of it was one part with another one, which kept that part's id.
  displaced,    ///< The largest part is new: most of what it overlaps was another shape.
  uncovered,    ///< The largest part is new: it overlaps nothing of the frame before.
  unexplained,  ///< None of these. There should be none.
};

/// How many reasons there are.
inline constexpr std::size_t switch_reasons = 9;

/// A word for a reason, for files: "grown".
const char* name_of(SwitchReason reason);

/// A change of the id of a shape's largest part between two successive frames that both show the shape.
struct IdentitySwitch {
  std::uint32_t frame = 0;  ///< Of the new id, from 1 on.
  std::uint32_t shape = 0;  ///< The shape's own number.
  SwitchReason reason = SwitchReason::unexplained;
  std::uint32_t before = 0;       ///< The id before.
  std::uint32_t now = 0;          ///< The id now.
  std::uint64_t area_before = 0;  ///< Of the largest part before, in pixels.
  std::uint64_t area = 0;         ///< Of the largest part now.
  friend bool operator==(const IdentitySwitch&, const IdentitySwitch&) = default;
};

/// The first line of a file of switches.
inline constexpr const char* switches_header = "frame,shape,reason,before,now,area_before,area\n";

/// Adds a line for each switch.
void add_switches(std::span<const IdentitySwitch> switches, std::string& text);

/// Counts of switches.
struct IdentitySwitches {
  std::uint64_t shapes = 0;  ///< Shapes that two successive frames show: what could have switched.
  std::array<std::uint64_t, switch_reasons> counts = {};  ///< Switches by their reason.

  /// Switches of one reason.
  std::uint64_t of(SwitchReason reason) const { return counts[static_cast<std::size_t>(reason)]; }

  /// All switches.
  std::uint64_t all() const;
};

/// Compares ids with the values of components, which are the true ones.
class IdentityCheck {
 public:
  /// Adds a frame: its components, labeled by Equal, and their rows. Returns its switches, by ascending shape. Requires
  /// as many rows as components.
  std::vector<IdentitySwitch> add(std::span<const Component> components, const TrackedFrame& frame);

  const IdentitySwitches& switches() const { return switches_; }

 private:
  /// The largest part of a shape.
  struct LargestPart {
    std::uint32_t id = 0;
    std::uint64_t area = 0;
  };

  IdentitySwitches switches_;
  std::map<std::uint32_t, LargestPart> last_parts_;     ///< By shape.
  std::map<std::uint32_t, std::uint32_t> last_owners_;  ///< Of each id: the shape.
};

/// The switches in words, one line for each reason.
std::string describe(const IdentitySwitches& switches);

}  // namespace glccl::tools
