#include "tests/cuda/support/slabs.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "tests/cuda/support/generated_volumes.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// The components of all slabs, in the order of their first voxels, and which of them are one component of the volume.
class SlabComponents {
 public:
  /// Adds those of a slab, with the labels that their voxels have in the volume. Returns the index of the first one.
  std::uint32_t add(const std::vector<std::uint32_t>& labels) {
    const auto first = static_cast<std::uint32_t>(parents_.size());
    labels_.insert(labels_.end(), labels.begin(), labels.end());
    for (std::size_t i = 0; i < labels.size(); ++i) parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
    return first;
  }

  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

  /// Checks that each component has a label of its own, and with `numbered` the numbers 1..N. Returns their number.
  std::uint64_t check_labels(bool numbered) {
    const std::uint32_t largest = labels_.empty() ? 0 : *std::max_element(labels_.begin(), labels_.end());
    std::vector<bool> taken(std::size_t{largest} + 1);
    taken[0] = true;
    std::uint64_t count = 0;
    std::uint64_t wrong = 0;
    for (std::uint32_t i = 0; i < parents_.size(); ++i) {
      const std::uint32_t root = find(i);
      if (root == i) {
        ++count;
        if (taken[labels_[i]] || (numbered && labels_[i] != count)) ++wrong;
        taken[labels_[i]] = true;
      } else if (labels_[i] != labels_[root]) {
        ++wrong;
      }
    }
    CHECK(wrong == 0);
    return count;
  }

 private:
  std::uint32_t find(std::uint32_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }

  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> labels_;
};

template <class T>
std::vector<T> copy_from_device(const T* from, std::size_t count) {
  std::vector<T> copy(count);
  require_cuda(cudaMemcpy(copy.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost));
  return copy;
}

/// A slice of a slab, on the CPU: its voxels, and their numbers in their slab.
struct SlabSlice {
  std::vector<unsigned char> voxels;
  std::vector<std::uint32_t> numbers;
  std::uint32_t first = 0;  ///< The component of number 1.
};

/// Unites the components of two slices, one behind the other, that are connected. `axes`: in how many coordinates
/// neighbours differ.
void join(const SlabSlice& before, const SlabSlice& behind, const Extent& extent, int axes,
          SlabComponents& components) {
  const std::int64_t width = extent.width;
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x) {
      const auto own = static_cast<std::size_t>(y * width + x);
      if (behind.numbers[own] == 0) continue;
      for (int i = 0; i < 9; ++i) {
        const int dx = i % 3 - 1;
        const int dy = i / 3 - 1;
        const bool inside = x + dx >= 0 && x + dx < extent.width && y + dy >= 0 && y + dy < extent.height;
        if (!inside || 1 + std::abs(dx) + std::abs(dy) > axes) continue;
        const auto other = static_cast<std::size_t>((y + dy) * width + x + dx);
        if (before.numbers[other] == 0 || before.voxels[other] != behind.voxels[own]) continue;
        components.unite(before.first + before.numbers[other] - 1, behind.first + behind.numbers[own] - 1);
      }
    }
  }
}

/// Labels a slab in raster order. Returns the number of its components.
std::uint32_t label_slab(const ImageView& slab, LabelingSpec spec, const DeviceMemory& numbers) {
  spec.numbering = Numbering::raster;
  const Result<cuda::Labels> launched =
      label_item(shared_labeler(cuda::Method::fast), {{slab}, cuda::DeviceLabels{numbers.data()}}, spec);
  INFO((launched ? "" : launched.error().message));
  REQUIRE(launched);
  return copy_from_device(static_cast<const std::uint32_t*>(launched->count), 1).front();
}

}  // namespace

std::uint64_t check_by_slabs(const ImageView& volume, const std::uint32_t* labels, const LabelingSpec& spec,
                             std::int64_t most_voxels) {
  const Extent& extent = volume.extent;
  const auto slice = static_cast<std::size_t>(extent.width) * static_cast<std::size_t>(extent.height);
  const int most = static_cast<int>(std::max<std::int64_t>(most_voxels / static_cast<std::int64_t>(slice), 1));
  const int axes = spec.connectivity == Connectivity::six ? 1 : spec.connectivity == Connectivity::eighteen ? 2 : 3;
  const DeviceMemory memory(slice * static_cast<std::size_t>(std::min(most, extent.depth)) * sizeof(std::uint32_t));
  const auto* const numbers = reinterpret_cast<const std::uint32_t*>(memory.data());
  SlabComponents components;
  std::uint64_t wrong = 0;
  SlabSlice last;
  for (int z = 0; z < extent.depth; z += most) {
    const int slices = std::min(most, extent.depth - z);
    const std::size_t before = static_cast<std::size_t>(z) * slice;
    const auto* const voxels = static_cast<const unsigned char*>(volume.data) + before;
    const ImageView slab{voxels, volume.format, {extent.width, extent.height, slices}};
    const std::uint32_t count = label_slab(slab, spec, memory);
    const DeviceMemory labels_of((count + 1) * sizeof(std::uint32_t));
    require_cuda(cudaMemset(labels_of.data(), 0, labels_of.bytes()));
    auto* const found = reinterpret_cast<std::uint32_t*>(labels_of.data());
    wrong += find_labels(labels + before, numbers, slab.extent.elements(), found);
    const std::uint32_t first = components.add(copy_from_device(found, count));
    const auto plane_at = [&](int at) {
      const std::size_t offset = static_cast<std::size_t>(at) * slice;
      return SlabSlice{copy_from_device(voxels + offset, slice), copy_from_device(numbers + offset, slice), first};
    };
    if (z > 0) join(last, plane_at(0), extent, axes, components);
    last = plane_at(slices - 1);
  }
  CHECK(wrong == 0);
  return components.check_labels(spec.numbering == Numbering::raster);
}

TEST_CASE("cuda-fast labels generated volumes as their slabs", "[cuda][volumes][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  constexpr Extent extent{70, 35, 30};
  const auto voxels = static_cast<std::size_t>(extent.elements());
  const DeviceMemory pixels(voxels);
  const DeviceMemory labels(4 * voxels);
  const ImageView volume{pixels.data(), PixelFormat::u8, extent};
  for (const Generated kind : {Generated::noise, Generated::values, Generated::gyroid, Generated::two_parts}) {
    generate_volume(kind, extent, pixels.data());
    const host::Image on_cpu{extent, PixelFormat::u8, pixels.read()};
    for (const Connectivity connectivity : connectivities_of_space) {
      for (const Numbering numbering : {Numbering::root, Numbering::raster}) {
        CAPTURE(kind, connectivity, numbering);
        LabelingSpec spec{.connectivity = connectivity, .numbering = numbering};
        if (kind == Generated::values) spec.criterion = Equal{};
        REQUIRE(label_item(shared_labeler(cuda::Method::fast), {{volume}, cuda::DeviceLabels{labels.data()}}, spec));
        const auto* const made = reinterpret_cast<const std::uint32_t*>(labels.data());
        CHECK(check_by_slabs(volume, made, spec, 7 * 70 * 35 + 9) == reference(on_cpu, spec).components.size());
      }
    }
  }
}

}  // namespace glccl::tests
