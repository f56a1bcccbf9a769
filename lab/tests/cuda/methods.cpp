#include "tests/cuda/support/methods.hpp"

#include <cuda_runtime_api.h>

#include "lab/tests/cuda/records.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {

using lab::QinRecord;

namespace {

/// The record of the pixel at linear place `place` of a component.
QinRecord record_of(const Component& component, std::uint64_t place, const Extent& extent) {
  const Position first = position_of(component.first, extent);
  const int code = static_cast<int>(component.first);
  if (place != component.first) return {code, first.x, first.y, 1};
  const Box& box = component.box;
  return {code, box.x1 - box.x0, box.y1 - box.y0, box.x0 - first.x};
}

void compare_records(const std::vector<QinRecord>& records, const LabelImage& labels,
                     const std::vector<Component>& components) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::uint32_t label = labels.values[i];
    const QinRecord expected = label == 0 ? QinRecord{-1, 0, 0, 0} : record_of(components[label - 1], i, labels.extent);
    const QinRecord& found = records[i];
    if (found == expected) continue;
    CAPTURE(position_of(i, labels.extent), found.code, expected.code, found.width, expected.width, found.height,
            expected.height, found.flag, expected.flag);
    FAIL_CHECK("the first record that differs");
    return;
  }
}

}  // namespace

std::vector<QinRecord> read_records(const void* records, const Extent& extent) {
  if (records == nullptr) return {};
  std::vector<QinRecord> read(static_cast<std::size_t>(extent.elements()));
  require_cuda(cudaMemcpy(read.data(), records, sizeof(QinRecord) * read.size(), cudaMemcpyDeviceToHost));
  return read;
}

std::vector<cuda::Method> all_methods() {
  std::vector<cuda::Method> all(cuda::all_methods.begin(), cuda::all_methods.end());
  all.insert(all.end(), lab::cuda_methods.begin(), lab::cuda_methods.end());
  return all;
}

bool is_slow(cuda::Method method) { return method == lab::qin; }

std::int64_t bytes_beside_allocator(cuda::Method method, const Extent& extent) {
  return method == lab::jung_surface ? 4 * extent.elements() : 0;
}

void check_records(cuda::Method method, const void* records, const LabelImage& labels,
                   const std::vector<Component>& components) {
  CHECK((records != nullptr) == (method == lab::qin));
  if (records != nullptr) compare_records(read_records(records, labels.extent), labels, components);
}

}  // namespace glccl::tests
