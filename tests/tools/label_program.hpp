// What tests of glccl label share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {

/// Runs glccl in a folder and requires that it succeeds without a word on standard error. Returns standard output.
std::string run(const std::vector<std::string>& arguments, const std::filesystem::path& folder);

/// The photograph tests/data/coins.png.
host::Image read_coins();

/// The values of a .npy file of labels; requires its header to say what they are.
LabelImage parse_npy(const std::string& bytes);

std::vector<std::string> lines_of(const std::string& text);

}  // namespace glccl::tests
