// Selections by seeds, boundaries, lists of elements and contacts in CUDA: labels in device memory in, masks and lists
// that stay on the GPU out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "glccl/api.h"
#include "glccl/cuda/memory.hpp"
#include "glccl/region_results.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// A selection that was launched on its stream. This memory, as that of boundaries and lists, belongs to the Regions
/// and holds its contents until the next call that makes the same, or the Regions' end.
struct SeedSelection {
  const void* seeds = nullptr;   ///< Device address of what the seeds have found; region_results.hpp has its layout.
  const void* mask = nullptr;    ///< Device address of a byte per element; null without RegionOptions::selection_mask.
  const void* labels = nullptr;  ///< Device address of 32 bits per element; null without selection_labels.
};

/// Lists that were launched on their stream.
struct ListBuffers {
  const void* lists = nullptr;   ///< Device address of header and offsets; region_results.hpp has their layout.
  const void* places = nullptr;  ///< Device address of the places.
};

/// Takes components out of labels in device memory: those under seed points, their boundaries, lists of their elements,
/// and which of them touch. region_results.hpp has the rules; the results are those of glccl::Regions and of
/// glccl/host/regions.hpp, bit for bit. Reads nothing back and allocates no device memory after its creation. Masks
/// and labels have no gaps. One thread at a time may use it. Every member leaves the current device of the calling
/// thread as it was. Calls of one Regions object run one after another, also on different streams.
class GLCCL_API Regions {
 public:
  /// Makes Regions on CUDA device `device`, or with -1 on the device that is current on this thread. `timing` is
  /// for times(). All memory comes from `allocator`, or without its functions from cudaMalloc. Errors: those of
  /// check_regions(); `unsupported` for RegionOptions::colours; `no_device` and `invalid_argument`, as
  /// Labeler::create(); `gpu` (out of memory).
  static Result<Regions> create(Extent extent, const RegionOptions& options, int device = -1,
                                TimingDetail timing = TimingDetail::none, Allocator allocator = {});

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Regions(Regions&&) noexcept;
  /// Moves.
  Regions& operator=(Regions&&) noexcept;
  /// Waits for the last call.
  ~Regions();

  /// Selects the components under `seeds`, of labels of any numbering, in the order of `stream` (a cudaStream_t). Seeds
  /// may lie anywhere. Returns once the kernels are launched.
  ///
  /// Errors, which leave everything as it was: those of check_seeds(); `invalid_argument` (null or host pointers,
  /// another extent than the Regions', a pitch that is too small or no multiple of 4, labels in a CUDA array or in the
  /// Regions' memory), `unsupported` (the stream is being
  /// captured), `gpu`.
  Result<SeedSelection> select(const Labels& labels, std::span<const Position> seeds, void* stream = nullptr);

  /// Writes 1 for every element of a component that has a neighbour of another label, and 0 elsewhere, to a byte per
  /// element, whose device address it returns; of labels of any numbering. Errors: those of select(), but
  /// check_seeds(), and of hops_of(); `invalid_argument` without RegionOptions::boundaries.
  Result<const void*> boundaries(const Labels& labels, Connectivity connectivity, void* stream = nullptr);

  /// Lists the elements of each component, of labels of Numbering::raster. Elements with labels above the number at
  /// Labels::count count as background. An overflow is no error: the GPU finds it, and ListsHeader::overflow tells;
  /// cuda::too_many_components is one. Errors: those of select(), but check_seeds(); `invalid_argument` (a null or host
  /// pointer, no lists in the options).
  Result<ListBuffers> lists(const Labels& labels, void* stream = nullptr);

  /// Finds which components touch, of labels of any numbering, and the lengths of their common borders (contacts.hpp).
  /// Returns the device address of the buffer of contacts. An overflow is no error: the GPU finds it, and
  /// ContactsHeader::overflow tells; Regions with a larger RegionOptions::max_contacts are needed then. Errors:
  /// those of select(), but check_seeds(), and of hops_of(); `invalid_argument` without RegionOptions::max_contacts.
  Result<const void*> contacts(const Labels& labels, Connectivity connectivity, void* stream = nullptr);

  /// Copies what the last select() has found of its seeds to the CPU; waits for it. Errors: `invalid_argument` before
  /// the first select(), `gpu`.
  Result<SeedReport> readback_seeds();

  /// Copies the last lists to the CPU; waits for them. Errors: `invalid_argument` before the first lists(), `gpu`.
  Result<ComponentLists> readback_lists();

  /// Copies the last contacts to the CPU; waits for them. Errors: `invalid_argument` before the first contacts(),
  /// `gpu`.
  Result<ContactList> readback_contacts();

  /// GPU times of the kernels of the last call, empty without the `timing` of create(); waits for it. Error `gpu`.
  Result<std::vector<StageTime>> times();

  /// Bytes of device memory that the Regions have.
  std::int64_t bytes() const;

 private:
  struct State;
  explicit Regions(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::cuda
