// Slabs that a CUDA device solves, while others are copied, read and written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/host/device_slabs.hpp"
#include "glccl/table.hpp"
#include "host/tiled/cuda/device_slab.hpp"
#include "host/tiled/cuda/slab_reader.hpp"
#include "host/tiled/cuda/slab_writer.hpp"

namespace glccl::host::tiled {

/// The engine of label_slabs_on_device(). Copies to the device, labelings and copies to the host have a stream each. An
/// event of a slab leads from one stream to the next:
///
///     reader (thread)   read 0    read 1    read 2
///     upload            .         0 ------- 1 ------- 2
///     compute           .         .         0 ------- 1 ------- 2
///     download          .         .         .         0 ------- 1 ------- 2
///     writer (thread)   .         .         .         .         deliver 0 ...
///
/// In the first pass a download finds the border of a slab, and the host gets the list of its components and the pairs
/// of the seam before it; in the second pass its final labels.
class DeviceEngine : public SlabEngine {
 public:
  explicit DeviceEngine(const DeviceSlabs& options) : options_(options) {}
  DeviceEngine(const DeviceEngine&) = delete;
  DeviceEngine& operator=(const DeviceEngine&) = delete;
  ~DeviceEngine() override;

  Result<void> begin(const SlabTask& task) override;
  Result<void> solve(std::size_t slab, SolvedSlab& solved) override;
  Result<void> finish(std::size_t slab, const Renumbering& numbers) override;
  Result<void> end() override;
  void describe(SlabReport& report) const override;

 private:
  /// What a device has. Slabs take turns: slab i is that of part i modulo the number of parts.
  struct Part {
    cuda::Labeler labeler;
    cuda::Stream upload;
    cuda::Stream compute;
    cuda::Stream download;
    cuda::Stream rows;                 ///< Of rows of the first pass, which downloads of later slabs shall not delay.
    cuda::Scratch border = {};         ///< SlabBorderJob::scratch, of one slab after the other.
    cuda::Scratch kept_elements = {};  ///< Places of the elements of its first slabs.
    KeptRows kept_rows = {};           ///< Rows of its slabs.
  };

  Result<Part> make_part(int device) const;
  template <class Work>
  Result<void> on_all_parts(const Work& work);
  Result<void> make_parts();
  Result<void> make_memory();
  Result<void> make_slot(DeviceSlot& slot);
  void begin_reading();

  Part& part_of(std::size_t slab) { return parts_[slab % parts_.size()]; }
  DeviceSlot& slot_of(std::size_t slab) { return slots_[slab % slots_.size()]; }
  std::uint8_t* elements_of(std::size_t slab);
  bool has_elements(std::size_t slab) const { return slab < kept_; }
  bool has_result(std::size_t slab) const { return slab < kept_rows_.size() && kept_rows_[slab] != nullptr; }
  ImageView image_of(std::size_t slab);
  /// The columns of the table of a slab.
  std::uint32_t columns_of(std::size_t slab) { return table_columns_of(image_of(slab).extent, spec_.columns); }
  std::size_t elements_in(std::size_t slab) const;

  Result<void> upload(std::size_t slab, bool with_seam);
  Result<void> copy_elements(std::size_t slab, std::uint8_t* to, std::optional<std::size_t>& buffer);
  Result<void> begin_solving(std::size_t slab);
  Result<void> label(std::size_t slab);
  Result<void> tell(std::size_t slab);
  Result<void> fetch_above(std::size_t slab);
  Result<void> collect_rows(std::size_t slab, SolvedSlab& solved);
  Result<void> sum_areas(std::size_t slab, const cuda::Stream& stream);
  Result<void> begin_gathering(std::size_t slab, const std::vector<std::uint32_t>& labels);
  Result<void> keep_rows(std::size_t slab, std::uint32_t count);
  Result<void> solve_again(std::size_t slab, const Renumbering& numbers, OutgoingSlab& out);
  Result<void> finish_on_device(std::size_t slab, const Renumbering& numbers, OutgoingSlab& out);
  FinalRows rows_in(void* memory, std::size_t count) const;
  std::size_t final_bytes(std::size_t count) const;
  Result<void> make_final_rows(std::size_t slab, const Renumbering& numbers, const cuda::LabelNumbers& sent);
  Result<void> download_rows(std::size_t slab, std::uint32_t count, OutgoingSlab& out);
  Result<void> download_labels(std::size_t slab, OutgoingSlab& out);
  /// Runs work on the device of a slab. Errors get the planes of the slab.
  template <class Work>
  Result<void> on_device(std::size_t slab, const Work& work) {
    return on_device_of(part_of(slab).labeler.device(), *task_, slab, work);
  }

  DeviceSlabs options_;
  const SlabTask* task_ = nullptr;
  LabelingSpec spec_;  ///< That of the task, with Numbering::raster.
  std::optional<SlabSizes> sizes_;
  std::vector<Part> parts_;
  std::vector<DeviceSlot> slots_;  ///< As many for each part; slab i has slot i modulo their number.
  std::size_t kept_ = 0;           ///< Slabs whose elements stay on the device.
  /// Rows of slabs that stay on the device where no labels are asked for: such slabs are not solved again.
  std::vector<const std::uint8_t*> kept_rows_;
  bool in_place_ = false;  ///< The elements are copied from the memory of the source.
  std::size_t begun_ = 0;  ///< Slabs whose solving has begun in this pass.
  bool second_pass_ = false;
  std::uint32_t table_rows_ = 0;        ///< Capacity of new tables.
  std::uint32_t most_rows_ = 0;         ///< Most components of a slab.
  std::uint32_t above_listed_ = 0;      ///< Components at the border of the last slab that is solved.
  std::int64_t read_again_ = 0;         ///< Slabs that the second pass has read.
  std::int64_t planes_read_again_ = 0;  ///< Their planes, where the reader has read them.
  std::int64_t solved_from_kept_ = 0;   ///< Slabs that the second pass has solved from elements on the device.
  std::optional<SlabReader> reader_;    ///< Where elements are read.
  std::optional<SlabWriter> writer_;    ///< Where there is a sink.
};

}  // namespace glccl::host::tiled
