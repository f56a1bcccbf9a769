// The memory of a slab in work on a device, and the sizes of all slabs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cuda/runtime/streams.hpp"
#include "cuda/slabs/borders.hpp"
#include "cuda/slabs/slabs.hpp"
#include "glccl/table.hpp"
#include "host/tiled/slab_engine.hpp"

namespace glccl::host::tiled {

/// Sizes that follow from the source and the thickest slab.
struct SlabSizes {
  /// Bytes of a place of elements: the plane before a slab, and the slab.
  static constexpr std::size_t alignment = 256;

  SlabSizes(const SlabSource& source, int planes, bool in_one_slab)
      : plane(static_cast<std::size_t>(slab_of(source.extent, 1).elements())),
        plane_bytes(plane * bytes_per_pixel(source.format)),
        slab(plane * static_cast<std::size_t>(planes)),
        slab_bytes(plane_bytes * static_cast<std::size_t>(planes)),
        above_bytes(in_one_slab ? 0 : plane_bytes),
        place_bytes((slab_bytes + above_bytes + alignment - 1) / alignment * alignment) {}

  std::size_t plane;        ///< Elements of a plane.
  std::size_t plane_bytes;  ///< Bytes of a plane.
  std::size_t slab;         ///< Elements of the thickest slab.
  std::size_t slab_bytes;   ///< Bytes of the thickest slab.
  std::size_t above_bytes;  ///< Bytes of the plane before a slab; 0 where there is one slab alone.
  std::size_t place_bytes;  ///< Bytes of a place of elements: the plane before a slab, and the slab.

  std::size_t label_bytes() const { return slab * sizeof(std::uint32_t); }
  /// Rows of a slab's table to begin with: a table that is too small is made again.
  std::size_t table_rows() const { return std::max<std::size_t>(slab / 16, 1024); }
  std::size_t seam_bytes() const { return 2 * plane * sizeof(std::uint32_t); }
  /// Bytes of the places of the components in a plane.
  std::size_t places_bytes() const { return plane * sizeof(std::uint32_t); }
  /// Bytes of the scratch memory of find_border().
  std::size_t border_bytes() const {
    return cuda::border_scratch_bytes(static_cast<std::int64_t>(slab), static_cast<std::int64_t>(plane));
  }
};

/// What the host is told of a slab, in pinned memory: the number of components, their areas, and its border.
class SlabFacts {
 public:
  /// Bytes for slabs with planes of so many elements.
  static std::size_t bytes_for(std::size_t plane) { return (header + 6 * plane + flag_words(plane)) * word; }

  Result<void> reserve(std::size_t plane) {
    plane_ = plane;
    return memory_.reserve(bytes_for(plane));
  }
  std::uint32_t* count() const { return memory_.as<std::uint32_t>(); }
  cuda::AreaSums* areas() const { return reinterpret_cast<cuda::AreaSums*>(count() + 4); }
  /// Where the device writes the border.
  cuda::BorderFacts border() const {
    std::uint32_t* const pairs = count() + header;
    std::uint32_t* const labels = pairs + 4 * plane_;
    return {count() + 1, count() + 2, labels, reinterpret_cast<std::uint8_t*>(labels + 2 * plane_),
            reinterpret_cast<cuda::SeamPair*>(pairs)};
  }
  std::size_t bytes() const { return memory_.bytes(); }

 private:
  static constexpr std::size_t word = sizeof(std::uint32_t);
  static constexpr std::size_t header = 8;  ///< Words before the lists.
  /// Words of BorderFacts::in_last.
  static std::size_t flag_words(std::size_t plane) { return (2 * plane + word - 1) / word; }

  cuda::PinnedScratch memory_;
  std::size_t plane_ = 0;
};

/// Device memory in blocks, for rows that stay until the end: to allocate and free memory for each slab would make the
/// host wait for the device.
class KeptRows {
 public:
  /// Memory of so many bytes, a multiple of 16; null if all blocks together would take more than `most` bytes.
  /// Error `gpu`.
  Result<std::uint8_t*> take(std::size_t bytes, std::int64_t most) {
    if (blocks_.empty() || used_ + bytes > blocks_.back().bytes()) {
      // Larger ones for many rows: the end of a block, in which the rows of a slab have no room, is lost.
      const std::size_t usual_block = std::clamp(all_bytes_, std::size_t{64} << 20, std::size_t{1} << 30);
      const std::size_t left = static_cast<std::size_t>(std::max<std::int64_t>(most, 0)) - all_bytes_;
      if (bytes > left || left == 0) return nullptr;
      cuda::Scratch block;
      if (Result<void> status = block.reserve(std::clamp(bytes, std::min(usual_block, left), left)); !status) {
        return status.error();
      }
      all_bytes_ += block.bytes();
      blocks_.push_back(std::move(block));
      used_ = 0;
    }
    std::uint8_t* const taken = blocks_.back().as<std::uint8_t>() + used_;
    used_ += bytes;
    return taken;
  }

  /// Bytes of all blocks.
  std::size_t bytes() const { return all_bytes_; }

 private:
  std::vector<cuda::Scratch> blocks_;
  std::size_t used_ = 0;  ///< Bytes of the last block.
  std::size_t all_bytes_ = 0;
};

/// Memory of one slab in work. Its elements may lie elsewhere: those of slabs that are kept do.
struct DeviceSlot {
  cuda::Scratch elements;
  cuda::Scratch labels;
  cuda::Scratch seam;        ///< Labels of the two planes beside the seam before the slab.
  cuda::Scratch last;        ///< SlabBorderJob::last.
  cuda::Scratch above;       ///< The `last` of the slab before, where that is on another device.
  cuda::Scratch count;       ///< The number of components.
  cuda::Scratch table;       ///< Where rows are asked for.
  cuda::Scratch listed;      ///< The lists of a Renumbering.
  cuda::Scratch final_rows;  ///< The rows of the components that begin in the slab, as the host gets them.
  cuda::Scratch areas;       ///< AreaSums, where sums are asked for.
  cuda::PinnedScratch listed_on_host;
  cuda::PinnedScratch border_rows;    ///< Rows of the components at the borders, on the host.
  cuda::PinnedScratch border_labels;  ///< Their labels, which the device reads from here.
  SlabFacts facts;
  std::uint32_t table_rows = 0;          ///< Capacity of the table.
  std::uint32_t row_room = 0;            ///< Rows of the border that the device has told, at most.
  std::optional<cuda::Event> uploaded;   ///< The elements are there.
  std::optional<cuda::Event> solved;     ///< The elements have been read, the labels are there.
  std::optional<cuda::Event> retrieved;  ///< The host has what it gets of the slab.
  std::optional<cuda::Event> kept;       ///< The rows have been copied to KeptRows.

  /// The first row of the table.
  const std::uint8_t* rows() const { return table.as<std::uint8_t>() + sizeof(ComponentTableHeader); }

  /// Bytes of device memory.
  std::size_t device_bytes() const {
    return elements.bytes() + labels.bytes() + seam.bytes() + last.bytes() + above.bytes() + count.bytes() +
           table.bytes() + listed.bytes() + final_rows.bytes() + areas.bytes();
  }
  /// Bytes of pinned memory.
  std::size_t pinned_bytes() const {
    return listed_on_host.bytes() + border_rows.bytes() + border_labels.bytes() + facts.bytes();
  }

  /// Makes the memory that follows from the sizes alone, and the events, of the current device. Error `gpu`.
  Result<void> reserve(const SlabSizes& sizes);

  /// What the device has told of the border: `told` gets the list and the pairs. `above_listed` is the number of
  /// components in the list of the slab before, and becomes that of this one.
  void read_border(SolvedSlab& told, std::uint32_t& above_listed) const;

  /// Sends the lists of a renumbering to the device, in the order of `stream`. The numbers have 32 bits. Error `gpu`.
  Result<cuda::LabelNumbers> send_numbers(const Renumbering& numbers, cudaStream_t stream);
};

/// Runs work for a slab on a device. Errors get the planes of the slab.
template <class Work>
Result<void> on_device_of(int device, const SlabTask& task, std::size_t slab, const Work& work) {
  const cuda::DeviceGuard guard(device);
  Result<void> status = guard.status();
  if (status) status = work();
  return status ? status : at_slab(task.source.extent, task.slabs[slab], status.error());
}

}  // namespace glccl::host::tiled
