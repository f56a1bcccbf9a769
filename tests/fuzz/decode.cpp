// Decodes any bytes as an image file: of every format, twice, with different bytes in fresh memory. A result that
// depends on memory that nothing was written to differs then. The sanitizers find reads and writes out of bounds, and
// libFuzzer allocations that no file of this size justifies.
#include <sanitizer/allocator_interface.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "host/files/formats.hpp"

namespace glccl::tests {
namespace {

unsigned char fresh_memory = 0;

/// Called by AddressSanitizer after an allocation. Clears of calloc() come later.
void fill(const volatile void* memory, std::size_t size) { std::memset(const_cast<void*>(memory), fresh_memory, size); }
void leave(const volatile void*) {}

Result<host::Image> decode_in(unsigned char memory, host::FileBytes file) {
  fresh_memory = memory;
  return host::decode_image(file);
}

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_decode: %s\n", what);
  std::abort();
}

void try_bytes(host::FileBytes file) {
  const Result<host::Image> image = decode_in(0x55, file);
  const Result<host::Image> again = decode_in(0xAA, file);
  require(bool(image) == bool(again), "the same bytes are read once and refused once");
  if (!image) {
    require(image.error().message == again.error().message, "the reason of a refusal changes");
    return;
  }
  const std::size_t pixels = static_cast<std::size_t>(image->extent.elements());
  require(pixels > 0 && image->bytes.size() == pixels * bytes_per_pixel(image->format) &&
              (image->low_bytes.empty() || image->low_bytes.size() == image->bytes.size()),
          "the image has another number of bytes than its extent and format say");
  require(*image == *again, "the same bytes give two images");
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
