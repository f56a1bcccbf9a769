#include "host/tiled/cuda/device_slab.hpp"

#include <bit>

namespace glccl::host::tiled {

using cuda::check;

Result<void> DeviceSlot::reserve(const SlabSizes& sizes) {
  if (Result<void> status = seam.reserve(sizes.seam_bytes()); !status) return status;
  if (Result<void> status = last.reserve(sizes.places_bytes()); !status) return status;
  if (Result<void> status = count.reserve(sizeof(std::uint32_t)); !status) return status;
  if (Result<void> status = facts.reserve(sizes.plane); !status) return status;
  for (std::optional<cuda::Event>* event : {&uploaded, &solved, &retrieved, &kept}) {
    if (*event) continue;
    Result<cuda::Event> made = cuda::Event::create(cudaEventDisableTiming | cudaEventBlockingSync);
    if (!made) return made.error();
    *event = *std::move(made);
  }
  return {};
}

void DeviceSlot::read_border(SolvedSlab& told, std::uint32_t& above_listed) const {
  const cuda::BorderFacts border = facts.border();
  told.border.assign(border.labels, border.labels + *border.listed);
  told.in_last.assign(border.in_last, border.in_last + *border.listed);
  told.pairs.clear();
  told.pairs.reserve(*border.paired);
  for (const cuda::SeamPair& pair : std::span(border.pairs, *border.paired)) {
    told.pairs.push_back({pair.above, above_listed + pair.below});
  }
  above_listed = *border.listed;
}

Result<cuda::LabelNumbers> DeviceSlot::send_numbers(const Renumbering& numbers, cudaStream_t stream) {
  const std::size_t count_listed = numbers.labels.size();
  const std::size_t bytes = 2 * count_listed * sizeof(std::uint32_t);
  // Sizes differ a little from slab to slab, and memory is rather taken seldom.
  if (Result<void> status = listed_on_host.reserve(std::bit_ceil(bytes)); !status) return status.error();
  if (Result<void> status = listed.reserve(std::bit_ceil(bytes)); !status) return status.error();
  auto* const lists = listed_on_host.as<std::uint32_t>();
  std::copy(numbers.labels.begin(), numbers.labels.end(), lists);
  std::transform(numbers.numbers.begin(), numbers.numbers.end(), lists + count_listed,
                 [](std::uint64_t number) { return static_cast<std::uint32_t>(number); });
  if (count_listed > 0) {
    const Result<void> copied = check(cudaMemcpyAsync(listed.as<void>(), lists, bytes, cudaMemcpyHostToDevice, stream),
                                      "cudaMemcpyAsync of numbers");
    if (!copied) return copied.error();
  }
  const auto* const on_device = listed.as<std::uint32_t>();
  const LabelGap gap = widest_gap(numbers);
  return cuda::LabelNumbers{static_cast<std::uint32_t>(numbers.before),
                            static_cast<std::uint32_t>(count_listed),
                            on_device,
                            on_device + count_listed,
                            gap.begin,
                            gap.end,
                            gap.smaller};
}

}  // namespace glccl::host::tiled
