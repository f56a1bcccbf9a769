// The tracks of a frame in words.
#pragma once

#include <cstdint>
#include <string>

#include "glccl/tracks.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// The first line of a file of events. `other` is the id of the parent, of a death that of the heir; 0: none. `label`
/// is that in the frame, of a death that in the frame before.
inline constexpr const char* events_header = "frame,id,event,age,label,other,overlap\n";

/// Adds a line for each component that is born, part of a split or an heir, and for each death.
void add_events(const TrackedFrame& frame, std::string& text);

/// "17 components, 2 births, 1 deaths".
std::string describe(const TrackedFrame& frame);

/// What there is too much of, and the option that helps.
std::string describe_overflow(const TracksHeader& header, const TrackerOptions& options);

/// The number of components of labels 1..N.
std::uint32_t largest_label(const LabelImage& labels);

}  // namespace glccl::tools
