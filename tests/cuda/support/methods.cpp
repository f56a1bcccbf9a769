#include "tests/cuda/support/methods.hpp"

#include "tests/support/catch.hpp"

namespace glccl::tests {

std::vector<cuda::Method> all_methods() { return {cuda::all_methods.begin(), cuda::all_methods.end()}; }

bool is_slow(cuda::Method) { return false; }

std::int64_t bytes_beside_allocator(cuda::Method, const Extent&) { return 0; }

void check_records(cuda::Method, const void* records, const LabelImage&, const std::vector<Component>&) {
  CHECK(records == nullptr);
}

}  // namespace glccl::tests
