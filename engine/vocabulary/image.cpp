#include "glccl/image.hpp"

#include <array>

namespace glccl {
namespace {

constexpr std::array formats = {
    FormatTraits{.format = PixelFormat::u8, .name = "u8", .gl_name = "R8UI", .is_integer = true, .has_equal = true},
    FormatTraits{.format = PixelFormat::u16,
                 .name = "u16",
                 .gl_name = "R16UI",
                 .bytes = 2,
                 .is_integer = true,
                 .has_equal = true},
    FormatTraits{.format = PixelFormat::u32,
                 .name = "u32",
                 .gl_name = "R32UI",
                 .bytes = 4,
                 .is_integer = true,
                 .has_equal = true},
    FormatTraits{.format = PixelFormat::i8,
                 .name = "i8",
                 .gl_name = "R8I",
                 .bytes = 1,
                 .is_integer = true,
                 .is_signed = true,
                 .has_equal = true},
    FormatTraits{.format = PixelFormat::i16,
                 .name = "i16",
                 .gl_name = "R16I",
                 .bytes = 2,
                 .is_integer = true,
                 .is_signed = true,
                 .has_equal = true},
    FormatTraits{.format = PixelFormat::i32,
                 .name = "i32",
                 .gl_name = "R32I",
                 .bytes = 4,
                 .is_integer = true,
                 .is_signed = true,
                 .has_equal = true},
    FormatTraits{.format = PixelFormat::rg32u,
                 .name = "rg32u",
                 .gl_name = "RG32UI",
                 .channels = 2,
                 .bytes = 8,
                 .is_integer = true,
                 .has_equal = true},
    FormatTraits{.format = PixelFormat::unorm8, .name = "unorm8", .gl_name = "R8", .scale = 255.0F},
    FormatTraits{.format = PixelFormat::f16, .name = "f16", .gl_name = "R16F", .bytes = 2},
    FormatTraits{.format = PixelFormat::f32, .name = "f32", .gl_name = "R32F", .bytes = 4},
    FormatTraits{.format = PixelFormat::rg16f, .name = "rg16f", .gl_name = "RG16F", .channels = 2, .bytes = 4},
    FormatTraits{.format = PixelFormat::rg32f, .name = "rg32f", .gl_name = "RG32F", .channels = 2, .bytes = 8},
    FormatTraits{.format = PixelFormat::rgba8,
                 .name = "rgba8",
                 .gl_name = "RGBA8",
                 .channels = 4,
                 .bytes = 4,
                 .has_equal = true,
                 .scale = 255.0F},
    FormatTraits{.format = PixelFormat::srgb8_alpha8,
                 .name = "srgb8_alpha8",
                 .gl_name = "SRGB8_ALPHA8",
                 .channels = 4,
                 .bytes = 0,
                 .is_srgb = true,
                 .scale = 255.0F},
    FormatTraits{.format = PixelFormat::rgba16f, .name = "rgba16f", .gl_name = "RGBA16F", .channels = 4, .bytes = 8},
    FormatTraits{.format = PixelFormat::depth24, .name = "depth24", .gl_name = "DEPTH_COMPONENT24", .bytes = 0},
    FormatTraits{.format = PixelFormat::depth32f, .name = "depth32f", .gl_name = "DEPTH_COMPONENT32F", .bytes = 0},
};

}  // namespace

std::span<const FormatTraits> pixel_formats() { return formats; }

const FormatTraits& traits_of(PixelFormat format) { return formats[static_cast<std::size_t>(format)]; }

}  // namespace glccl
