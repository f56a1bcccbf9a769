// Reading labels that other programs have made.
#include <bit>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {
namespace {

using Values = std::vector<std::int64_t>;

/// A .npy file of these elements, whose header is padded by spaces as NumPy's.
template <class Element>
std::filesystem::path npy_of(const std::string& type, const std::vector<Element>& elements,
                             const std::string& shape = "(2, 3)", const std::string& fortran = "False") {
  std::string dictionary = "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
  dictionary += std::string(117 - dictionary.size(), ' ') + "\n";
  std::string bytes = std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(dictionary.size()) + '\0' + dictionary;
  bytes.append(reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(Element));
  std::filesystem::path path = scratch_file("labels.npy");
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

Values read(const std::filesystem::path& path) {
  const Result<host::LabelFile> labels = host::read_labels(path);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  CHECK(labels->extent == Extent{3, 2});
  return labels->values;
}

std::string reason_of_labels(const std::filesystem::path& path) {
  const Result<host::LabelFile> labels = host::read_labels(path);
  REQUIRE_FALSE(labels);
  CHECK(labels.error().code == ErrorCode::file);
  const std::string beginning = "cannot read " + path.string() + ": ";
  REQUIRE(labels.error().message.starts_with(beginning));
  return labels.error().message.substr(beginning.size());
}

/// Six labels from 0 to the largest of a type, and its smallest.
template <class Element>
std::vector<Element> elements() {
  using Limits = std::numeric_limits<Element>;
  return {0, 1, 2, Limits::lowest(), Limits::max(), 7};
}

template <class Element>
void check_type(const std::string& type) {
  INFO(type);
  const std::vector<Element> written = elements<Element>();
  CHECK(read(npy_of(type, written)) == Values(written.begin(), written.end()));
}

}  // namespace

TEST_CASE("read_labels() reads the TIFF files that write_labels() writes", "[host][files]") {
  const std::filesystem::path path = scratch_file("labels.tif");
  REQUIRE(host::write_labels(path, {{3, 2}, {0, 1, 65536, 4294967295, 5, 0}}));
  CHECK(read(path) == Values{0, 1, 65536, 4294967295, 5, 0});
}

TEST_CASE("read_labels() reads integers of every width from .npy", "[host][files]") {
  static_assert(std::endian::native == std::endian::little);
  check_type<std::uint8_t>("|u1");
  check_type<std::uint16_t>("<u2");
  check_type<std::uint32_t>("<u4");
  check_type<std::int8_t>("|i1");
  check_type<std::int16_t>("<i2");
  check_type<std::int32_t>("<i4");
  check_type<std::int64_t>("<i8");
  CHECK(read(npy_of<std::uint64_t>("<u8", {0, 1, 5, 1, 5000000000, 0})) == Values{0, 1, 5, 1, 5000000000, 0});
  CHECK(read(npy_of<std::uint8_t>("|b1", {0, 1, 0, 1, 1, 0})) == Values{0, 1, 0, 1, 1, 0});
  CHECK(read(npy_of<float>("<f4", {0, -1, 3, 1, 8388608, -0.0F})) == Values{0, -1, 3, 1, 8388608, 0});
  CHECK(read(npy_of<double>("<f8", {0, -1, 3, 1, 5e9, 0})) == Values{0, -1, 3, 1, 5000000000, 0});
}

TEST_CASE("read_labels() reads either byte order and Fortran order", "[host][files]") {
  CHECK(read(npy_of<std::uint16_t>(">u2", {0x0100, 0x0200, 0, 0xFF00, 0x0001, 0})) == Values{1, 2, 0, 255, 256, 0});
  CHECK(read(npy_of<std::int32_t>("<i4", {1, 4, 2, 5, 3, 6}, "(2, 3)", "True")) == Values{1, 2, 3, 4, 5, 6});
}

TEST_CASE("read_labels() reads images of one channel", "[host][files]") {
  for (const char* name : {"a.png", "a.tif", "a.npy"}) {
    const std::filesystem::path path = scratch_file(name);
    REQUIRE(host::write_image(path, image_of_values<std::uint8_t>({3, 2}, PixelFormat::u8, {0, 1, 255, 3, 3, 0})));
    CHECK(read(path) == Values{0, 1, 255, 3, 3, 0});
    REQUIRE(host::write_image(path, image_of_values<std::uint16_t>({3, 2}, PixelFormat::u16, {0, 1, 65535, 3, 3, 0})));
    CHECK(read(path) == Values{0, 1, 65535, 3, 3, 0});
  }
}

TEST_CASE("read_labels() refuses what are no labels", "[host][files][errors]") {
  const std::string readable = "integers of 8 to 64 bits and floats that are whole numbers can be read";
  CHECK(reason_of_labels(npy_of<float>("<f4", {0, 1, 2, 3, 0.5F, 4})) ==
        "its value at (1, 1) is 0.500000, no label: " + readable);
  CHECK_THAT(reason_of_labels(npy_of<double>("<f8", {0, 1, std::nan(""), 3, 4, 5})), contains("at (2, 0) is nan"));
  CHECK_THAT(reason_of_labels(npy_of<float>("<f4", {0, 1, 1e30F, 3, 4, 5})), contains("at (2, 0)"));
  CHECK_THAT(reason_of_labels(npy_of<std::uint64_t>("<u8", {0, ~std::uint64_t{0}, 2, 3, 4, 5})),
             contains("at (1, 0) is 18446744073709551615"));
  CHECK(reason_of_labels(npy_of<std::uint64_t>("<c8", {0, 1, 2, 3, 4, 5})) ==
        "its values are of NumPy type '<c8'; " + readable);
  CHECK_THAT(
      reason_of_labels(npy_of<std::uint8_t>("|u1", {0, 1, 2, 3, 4, 5}, "(1, 1, 1, 2, 3)")),
      contains("its shape is (1, 1, 1, 2, 3) of '|u1'; (H, W), (D, H, W) and these with another axis of length 1 can "
               "be read"));
  CHECK_THAT(reason_of_labels(npy_of<std::int32_t>("<i4", {0, 1, 2, 3, 4})),
             contains("it holds 20 bytes of the array's 24"));
  CHECK_THAT(reason_of_labels(scratch_file("missing.npy")), contains("there is no such file"));
  const std::filesystem::path colors = scratch_file("colors.png");
  REQUIRE(host::write_image(colors, image_of_values<std::uint32_t>({1, 1}, PixelFormat::rgba8, {7})));
  CHECK(reason_of_labels(colors) == "it has colours, an alpha channel or a palette; labels of one channel can be read");
}

}  // namespace glccl::tests
