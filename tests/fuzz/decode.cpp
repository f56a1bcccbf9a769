// Decodes any bytes as an image and as labels: every format, twice, with different bytes in fresh memory. A result that
// depends on memory that nothing was written to differs then. The sanitizers find reads and writes out of bounds. A
// file that is refused must not have taken more memory at once than the 64 MiB that every file may take, and a little
// more.
#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "host/files/formats.hpp"

namespace glccl::tests {
namespace {

constexpr std::size_t most_memory = std::size_t{96} << 20;

unsigned char fresh_memory = 0;
std::size_t largest_allocation = 0;

/// Called by AddressSanitizer after an allocation. Clears of calloc() come later.
void fill(const volatile void* memory, std::size_t size) {
  std::memset(const_cast<void*>(memory), fresh_memory, size);
  largest_allocation = std::max(largest_allocation, size);
}
void leave(const volatile void*) {}

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_decode: %s\n", what);
  std::abort();
}

/// What `decode` makes of a file, whatever fresh memory holds.
template <class Decode>
std::invoke_result_t<Decode, host::FileBytes> decode_twice(const Decode& decode, host::FileBytes file) {
  fresh_memory = 0x55;
  largest_allocation = 0;
  const std::invoke_result_t<Decode, host::FileBytes> once = decode(file);
  fresh_memory = 0xAA;
  const std::invoke_result_t<Decode, host::FileBytes> again = decode(file);
  require(bool(once) == bool(again), "the same bytes are read once and refused once");
  require(once || largest_allocation <= most_memory, "a file that is refused took much memory");
  require(once ? *once == *again : once.error().message == again.error().message, "the same bytes give two results");
  return once;
}

void try_image(host::FileBytes file, const host::ReadOptions& options) {
  const Result<host::Image> image =
      decode_twice([&](host::FileBytes bytes) { return host::decode_image(bytes, options); }, file);
  if (!image) return;
  const std::size_t pixels = static_cast<std::size_t>(image->extent.elements());
  require(pixels > 0 && image->bytes.size() == pixels * bytes_per_pixel(image->format) &&
              (image->low_bytes.empty() || image->low_bytes.size() == image->bytes.size()),
          "the image has another number of bytes than its extent and format say");
}

void try_labels(host::FileBytes file, const host::ReadOptions& options) {
  const Result<host::LabelFile> labels =
      decode_twice([&](host::FileBytes bytes) { return host::decode_labels(bytes, options); }, file);
  require(!labels || labels->values.size() == static_cast<std::size_t>(labels->extent.elements()),
          "there is another number of labels than the extent says");
}

void try_bytes(host::FileBytes file) {
  for (const host::ReadOptions& options :
       {host::ReadOptions{}, host::ReadOptions{.channel = 0, .frame = 1, .where_several = true}}) {
    try_labels(file, options);
    try_image(file, options);
  }
  try_image(file, {.palette_indices = true});
}

}  // namespace
}  // namespace glccl::tests

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  return __sanitizer_install_malloc_and_free_hooks(glccl::tests::fill, glccl::tests::leave) > 0 ? 0 : 1;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  glccl::tests::try_bytes({data, size});
  return 0;
}
