// BigTIFF without compression whose directories are at the beginning: the samples follow in raster order, so they can
// be written in any order and by several processes. The layout is that of the BigTIFF file format proposal
// (awaresystems.be/imaging/tiff/bigtiff.html), which libtiff 4 and tifffile read.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "host/files/formats.hpp"

namespace glccl::host {
namespace {

/// The types of values in a directory.
enum class FieldType : std::uint16_t { shorts = 3, longs = 4, long8s = 16 };

/// Numbers in the byte order of the machine.
class Fields {
 public:
  template <class Number>
  void add(Number number) {
    const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(Number)>>(number);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

  /// An entry of a directory with one value.
  void add_entry(std::uint16_t tag, FieldType type, std::uint64_t value) { add_entry(tag, type, 1, value); }

  /// An entry with `count` values at byte `place`, or with one value.
  void add_entry(std::uint16_t tag, FieldType type, std::uint64_t count, std::uint64_t place) {
    add(tag);
    add(static_cast<std::uint16_t>(type));
    add(count);
    // Values of fewer than 8 bytes are at the beginning of their place.
    const std::size_t end = bytes_.size() + 8;
    if (type == FieldType::shorts) {
      add(static_cast<std::uint16_t>(place));
    } else if (type == FieldType::longs) {
      add(static_cast<std::uint32_t>(place));
    } else {
      add(place);
    }
    bytes_.resize(end);
  }

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::vector<std::uint8_t> bytes_;
};

constexpr std::uint64_t header_bytes = 16;
constexpr std::uint64_t entries = 12;

/// Where the directories and the samples of a file are.
struct BigTiffLayout {
  Extent extent;
  std::uint64_t sample_bytes;
  std::uint64_t row_bytes;
  std::uint64_t strip_rows;
  std::uint64_t strips;
  std::uint64_t directory_bytes;

  BigTiffLayout(const Extent& whole, std::uint64_t bytes_of_sample) : extent(whole), sample_bytes(bytes_of_sample) {
    constexpr std::uint64_t usual_strip = 1 << 20;
    const auto height = static_cast<std::uint64_t>(extent.height);
    row_bytes = static_cast<std::uint64_t>(extent.width) * sample_bytes;
    strip_rows = std::clamp<std::uint64_t>(usual_strip / row_bytes, 1, height);
    strips = (height + strip_rows - 1) / strip_rows;
    directory_bytes = 8 + entries * 20 + 8 + (strips > 1 ? strips * 16 : 0);
  }

  std::uint64_t samples() const { return header_bytes + directory_bytes * static_cast<std::uint64_t>(extent.depth); }
};

/// Adds the directory of a slice, and the places and sizes of its strips.
void add_directory(Fields& fields, const BigTiffLayout& layout, int z) {
  const std::uint64_t begin = header_bytes + layout.directory_bytes * static_cast<std::uint64_t>(z);
  const auto height = static_cast<std::uint64_t>(layout.extent.height);
  const std::uint64_t samples = layout.samples() + static_cast<std::uint64_t>(z) * height * layout.row_bytes;
  const std::uint64_t offsets = begin + 8 + entries * 20 + 8;
  const bool one = layout.strips == 1;
  fields.add(entries);
  fields.add_entry(256, FieldType::longs, static_cast<std::uint64_t>(layout.extent.width));  // ImageWidth
  fields.add_entry(257, FieldType::longs, height);                                           // ImageLength
  fields.add_entry(258, FieldType::shorts, 8 * layout.sample_bytes);                         // BitsPerSample
  fields.add_entry(259, FieldType::shorts, 1);                                               // Compression: none
  fields.add_entry(262, FieldType::shorts, 1);  // PhotometricInterpretation: 0 is black
  fields.add_entry(273, FieldType::long8s, layout.strips, one ? samples : offsets);  // StripOffsets
  fields.add_entry(274, FieldType::shorts, 1);                                       // Orientation: from the top left
  fields.add_entry(277, FieldType::shorts, 1);                                       // SamplesPerPixel
  fields.add_entry(278, FieldType::longs, layout.strip_rows);                        // RowsPerStrip
  fields.add_entry(279, FieldType::long8s, layout.strips,
                   one ? height * layout.row_bytes : offsets + 8 * layout.strips);  // StripByteCounts
  fields.add_entry(284, FieldType::shorts, 1);                                      // PlanarConfiguration: contiguous
  fields.add_entry(339, FieldType::shorts, 1);                                      // SampleFormat: unsigned
  fields.add<std::uint64_t>(z + 1 < layout.extent.depth ? begin + layout.directory_bytes : 0);
  if (one) return;
  for (std::uint64_t i = 0; i < layout.strips; ++i) fields.add(samples + i * layout.strip_rows * layout.row_bytes);
  for (std::uint64_t i = 0; i < layout.strips; ++i) {
    fields.add(std::min(layout.strip_rows, height - i * layout.strip_rows) * layout.row_bytes);
  }
}

}  // namespace

Result<void> write_big_tiff_header(OutputFile& file, const Extent& extent, int bytes_per_label) {
  if (Result<void> status = check_tiff_pages(file.path(), extent); !status) return status;
  const BigTiffLayout layout(extent, static_cast<std::uint64_t>(bytes_per_label));
  Fields fields;
  constexpr bool little = std::endian::native == std::endian::little;
  fields.add<std::uint16_t>(little ? 0x4949 : 0x4D4D);
  fields.add<std::uint16_t>(43);
  fields.add<std::uint16_t>(8);  // bytes of an offset
  fields.add<std::uint16_t>(0);
  fields.add(header_bytes);  // the first directory
  for (int z = 0; z < extent.depth; ++z) {
    add_directory(fields, layout, z);
    if (Result<void> status = file.write(fields.bytes().data(), fields.bytes().size()); !status) return status;
    fields.clear();
  }
  return {};
}

}  // namespace glccl::host
