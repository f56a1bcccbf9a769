#include "tools/bench/slabs.hpp"

#include <algorithm>
#include <iomanip>
#include <limits>
#include <ostream>
#include <thread>
#include <vector>

#include "host/tiled/label_slab.hpp"
#include "tools/bench/median.hpp"
#include "tools/glccl/text.hpp"

#if GLCCL_WITH_CUDA
#include "cuda/runtime/streams.hpp"
#include "glccl/cuda/devices.hpp"
#include "glccl/host/device_slabs.hpp"
#endif

namespace glccl::tools {

#if GLCCL_WITH_CUDA

namespace {

using host::SlabReport;
using host::SlabSource;

/// The image and its labels in pinned memory, and how labelings of it are timed.
class SlabBench {
 public:
  SlabBench(const SlabSource& source, bool equal, const SlabDevices& devices, int repetitions)
      : source_(source), devices_(devices), repetitions_(repetitions) {
    for (int& device : devices_.devices) device = std::max(device, 0);
    if (equal) spec_.criterion = Equal{};
  }

  Result<SlabBenchReport> run() {
    if (std::string reason = cuda::why_no_device(); !reason.empty()) return Error{ErrorCode::no_device, reason};
    const std::vector<cuda::CudaDevice> there = cuda::list_devices();
    for (const int device : devices_.devices) {
      const cuda::DeviceGuard guard(device);
      if (Result<void> status = guard.status(); !status) return status.error();
      report_.devices.push_back(there[static_cast<std::size_t>(device)].name);
    }
    const cuda::DeviceGuard guard(devices_.devices.front());
    if (Result<void> status = guard.status(); !status) return status.error();
    report_.extent = source_.extent;
    for (const auto step : {&SlabBench::make_image, &SlabBench::time_copies, &SlabBench::time_labelings}) {
      if (Result<void> status = (this->*step)(); !status) return status.error();
    }
    return report_;
  }

 private:
  Result<void> make_image() {
    bytes_ = static_cast<std::size_t>(source_.extent.elements()) * bytes_per_pixel(source_.format);
    label_bytes_ = static_cast<std::size_t>(source_.extent.elements()) * sizeof(std::uint32_t);
    if (Result<void> status = elements_.reserve(bytes_); !status) return status;
    if (Result<void> status = labels_.reserve(label_bytes_); !status) return status;
    in_memory_ = source_;
    in_memory_.noise.reset();
    in_memory_.memory = elements_.as<void>();
    return source_.noise ? make_noise() : source_.read(0, host::planes_of(source_.extent), elements_.as<void>());
  }

  /// Noise follows from places alone, so threads make parts of it.
  Result<void> make_noise() {
    const int planes = host::planes_of(source_.extent);
    const int parts = std::min(planes, static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U)));
    std::vector<Result<void>> made(static_cast<std::size_t>(parts));
    {
      std::vector<std::jthread> threads;
      for (int part = 0; part < parts; ++part) {
        threads.emplace_back([&, part] {
          const auto [first, count] = host::tiled::slab_place(planes, parts, part);
          const std::size_t begin = bytes_ / static_cast<std::size_t>(planes) * static_cast<std::size_t>(first);
          made[static_cast<std::size_t>(part)] = source_.read(first, count, elements_.as<std::uint8_t>() + begin);
        });
      }
    }
    const auto failed = std::find_if(made.begin(), made.end(), [](const Result<void>& status) { return !status; });
    return failed == made.end() ? Result<void>() : *failed;
  }

  /// The rates of copies of one gigabyte, or less, in both directions.
  Result<void> time_copies() {
    const std::size_t part = std::min(label_bytes_, std::size_t{1} << 30);
    cuda::Scratch on_device;
    if (Result<void> status = on_device.reserve(part); !status) return status;
    const auto time = [&](void* to, const void* from, cudaMemcpyKind kind, double& rate) {
      double seconds = 0.0;
      const auto copy = [&] { return cuda::check(cudaMemcpy(to, from, part, kind), "cudaMemcpy"); };
      const Result<void> status = time_median(repetitions_, copy, seconds);
      rate = static_cast<double>(part) / seconds;
      return status;
    };
    if (Result<void> status = time(labels_.as<void>(), on_device.as<void>(), cudaMemcpyDeviceToHost, to_host_);
        !status) {
      return status;
    }
    // Labels are pinned memory as elements are, and larger.
    if (Result<void> status = time(on_device.as<void>(), labels_.as<void>(), cudaMemcpyHostToDevice, to_device_);
        !status) {
      return status;
    }
    report_.rows.push_back({"elements to the device", static_cast<double>(bytes_) / to_device_, 1.0});
    report_.rows.push_back({"labels to the host", static_cast<double>(label_bytes_) / to_host_, 1.0});
    return {};
  }

  Result<void> time_labelings() {
    const host::SlabSink take = [](const host::FinishedSlab&) { return Result<void>(); };
    const double up = static_cast<double>(bytes_) / to_device_;
    const double down = static_cast<double>(label_bytes_) / to_host_;
    if (Result<void> status = time_labeling("count", in_memory_, {.labels = false}, {}, up); !status) return status;
    const host::SlabOptions sums{.labels = false, .sums = true};
    if (Result<void> status = time_labeling("count and sums", in_memory_, sums, {}, up); !status) return status;
    const host::SlabOptions table{.labels = false, .components = true};
    const double rows = static_cast<double>(report_.components) * sizeof(Component) / to_host_;
    if (Result<void> status = time_labeling("table", in_memory_, table, take, up + rows); !status) return status;
    if (Result<void> status = time_labeling("labels", in_memory_, {}, take, down); !status) return status;
    if (const auto* last = labels_.as<std::uint32_t>();
        *std::max_element(last, last + source_.extent.elements()) != report_.components) {
      return Error{ErrorCode::gpu, "the largest label is not the number of components"};
    }
    if (!source_.noise) return {};
    return time_labeling("count, made on the device", source_, {.labels = false}, {}, 0.0);
  }

  /// Adds the row of the first device, and with several devices that of all.
  Result<void> time_labeling(const std::string& what, const SlabSource& source, const host::SlabOptions& options,
                             const host::SlabSink& sink, double bus_seconds) {
    SlabDevices first = devices_;
    first.devices.resize(1);
    double alone = 0.0;
    if (Result<void> status = time_on(first, what, source, options, sink, alone); !status) return status;
    report_.rows.push_back({what, alone, bus_seconds / alone});
    if (devices_.devices.size() == 1) return {};
    double seconds = 0.0;
    if (Result<void> status = time_on(devices_, what, source, options, sink, seconds); !status) return status;
    report_.rows.push_back({what + ", by all", seconds, 0.0, alone / seconds});
    return {};
  }

  Result<void> time_on(const SlabDevices& devices, const std::string& what, const SlabSource& source,
                       host::SlabOptions options, const host::SlabSink& sink, double& seconds) {
    const Result<host::SlabPlan> plan =
        plan_device_slabs(source, options, std::numeric_limits<std::int64_t>::max() / 2, devices);
    if (!plan) return plan.error();
    options.planes = plan->planes;
    options.kept_bytes = plan->kept_bytes;
    const host::DeviceSlabs device{
        .devices = devices.devices, .method = devices.method, .labels = labels_.as<std::uint32_t>()};
    const auto label = [&]() -> Result<void> {
      const Result<SlabReport> report = host::label_slabs_on_device(source, device, spec_, options, sink);
      if (!report) return report.error();
      if (report_.slabs != 0 && report->components != report_.components) {
        return Error{ErrorCode::gpu, what + ": " + std::to_string(report->components) + " components, and " +
                                         std::to_string(report_.components) + " before"};
      }
      report_.components = report->components;
      report_.slabs = report->slabs;
      return {};
    };
    return time_median(repetitions_, label, seconds);
  }

  const SlabSource& source_;
  SlabDevices devices_;
  int repetitions_;
  LabelingSpec spec_;
  SlabSource in_memory_;
  std::size_t bytes_ = 0;
  std::size_t label_bytes_ = 0;
  cuda::PinnedScratch elements_;
  cuda::PinnedScratch labels_;
  double to_device_ = 0.0;  ///< Bytes a second.
  double to_host_ = 0.0;
  SlabBenchReport report_;
};

}  // namespace

Result<SlabBenchReport> bench_slabs(const host::SlabSource& source, bool equal, const SlabDevices& devices,
                                    int repetitions) {
  return SlabBench(source, equal, devices, repetitions).run();
}

#else

Result<SlabBenchReport> bench_slabs(const host::SlabSource&, bool, const SlabDevices&, int) {
  return no_device_slabs();
}

#endif

void print_slab_bench(std::ostream& out, const SlabBenchReport& report) {
  const bool several = report.devices.size() > 1;
  for (const std::string& device : report.devices) out << "GPU: " << device << "\n";
  out << to_string(report.extent) << ", " << report.components << " components, " << report.slabs
      << " slabs, from host memory to host memory\n\n"
      << std::left << std::setw(28) << "" << std::right << std::setw(10) << "seconds" << std::setw(15) << "Gelement/s"
      << std::setw(11) << "of the bus" << (several ? "  over one device" : "") << "\n";
  const auto elements = static_cast<double>(report.extent.elements());
  for (const SlabTime& row : report.rows) {
    out << std::left << std::setw(28) << row.what << std::right << std::setw(10) << fixed(row.seconds, 4)
        << std::setw(15) << fixed(elements / row.seconds / 1e9, 2) << std::setw(11)
        << (row.share_of_bus > 0.0 ? fixed(100.0 * row.share_of_bus, 0) + " %" : "");
    if (row.speedup > 0.0) out << std::setw(17) << fixed(row.speedup, 2);
    out << "\n";
  }
}

}  // namespace glccl::tools
