#include <cstddef>
#include <cstdio>
// jpeglib.h needs the two above.
#include <jpeglib.h>

#include <csetjmp>
#include <cstring>

#include "host/files/formats.hpp"

namespace glccl::host {
namespace {

/// More scans than any encoder writes. A damaged file can ask for thousands, each over the whole image.
constexpr int most_scans = 200;

/// The state of libjpeg, with the first message that it reports. The message is plain text and the struct has no
/// destructor, because longjmp() skips those.
struct JpegReader {
  jpeg_decompress_struct decoder;
  jpeg_error_mgr errors;
  jpeg_progress_mgr progress;
  std::jmp_buf failed;
  char message[JMSG_LENGTH_MAX];
};

[[noreturn]] void fail(j_common_ptr common) {
  auto* reader = static_cast<JpegReader*>(common->client_data);
  common->err->format_message(common, reader->message);
  std::longjmp(reader->failed, 1);
}

/// libjpeg warns of damage that it can fill with something. That is refused.
void fail_at_warning(j_common_ptr common, int level) {
  if (level < 0) fail(common);
}

void count_scans(j_common_ptr common) {
  auto* reader = static_cast<JpegReader*>(common->client_data);
  if (reader->decoder.input_scan_number <= most_scans) return;
  std::snprintf(reader->message, sizeof reader->message, "it has more than %d scans", most_scans);
  std::longjmp(reader->failed, 1);
}

/// Reads the header. False after an error.
bool open_jpeg(JpegReader& reader, FileBytes file) {
  jpeg_decompress_struct& decoder = reader.decoder;
  decoder.err = jpeg_std_error(&reader.errors);
  decoder.client_data = &reader;
  reader.errors.error_exit = fail;
  reader.errors.emit_message = fail_at_warning;
  if (setjmp(reader.failed) != 0) return false;
  jpeg_create_decompress(&decoder);
  reader.progress.progress_monitor = count_scans;
  decoder.progress = &reader.progress;
  jpeg_mem_src(&decoder, file.data(), file.size());
  jpeg_read_header(&decoder, TRUE);
  return true;
}

/// The fewest bits that the blocks of an image take. A sequential block has a code for its mean value and one that ends
/// it; of a progressive file the scans with the other values can be left out, or end thousands of blocks at once. A
/// code has at least one bit.
std::uint64_t fewest_bits(const jpeg_decompress_struct& decoder) {
  std::uint64_t blocks = 0;
  for (int i = 0; i < decoder.num_components; ++i) {
    const jpeg_component_info& component = decoder.comp_info[i];
    blocks += std::uint64_t{component.width_in_blocks} * component.height_in_blocks;
  }
  return decoder.progressive_mode != 0 ? blocks : 2 * blocks;
}

/// Refuses what is not read. Requires that the header was read.
Result<void> check_jpeg(const jpeg_decompress_struct& decoder, FileBytes file) {
  if (Result<void> status = check_size(decoder.image_width, decoder.image_height); !status) return status;
  if (decoder.data_precision != 8) {
    return Error{ErrorCode::file,
                 "it is a JPEG of " + std::to_string(decoder.data_precision) + "-bit samples; 8-bit ones can be read"};
  }
  if (decoder.arith_code != 0) {
    return Error{ErrorCode::file, "it is a JPEG with arithmetic coding; one with Huffman coding can be read"};
  }
  if (decoder.num_components != 1 && decoder.num_components != 3 && decoder.num_components != 4) {
    return Error{ErrorCode::file, "it is a JPEG of " + std::to_string(decoder.num_components) +
                                      " channels; grey, colour and CMYK can be read"};
  }
  return check_room(file, fewest_bits(decoder), 8);
}

/// Decodes the rows into `rows`, each `row_bytes` after the one before. False after an error.
bool read_jpeg(JpegReader& reader, std::uint8_t* rows, std::size_t row_bytes) {
  jpeg_decompress_struct& decoder = reader.decoder;
  if (setjmp(reader.failed) != 0) return false;
  decoder.out_color_space = decoder.num_components == 1   ? JCS_GRAYSCALE
                            : decoder.num_components == 3 ? JCS_EXT_RGBA
                                                          : JCS_CMYK;
  jpeg_start_decompress(&decoder);
  while (decoder.output_scanline < decoder.output_height) {
    JSAMPROW row = rows + decoder.output_scanline * row_bytes;
    jpeg_read_scanlines(&decoder, &row, 1);
  }
  jpeg_finish_decompress(&decoder);
  return true;
}

/// Turns CMYK into opaque RGB. Adobe's programs store the complement of the ink and say so by a marker.
void convert_cmyk(std::vector<std::uint8_t>& bytes, bool complement) {
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    const auto light = [&](std::size_t c) { return unsigned{complement ? bytes[i + c] : 255U - bytes[i + c]}; };
    for (std::size_t c = 0; c < 3; ++c) bytes[i + c] = static_cast<std::uint8_t>((light(c) * light(3) + 127) / 255);
    bytes[i + 3] = 255;
  }
}

Result<Image> decode(JpegReader& reader, FileBytes file) {
  const auto unreadable = [&] { return damaged(std::string("the JPEG cannot be decoded (") + reader.message + ")"); };
  if (!open_jpeg(reader, file)) return unreadable();
  if (Result<void> status = check_jpeg(reader.decoder, file); !status) return status.error();
  Image image{{static_cast<int>(reader.decoder.image_width), static_cast<int>(reader.decoder.image_height)},
              reader.decoder.num_components == 1 ? PixelFormat::u8 : PixelFormat::rgba8,
              {}};
  const std::size_t row_bytes = static_cast<std::size_t>(image.extent.width) * bytes_per_pixel(image.format);
  image.bytes.resize(row_bytes * static_cast<std::size_t>(image.extent.height));
  if (!read_jpeg(reader, image.bytes.data(), row_bytes)) return unreadable();
  if (reader.decoder.num_components == 4) convert_cmyk(image.bytes, reader.decoder.saw_Adobe_marker != 0);
  image.opaque = image.format == PixelFormat::rgba8;
  return image;
}

}  // namespace

bool is_jpeg(FileBytes file) { return starts_with(file, "\xFF\xD8\xFF"); }

Result<Image> decode_jpeg(FileBytes file) {
  JpegReader reader{};
  Result<Image> image = decode(reader, file);
  jpeg_destroy_decompress(&reader.decoder);
  return image;
}

}  // namespace glccl::host
