#include "python/src/vulkan/engine.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "glccl/engines/runner.hpp"
#include "glccl/vulkan/labeler.hpp"
#include "host/engines/vulkan_runner.hpp"

namespace glccl::python {
namespace {

/// Rows of the smallest table.
constexpr std::uint32_t fewest_rows = 1024;

/// The device with what it keeps from call to call. One thread at a time, except for claim() and is_claimed().
class KeptDevice {
 public:
  /// Makes the device this process's. False after fork(), if the parent has done so: another thread of the parent may
  /// have held the mutex.
  bool claim() {
    pid_t none = 0;
    return owner_.compare_exchange_strong(none, getpid()) || is_claimed();
  }

  /// Whether this process has claimed the device.
  bool is_claimed() const { return owner_ == getpid(); }

  /// Opens the device unless it is open. Images and labels are in buffers, which can be longer than a row of an image.
  Result<engines::Runner*> open() {
    if (!runner_) {
      Result<std::unique_ptr<engines::Runner>> made = engines::make_vulkan_runner({}, true);
      if (!made) return made.error();
      runner_ = *std::move(made);
    }
    return runner_.get();
  }

  void close() { runner_.reset(); }

  /// Labels an image, where the device is open.
  Result<LabeledArray> label(const host::Inputs& inputs, const LabelingSpec& spec, bool table) {
    Result<void> status = runner_->upload(inputs.image);
    if (status) status = runner_->upload_second_images({inputs.mask, inputs.intensity});
    if (!status) return status.error();
    LabeledArray labeled;
    status = label_uploaded(spec, table ? rows_ : 0, labeled);
    if (status && table && labeled.count > rows_) {
      status = label_uploaded(spec, std::max(rows_of(labeled.count), labeled.count), labeled);
    }
    if (!status) return status.error();
    if (!table) return labeled;
    rows_ = rows_of(labeled.count);
    Result<std::vector<Component>> components = runner_->components();
    if (!components) return components.error();
    labeled.components = *std::move(components);
    if (spec.columns == 0) return labeled;
    Result<std::vector<Measurements>> measurements = runner_->measurements();
    if (!measurements) return measurements.error();
    labeled.measurements = *std::move(measurements);
    return labeled;
  }

  std::mutex& mutex() { return mutex_; }

 private:
  /// Rows of a table for so many components. Next images have about as many, so a power of two lasts for some.
  static std::uint32_t rows_of(std::uint32_t count) {
    return std::bit_ceil(std::clamp(count, fewest_rows, std::uint32_t{1} << 31));
  }

  /// Labels and counts: labels are 1..N.
  Result<void> label_uploaded(const LabelingSpec& spec, std::uint32_t rows, LabeledArray& labeled) {
    Result<void> status = runner_->label(spec, {.table_rows = rows});
    if (status) status = runner_->read_labels(labeled.labels);
    if (status) labeled.count = std::ranges::max(labeled.labels.values);
    return status;
  }

  std::mutex mutex_;
  std::atomic<pid_t> owner_ = 0;  ///< The process that has claimed the device; 0: none.
  std::unique_ptr<engines::Runner> runner_;
  std::uint32_t rows_ = fewest_rows;  ///< Rows of the next table.
};

/// The device of the process. Never destroyed: the interpreter closes it before the driver ends.
KeptDevice& kept_device() {
  static KeptDevice& kept = *new KeptDevice;
  return kept;
}

/// The value of `work(device, runner)` on the open device. Errors: those of `work` and KeptDevice::open(); `no_device`
/// in a process that was forked.
template <class Work>
auto on_device(const Work& work) -> decltype(work(kept_device(), std::declval<engines::Runner&>())) {
  KeptDevice& device = kept_device();
  if (!device.claim()) {
    return Error{ErrorCode::no_device,
                 "the engine vulkan was used before this process was forked, and a device does not survive that: start "
                 "processes by multiprocessing's \"spawn\""};
  }
  const std::lock_guard lock(device.mutex());
  const Result<engines::Runner*> runner = device.open();
  if (!runner) return runner.error();
  return work(device, **runner);
}

Result<LabeledArray> label_by_vulkan(const host::Inputs& inputs, const LabelingSpec& spec, bool table) {
  return on_device([&](KeptDevice& device, engines::Runner&) -> Result<LabeledArray> {
    Result<LabeledArray> labeled = device.label(inputs, spec, table);
    if (labeled) return labeled;
    if (labeled.error().code == ErrorCode::gpu) device.close();
    if (labeled.error().code != ErrorCode::too_large) return labeled;
    return Error{ErrorCode::unsupported, labeled.error().message};  // A limit of buffers, no lack of memory.
  });
}

}  // namespace

ArrayEngine vulkan_engine() { return {vulkan::capabilities(), label_by_vulkan}; }

Result<std::string> open_vulkan() {
  return on_device([](KeptDevice&, engines::Runner& runner) { return Result(runner.device()); });
}

void close_vulkan() {
  KeptDevice& device = kept_device();
  if (!device.is_claimed()) return;
  const std::lock_guard lock(device.mutex());
  device.close();
}

}  // namespace glccl::python
