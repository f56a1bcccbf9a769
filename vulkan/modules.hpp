// The SPIR-V of all programs, compiled at build time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace glccl::vulkan {

/// The SPIR-V of the shader with that text, or nothing.
std::optional<std::vector<std::uint32_t>> find_module(const std::string& text);

}  // namespace glccl::vulkan
