// The criterion and the pixel format that glccl bench measures.
#pragma once

#include <string>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// "foreground", "equal" or "difference:D" with a number D from 0, in stored values. Error `invalid_argument`.
Result<Criterion> parse_criterion(const std::string& text);

/// The criterion as parse_criterion() reads it.
std::string criterion_text(const Criterion& criterion);

/// "r8ui", "r8", "r16ui", "r32ui", "rgba8", "r32f": the names of OpenGL's formats. Error `invalid_argument`.
Result<PixelFormat> parse_format(const std::string& text);

/// The format as parse_format() reads it.
std::string format_text(PixelFormat format);

/// The names that parse_format() knows, in one line.
std::string list_formats();

/// A u8 image in another format. Stored values are the same, in rgba8 those of red; its alpha is 255 where red is
/// above 0.
host::Image to_format(host::Image image, PixelFormat format);

}  // namespace glccl::tools
