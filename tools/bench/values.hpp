// The criterion and the pixel format that glccl bench measures.
#pragma once

#include <string>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// "foreground", "foreground:LOW", "foreground:LOW:HIGH", "equal", "equal:BACKGROUND", "difference:D" or
/// "difference:D:BACKGROUND", and "luminance" and "largest" as other measures instead of "difference", with numbers
/// from 0 in the units of the format, and backgrounds as parse_background() reads them. Error `invalid_argument`.
Result<Criterion> parse_criterion(const std::string& text, PixelFormat format);

/// The criterion as parse_criterion() reads it.
std::string criterion_text(const Criterion& criterion);

/// A name that list_formats() has: those of OpenGL's color formats, "r8ui", and "depth32f". Error `invalid_argument`.
Result<PixelFormat> parse_format(const std::string& text);

/// The format as parse_format() reads it.
std::string format_text(PixelFormat format);

/// The names that parse_format() knows, in one line.
std::string list_formats();

/// A u8 image in another format. Stored values are the same, in both channels of formats of two, modulo 256 in i8. In
/// rgba8, value v above 0 is the colour (v, 3 v, 5 v), modulo 256 and with carries from channel to channel, with alpha
/// 255; 0 stays 0. In depth32f, value v is the depth v / 255, and the image is f32.
host::Image to_format(host::Image image, PixelFormat format);

}  // namespace glccl::tools
