// Binaries of OpenGL programs as files in a folder, for Labelers, Regions and Trackers.
#pragma once

#include <cstdint>
#include <filesystem>

#include "glccl/options.hpp"

namespace glccl::host {

/// The most bytes that a folder of binaries has: the least recently used files beyond are deleted. A binary of more
/// bytes is not kept.
inline constexpr std::uintmax_t most_program_bytes = std::uintmax_t{256} << 20;

/// Functions that keep each binary in a file of the folder, which is made when it is first needed. A file appears with
/// all of its bytes or not at all, so several processes may use one folder. Failures are silent: nothing is kept then.
ProgramBinaries keep_programs_in(const std::filesystem::path& folder, std::uintmax_t most_bytes = most_program_bytes);

/// The same in the user's cache folder: glccl/programs in $XDG_CACHE_HOME, or else in ~/.cache (on Windows in
/// %LOCALAPPDATA%). Functions that are null where there is no such folder, and with GLCCL_PROGRAM_CACHE=0 in the
/// environment.
ProgramBinaries keep_programs_of_user();

}  // namespace glccl::host
