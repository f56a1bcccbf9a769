#include "tools/glccl/arguments.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

#include "glccl/host/image.hpp"
#include "glccl/host/output_file.hpp"

namespace glccl::tools {
namespace {

Error bad_size(const std::string& text, const std::string& reason) {
  return {ErrorCode::invalid_argument,
          "\"" + text + "\" is not a size: " + reason + "; write WIDTHxHEIGHT, as 640x480"};
}

}  // namespace

Result<Extent> parse_size(const std::string& text) {
  const char* const end = text.data() + text.size();
  std::int64_t width = 0;
  std::int64_t height = 0;
  const auto [cross, width_error] = std::from_chars(text.data(), end, width);
  if (width_error == std::errc::invalid_argument || cross == end || *cross != 'x') {
    return bad_size(text, "two whole numbers with an x between them are missing");
  }
  const auto [rest, height_error] = std::from_chars(cross + 1, end, height);
  if (height_error == std::errc::invalid_argument || rest != end) {
    return bad_size(text, "two whole numbers with an x between them are missing");
  }
  if (width_error == std::errc{} && height_error == std::errc{} && (width < 1 || height < 1)) {
    return bad_size(text, "both numbers are at least 1");
  }
  if (width_error != std::errc{} || height_error != std::errc{} || width > host::max_pixels / height) {
    return bad_size(text, "an image has at most " + std::to_string(host::max_pixels) + " pixels");
  }
  return Extent{static_cast<int>(width), static_cast<int>(height)};
}

Result<Threshold> parse_threshold(const std::string& text) {
  if (text == "otsu") return Threshold{true, 0.0};
  const char* const end = text.data() + text.size();
  Threshold threshold;
  const auto [rest, error] = std::from_chars(text.data(), end, threshold.value);
  if (error != std::errc{} || rest != end || !std::isfinite(threshold.value) || threshold.value < 0.0) {
    return Error{ErrorCode::invalid_argument,
                 "--threshold \"" + text + "\" is neither a number from 0 (in stored values) nor \"otsu\""};
  }
  return threshold;
}

Status check_not_input(const std::string& option, const std::string& output, const std::string& input) {
  if (host::file_behind(output) != host::file_behind(input)) return {};
  return Error{ErrorCode::invalid_argument, option + " " + output + " would overwrite the input; name another file"};
}

}  // namespace glccl::tools
