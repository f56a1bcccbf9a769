// Slabs that lie on devices already, in parts: each device solves and finishes those of its part in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cuda/faces/split.hpp"
#include "cuda/slabs/part_rows.hpp"
#include "glccl/cuda/labeler.hpp"
#include "glccl/host/device_parts.hpp"
#include "host/tiled/cuda/device_slab.hpp"

namespace glccl::host::tiled {

/// What a device keeps for a part from one labeling to the next.
struct PartMemory {
  /// One for each slab where labeling is_split(), because a slab's scratch memory has to last until it is finished.
  /// Else one.
  std::vector<cuda::Labeler> labelers;
  cuda::Stream compute;
  cuda::Stream borders;
  cuda::Event ready;                   ///< The caller's stream has done its work on the part.
  cuda::Scratch border = {};           ///< SlabBorderJob::scratch, of one slab after the other.
  cuda::Scratch seam_elements = {};    ///< The plane before the part, and the part's first plane.
  cuda::PinnedScratch added = {};      ///< Rows of later parts, which are added to those of this one.
  std::vector<DeviceSlot> slots = {};  ///< Of its slabs.

  int device() const { return labelers.front().device(); }
  std::size_t device_bytes() const;
};

/// A slab of a part.
struct PartSlab {
  SlabPlace place;        ///< In the whole.
  std::size_t part = 0;   ///< Its part.
  std::size_t index = 0;  ///< Its place among the slabs of the part.
};

/// Cuts each part into the fewest slabs of up to so many planes, of nearly equal thickness.
std::vector<PartSlab> cut_parts(const std::vector<DevicePart>& parts, int most_planes);

/// The engine of PartsLabeler. All slabs are solved at once: each part has a stream that labels its slabs one after the
/// other, and one that finds their borders. `last` of a part's last slab, which says where its components are in the
/// list, goes to the next part:
///
///     part 0   compute   solve 0 ------- solve 1 -------                        finish 0, 1
///              borders           .       border 0        border 1
///     part 1   compute   solve 2 ------- solve 3 -------                        finish 2, 3
///              borders                                           border 2, 3
///
/// cuda-fast solves a slab but for its labels, of which it writes those of the first and the last plane; when final
/// numbers are known, it writes all labels once (cuda/faces/split.hpp). Other methods write labels first and number
/// them again. Labels stay where the caller has the memory for them. With tables, the rows of a slab go to memory of
/// the slab, and from there to the caller's table; those of components that begin in another part go to that part by
/// way of the host.
class PartsEngine : public SlabEngine {
 public:
  /// All arguments outlive it. `memory` is that of an earlier labeling; `report` gets the numbers of the parts.
  PartsEngine(cuda::Method method, const DeviceParts& image, const std::vector<PartSlab>& slabs,
              std::vector<PartMemory>& memory, PartsReport& report)
      : method_(method),
        is_split_(cuda::is_split(method)),
        image_(image),
        slabs_(slabs),
        memory_(memory),
        report_(report) {}
  PartsEngine(const PartsEngine&) = delete;
  PartsEngine& operator=(const PartsEngine&) = delete;
  ~PartsEngine() override;

  Result<void> begin(const SlabTask& task) override;
  Result<void> solve(std::size_t slab, SolvedSlab& solved) override;
  Result<void> finish(std::size_t slab, const Renumbering& numbers) override;
  Result<void> end() override;
  void describe(SlabReport& report) const override;

 private:
  Result<PartMemory> make_part(int device) const;
  Result<void> reserve_labelers(PartMemory& memory, std::size_t slabs) const;
  Result<void> reserve_part(std::size_t part);
  Result<void> begin_all();
  Result<void> begin_seam(std::size_t slab);
  Result<void> label(std::size_t slab);
  Result<void> solve_split(std::size_t slab);
  Result<void> make_table(std::size_t slab, std::uint32_t rows);
  Result<void> write_final_labels(std::size_t slab, const Renumbering& numbers, const cuda::LabelNumbers& sent);
  Result<void> tell(std::size_t slab, const void* count);
  Result<void> begin_border(std::size_t slab);
  Result<void> finish_table(std::size_t slab, const Renumbering& numbers, const cuda::LabelNumbers& sent);
  Result<void> collect_listed_rows();
  Result<void> end_table(std::size_t part);
  cuda::PartTable table_of(std::size_t part) const;

  bool has_table() const { return image_.parts.front().table.data != nullptr; }
  bool begins_part(std::size_t slab) const { return slabs_[slab].index == 0; }
  PartMemory& memory_of(std::size_t slab) { return memory_[slabs_[slab].part]; }
  cuda::Labeler& labeler_of(std::size_t slab) { return memory_of(slab).labelers[is_split_ ? slabs_[slab].index : 0]; }
  DeviceSlot& slot_of(std::size_t slab) { return memory_of(slab).slots[slabs_[slab].index]; }
  Extent extent_of(std::size_t slab) const { return slab_of(image_.extent, slabs_[slab].place.planes); }
  std::size_t first_element(std::size_t slab) const;
  const std::uint8_t* elements_of(std::size_t slab) const;
  std::uint32_t* labels_of(std::size_t slab) const;
  /// Runs work on the device of a slab. Errors get the planes of the slab.
  template <class Work>
  Result<void> on_device(std::size_t slab, const Work& work) {
    return on_device_of(memory_of(slab).device(), *task_, slab, work);
  }

  cuda::Method method_;
  bool is_split_;  ///< cuda::is_split().
  const DeviceParts& image_;
  const std::vector<PartSlab>& slabs_;
  std::vector<PartMemory>& memory_;
  PartsReport& report_;
  const SlabTask* task_ = nullptr;
  LabelingSpec spec_;  ///< That of the task, with Numbering::raster.
  std::optional<SlabSizes> sizes_;
  std::vector<int> first_planes_;      ///< Of each part.
  std::vector<std::uint32_t> listed_;  ///< Of each slab the components that begin earlier.
  std::vector<std::uint32_t> added_;   ///< Of each part the rows in PartMemory::added.
  std::uint32_t above_listed_ = 0;     ///< Components at the border of the last slab that is solved.
  bool begun_ = false;
};

}  // namespace glccl::host::tiled
