#include "tests/tools/label_program.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {

std::string run(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  const ProgramResult result = run_glccl(arguments, folder);
  INFO(result.err);
  REQUIRE(result.status == 0);
  CHECK(result.err.empty());
  return result.out;
}

host::Image read_coins() {
  Result<host::Image> image = host::read_image(test_data("coins.png"));
  REQUIRE(image);
  return *std::move(image);
}

LabelImage parse_npy(const std::string& bytes) {
  REQUIRE(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t header = static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  const std::string text = bytes.substr(10, header);
  REQUIRE((10 + header) % 64 == 0);
  REQUIRE_THAT(text, contains("'descr': '<u4'"));
  REQUIRE_THAT(text, contains("'fortran_order': False"));
  const std::size_t shape = text.find('(');
  REQUIRE(shape != std::string::npos);
  LabelImage labels;
  labels.extent.height = std::stoi(text.substr(shape + 1));
  labels.extent.width = std::stoi(text.substr(text.find(',', shape) + 1));
  labels.values.resize(static_cast<std::size_t>(labels.extent.elements()));
  REQUIRE(bytes.size() == 10 + header + 4 * labels.values.size());
  std::memcpy(labels.values.data(), bytes.data() + 10 + header, 4 * labels.values.size());
  return labels;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return lines;
}

}  // namespace glccl::tests
