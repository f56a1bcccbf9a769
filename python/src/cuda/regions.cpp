// Regions for arrays in device memory. Results are copied to arrays of the caller's library.
#include "python/src/regions.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cuda/measure/largest_label.hpp"
#include "cuda/runtime/objects.hpp"
#include "glccl/cuda/regions.hpp"
#include "python/src/cuda/device_labels.hpp"
#include "python/src/cuda/engines.hpp"
#include "python/src/region_arrays.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

/// What Regions are made for.
struct RegionsKind {
  int device = 0;
  Extent extent;
  std::uint32_t max_seeds = 0;     ///< 0: it finds boundaries or contacts.
  std::uint32_t max_contacts = 0;  ///< 0: it finds no contacts.
  friend bool operator==(const RegionsKind&, const RegionsKind&) = default;
};

/// Regions, and the end of the last copy of its results.
struct KeptRegions {
  cuda::Regions regions;
  cuda::Event copied;
};

/// The Regions that no call uses now. They are kept because freeing memory waits for the GPU.
class RegionsPool {
 public:
  /// Regions for the caller alone, whose last results have been copied when `stream` goes on.
  Result<KeptRegions> take(const RegionsKind& kind, cudaStream_t stream) {
    std::optional<KeptRegions> found = find(kind);
    if (found) {
      const cudaError_t ordered = cudaStreamWaitEvent(stream, found->copied.get(), 0);
      if (Result<void> status = cuda::check(ordered, "cudaStreamWaitEvent"); !status) return status.error();
      return *std::move(found);
    }
    RegionOptions options;
    options.max_seeds = kind.max_seeds;
    options.selection_labels = kind.max_seeds != 0;
    options.boundaries = kind.max_seeds == 0 && kind.max_contacts == 0;
    options.max_contacts = kind.max_contacts;
    Result<cuda::Regions> regions = cuda::Regions::create(kind.extent, options, kind.device);
    if (!regions) return regions.error();
    Result<cuda::Event> copied = cuda::Event::create(cudaEventDisableTiming);
    if (!copied) return copied.error();
    return KeptRegions{*std::move(regions), *std::move(copied)};
  }

  void give_back(const RegionsKind& kind, KeptRegions regions) {
    std::vector<Idle> dropped;  // Ends without the lock: it waits for the GPU.
    const std::lock_guard lock(mutex_);
    idle_.push_back({kind, std::move(regions)});
    const auto over = [&] {
      std::int64_t bytes = 0;
      for (const Idle& idle : idle_) bytes += idle.kept.regions.bytes();
      return idle_.size() > 1 && (bytes > most_bytes || idle_.size() > most_kept);
    };
    while (over()) {
      dropped.push_back(std::move(idle_.front()));
      idle_.erase(idle_.begin());
    }
  }

  void clear() {
    std::vector<Idle> dropped;
    const std::lock_guard lock(mutex_);
    dropped.swap(idle_);
  }

  /// The room for contacts of idle Regions of this kind, whatever theirs is, or else that of the kind.
  std::uint32_t most_contacts_of(RegionsKind kind) {
    const std::lock_guard lock(mutex_);
    std::uint32_t most = kind.max_contacts;
    for (const Idle& idle : idle_) {
      kind.max_contacts = idle.kind.max_contacts;
      if (idle.kind == kind) most = std::max(most, kind.max_contacts);
    }
    return most;
  }

 private:
  struct Idle {
    RegionsKind kind;
    KeptRegions kept;
  };
  static constexpr std::size_t most_kept = 8;
  static constexpr std::int64_t most_bytes = std::int64_t{256} << 20;

  std::optional<KeptRegions> find(const RegionsKind& kind) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(idle_.begin(), idle_.end(), [&](const Idle& idle) { return idle.kind == kind; });
    if (found == idle_.end()) return std::nullopt;
    KeptRegions kept = std::move(found->kept);
    idle_.erase(found);
    return kept;
  }

  std::mutex mutex_;
  std::vector<Idle> idle_;  ///< The last that was given back at the end.
};

/// Python calls free_cuda_memory() at its exit, so nothing is left for the end of the process, when CUDA may be gone.
RegionsPool& regions_pool() {
  static RegionsPool all;
  return all;
}

/// Calls `work(regions)` with Regions of this kind, and marks the end of the copies that it launches.
template <class Work>
Result<void> with_regions(const RegionsKind& kind, const LabelsOnDevice& labels, const Work& work) {
  Result<KeptRegions> kept = regions_pool().take(kind, labels.stream);
  if (!kept) return kept.error();
  Result<void> status = work(kept->regions);
  if (status) status = kept->copied.record(labels.stream);
  if (status) regions_pool().give_back(kind, *std::move(kept));
  return status;
}

/// Writes the labels of the selection, without gaps. Returns None, or with `reads` each seed's label in it.
nb::object select(const nb::tuple& view, const SeedArray& seeds, std::uintptr_t target, bool reads) {
  const LabelsOnDevice labels(view);
  const std::vector<Position> positions = positions_of(seeds);
  RegionsKind kind{labels.device, labels.extent, most_seeds};
  // Few sizes, so that Regions serve many calls.
  if (positions.size() < most_seeds)
    kind.max_seeds = std::bit_ceil(std::max(1U, static_cast<std::uint32_t>(positions.size())));
  SeedReport report;
  on_device(labels, [&] {
    return with_regions(kind, labels, [&](cuda::Regions& regions) -> Result<void> {
      const Result<cuda::SeedSelection> launched =
          regions.select({labels.labels, labels.extent}, positions, labels.stream);
      if (!launched) return launched.error();
      const std::size_t bytes = sizeof(std::uint32_t) * static_cast<std::size_t>(labels.extent.elements());
      const Result<void> copied =
          copy_on_device(reinterpret_cast<void*>(target), launched->labels, bytes, labels.stream);
      if (!copied) return copied;
      if (reads) {
        Result<SeedReport> read = regions.readback_seeds();
        if (!read) return read.error();
        report = *std::move(read);
      }
      return labels.waits ? wait_for(labels.stream) : Result<void>{};
    });
  });
  return reads ? nb::cast(numbers_of(report)) : nb::none();
}

/// Writes a byte per element, 1 or 0, without gaps.
void boundaries(const nb::tuple& view, int connectivity, std::uintptr_t target) {
  const LabelsOnDevice labels(view);
  on_device(labels, [&] {
    const RegionsKind kind{labels.device, labels.extent, 0};
    return with_regions(kind, labels, [&](cuda::Regions& regions) -> Result<void> {
      const Result<const void*> mask =
          regions.boundaries({labels.labels, labels.extent}, static_cast<Connectivity>(connectivity), labels.stream);
      if (!mask) return mask.error();
      const auto bytes = static_cast<std::size_t>(labels.extent.elements());
      const Result<void> copied = copy_on_device(reinterpret_cast<void*>(target), *mask, bytes, labels.stream);
      if (!copied) return copied;
      return labels.waits ? wait_for(labels.stream) : Result<void>{};
    });
  });
}

/// The pairs of labels that touch, and the lengths of their borders.
class CudaContacts {
 public:
  /// Finds them. Takes Regions with more room until there is enough. Waits.
  CudaContacts(const nb::tuple& labels, int connectivity) : labels_(labels) {
    on_device(labels_, [&]() -> Result<void> {
      kind_ = {labels_.device, labels_.extent, 0, 1U << 14};
      kind_.max_contacts = regions_pool().most_contacts_of(kind_);
      while (true) {
        if (Result<void> status = find(connectivity); !status || header_.overflow == 0) return status;
        if (kind_.max_contacts == most_contacts) {
          return Error{ErrorCode::too_large, "there are more than " + std::to_string(most_contacts) +
                                                 " pairs of labels that touch: copy the labels to the CPU"};
        }
        // There are no more contacts than pairs of neighbours.
        const std::uint64_t most = std::min<std::uint64_t>(most_contacts, header_.border);
        kind_.max_contacts = static_cast<std::uint32_t>(std::min(most, std::uint64_t{kind_.max_contacts} * 16));
      }
    });
  }

  std::uint32_t count() const { return header_.contacts; }

  /// Copies count() pairs of 32-bit integers, and as many 64-bit integers, and waits. Once.
  void copy(std::uintptr_t pairs, std::uintptr_t lengths) {
    on_device(labels_, [&]() -> Result<void> {
      Result<void> status = copy_members(pairs, offsetof(Contact, first));
      if (status) status = copy_members(lengths, offsetof(Contact, length));
      if (status) status = kept_->copied.record(labels_.stream);
      if (status) regions_pool().give_back(kind_, *std::exchange(kept_, std::nullopt));
      return status ? wait_for(labels_.stream) : status;
    });
  }

 private:
  Result<void> find(int connectivity) {
    Result<KeptRegions> kept = regions_pool().take(kind_, labels_.stream);
    if (!kept) return kept.error();
    kept_ = *std::move(kept);
    const Result<const void*> launched = kept_->regions.contacts(
        {labels_.labels, labels_.extent}, static_cast<Connectivity>(connectivity), labels_.stream);
    if (!launched) return launched.error();
    found_ = static_cast<const std::byte*>(*launched);
    return read_device_memory(&header_, found_, sizeof header_, labels_.stream);
  }

  /// Copies 8 bytes of every contact.
  Result<void> copy_members(std::uintptr_t to, std::size_t offset) const {
    if (header_.contacts == 0) return {};
    constexpr std::size_t width = 8;
    const cudaError_t copied =
        cudaMemcpy2DAsync(reinterpret_cast<void*>(to), width, found_ + sizeof(ContactsHeader) + offset, sizeof(Contact),
                          width, header_.contacts, cudaMemcpyDeviceToDevice, labels_.stream);
    return cuda::check(copied, "cudaMemcpy2DAsync");
  }

  LabelsOnDevice labels_;
  RegionsKind kind_;
  std::optional<KeptRegions> kept_;
  const std::byte* found_ = nullptr;
  ContactsHeader header_;
};

/// The elements of labels 1..N, N being the largest, in memory of its own.
class CudaLists {
 public:
  explicit CudaLists(const nb::tuple& labels) : labels_(labels) {
    on_device(labels_, [&] { return make(); });
  }

  std::uint32_t offsets() const { return header_.lists + 1; }
  std::uint32_t places() const { return header_.elements; }

  /// Copies offsets() and places() integers of 32 bits, and waits.
  void copy(std::uintptr_t offsets, std::uintptr_t places) const {
    on_device(labels_, [&]() -> Result<void> {
      const auto* begin = static_cast<const std::byte*>(launched_.lists) + sizeof(ListsHeader);
      constexpr std::size_t bytes = sizeof(std::uint32_t);
      Result<void> copied =
          copy_on_device(reinterpret_cast<void*>(offsets), begin, bytes * this->offsets(), labels_.stream);
      if (!copied) return copied;
      copied =
          copy_on_device(reinterpret_cast<void*>(places), launched_.places, bytes * this->places(), labels_.stream);
      return copied ? wait_for(labels_.stream) : copied;
    });
  }

 private:
  /// Counts components, and lists their elements. Labels may have more runs than usual: then a second time.
  Result<void> make() {
    Result<cuda::OwnedMemory> count = cuda::allocate_device_memory(sizeof(std::uint32_t));
    if (!count) return count.error();
    auto* const on_device = static_cast<std::uint32_t*>(count->get());
    Result<void> status = cuda::find_largest_label(labels_.labels, labels_.extent, labels_.stream, on_device);
    if (!status) return status;
    std::uint32_t components = 0;
    status = read_device_memory(&components, on_device, sizeof components, labels_.stream);
    if (!status) return status;
    RegionOptions options{.max_components = std::max(components, 1U)};
    status = list(options, on_device);
    if (!status || header_.overflow != list_too_many_runs) return status;
    options.max_runs = header_.runs;
    return list(options, on_device);
  }

  Result<void> list(const RegionOptions& options, const std::uint32_t* count) {
    regions_.reset();
    Result<cuda::Regions> made = cuda::Regions::create(labels_.extent, options, labels_.device);
    if (!made) return made.error();
    regions_ = *std::move(made);
    const Result<cuda::ListBuffers> launched = regions_->lists({labels_.labels, labels_.extent, count}, labels_.stream);
    if (!launched) return launched.error();
    launched_ = *launched;
    return read_device_memory(&header_, launched_.lists, sizeof header_, labels_.stream);
  }

  LabelsOnDevice labels_;
  std::optional<cuda::Regions> regions_;
  cuda::ListBuffers launched_;
  ListsHeader header_;
};

}  // namespace

void free_cuda_regions() { regions_pool().clear(); }

void add_cuda_regions(nb::module_& module) {
  module.def("select_cuda", &select, "labels"_a, "seeds"_a, "target"_a, "reads"_a,
             "Write the labels 1..K of the components under seeds, (z, y, x). With reads returns each seed's label.");
  module.def("boundaries_cuda", &boundaries, "labels"_a, "connectivity"_a, "target"_a,
             "Write 1 where a component has a neighbour of another label, else 0.");
  nb::class_<CudaContacts>(module, "CudaContacts", "Pairs of labels that touch, and the lengths of their borders.")
      .def(nb::init<const nb::tuple&, int>(), "labels"_a, "connectivity"_a)
      .def_prop_ro("count", &CudaContacts::count, "How many pairs there are.")
      .def("copy", &CudaContacts::copy, "pairs"_a, "lengths"_a, "Copy them to device memory, once, and wait.");
  nb::class_<CudaLists>(module, "CudaLists", "The elements of labels 1..N, in the order of the labels.")
      .def(nb::init<const nb::tuple&>(), "labels"_a)
      .def_prop_ro("offsets", &CudaLists::offsets, "How many offsets there are.")
      .def_prop_ro("places", &CudaLists::places, "How many places there are.")
      .def("copy", &CudaLists::copy, "offsets"_a, "places"_a, "Copy them to device memory, and wait.");
}

}  // namespace glccl::python
