#include "tools/bench/parts.hpp"

#include <algorithm>
#include <iomanip>
#include <limits>
#include <ostream>
#include <set>
#include <utility>

#include "host/tiled/label_slab.hpp"
#include "tools/bench/median.hpp"
#include "tools/glccl/text.hpp"

#if GLCCL_WITH_CUDA
#include "cuda/runtime/streams.hpp"
#include "cuda/slabs/slabs.hpp"
#include "glccl/cuda/devices.hpp"
#include "glccl/host/device_parts.hpp"
#include "glccl/table.hpp"
#endif

namespace glccl::tools {

#if GLCCL_WITH_CUDA

namespace {

using host::DevicePart;
using host::DeviceParts;

/// Planes of the image in the memory of a device.
struct BenchPart {
  host::tiled::SlabPlace planes;
  cuda::Scratch elements;
  cuda::Scratch labels;
  cuda::Scratch table;
};

/// The image in parts, and how labelings of it are timed.
class PartsBench {
 public:
  PartsBench(const host::SlabSource& source, bool equal, const SlabDevices& gpus, int repetitions)
      : source_(source), method_(gpus.method), repetitions_(repetitions) {
    if (equal) spec_.criterion = Equal{};
    report_.extent = source.extent;
    report_.gpus = gpus.devices;
  }

  Result<PartsBenchReport> run() {
    if (std::string reason = cuda::why_no_device(); !reason.empty()) return Error{ErrorCode::no_device, reason};
    for (const auto step : {&PartsBench::count, &PartsBench::make_parts, &PartsBench::time_labels,
                            &PartsBench::make_tables, &PartsBench::time_tables}) {
      if (Result<void> status = (this->*step)(); !status) return status.error();
    }
    return report_;
  }

 private:
  /// The number of components, by slabs on the first device.
  Result<void> count() {
    const SlabDevices first{{report_.gpus.front()}};
    host::SlabOptions options{.labels = false};
    const Result<host::SlabPlan> plan =
        plan_device_slabs(source_, options, std::numeric_limits<std::int64_t>::max() / 2, first);
    if (!plan) return plan.error();
    options.planes = plan->planes;
    const Result<host::SlabReport> counted = label_on_device(source_, first, spec_, options, {});
    if (!counted) return counted.error();
    report_.components = counted->components;
    return {};
  }

  Result<void> make_parts() {
    const std::vector<cuda::CudaDevice> devices = cuda::list_devices();
    const auto parts = static_cast<int>(report_.gpus.size());
    const int planes = host::planes_of(source_.extent);
    if (planes < parts) {
      return Error{ErrorCode::invalid_argument, std::to_string(parts) + " parts of " + to_string(source_.extent) +
                                                    ": each takes one of its " + std::to_string(planes) +
                                                    " planes at least"};
    }
    image_ = {source_.extent, source_.format, {}};
    for (int i = 0; i < parts; ++i) {
      const int gpu = report_.gpus[static_cast<std::size_t>(i)];
      const cuda::DeviceGuard guard(gpu);
      if (Result<void> status = guard.status(); !status) return status;
      report_.devices.push_back(devices[static_cast<std::size_t>(gpu)].name);
      BenchPart& part = memory_.emplace_back();
      part.planes = host::tiled::slab_place(planes, parts, i);
      if (Result<void> status = fill(part); !status) return status;
      image_.parts.push_back({.device = gpu,
                              .planes = part.planes.planes,
                              .elements = part.elements.as<void>(),
                              .labels = part.labels.as<std::uint32_t>()});
    }
    report_.planes = memory_.front().planes.planes;
    return {};
  }

  /// Makes a part's memory, and its elements: where they follow from coordinates on the device.
  Result<void> fill(BenchPart& part) {
    const std::int64_t elements = host::slab_of(source_.extent, part.planes.planes).elements();
    const std::int64_t plane = host::slab_of(source_.extent, 1).elements();
    const std::size_t plane_bytes = static_cast<std::size_t>(plane) * bytes_per_pixel(source_.format);
    if (Result<void> status = part.elements.reserve(plane_bytes * static_cast<std::size_t>(part.planes.planes));
        !status) {
      return status;
    }
    if (Result<void> status = part.labels.reserve(static_cast<std::size_t>(elements) * sizeof(std::uint32_t));
        !status) {
      return status;
    }
    if (source_.noise) {
      const auto first = static_cast<std::uint64_t>(plane) * static_cast<std::uint64_t>(part.planes.first);
      const Result<void> made = cuda::make_hash_noise(part.elements.as<std::uint8_t>(), first, elements,
                                                      source_.noise->limit, source_.noise->seed, nullptr);
      return made ? cuda::check(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize") : made;
    }
    constexpr std::size_t most_bytes = std::size_t{64} << 20;
    const int most = static_cast<int>(std::max<std::size_t>(most_bytes / plane_bytes, 1));
    cuda::PinnedScratch read;
    if (Result<void> status = read.reserve(plane_bytes * static_cast<std::size_t>(most)); !status) return status;
    for (int done = 0; done < part.planes.planes; done += most) {
      const int planes = std::min(most, part.planes.planes - done);
      if (Result<void> status = source_.read(part.planes.first + done, planes, read.as<void>()); !status) return status;
      auto* const to = part.elements.as<std::uint8_t>() + plane_bytes * static_cast<std::size_t>(done);
      const Result<void> copied = cuda::check(
          cudaMemcpy(to, read.as<void>(), plane_bytes * static_cast<std::size_t>(planes), cudaMemcpyHostToDevice),
          "cudaMemcpy to the GPU");
      if (!copied) return copied;
    }
    return {};
  }

  Result<void> time_labels() { return time_all("labels"); }

  /// Tables with room for the rows that a part has, alone or with the others.
  Result<void> make_tables() {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      const cuda::DeviceGuard guard(report_.gpus[i]);
      if (Result<void> status = guard.status(); !status) return status;
      const std::size_t bytes = table_bytes(most_rows_, table_columns_of(source_.extent));
      if (Result<void> status = memory_[i].table.reserve(bytes); !status) return status;
      image_.parts[i].table = {memory_[i].table.as<void>(), most_rows_};
    }
    return {};
  }

  Result<void> time_tables() { return time_all("labels and tables"); }

  Result<void> time_all(const std::string& what) {
    const DeviceParts alone = {host::slab_of(image_.extent, report_.planes), image_.format, {image_.parts.front()}};
    const std::string method(cuda::name_of(method_));
    if (Result<void> status = time_labeler(alone, method + " on part 0: " + what); !status) return status;
    double seconds_alone = 0.0;
    if (Result<void> status = time_parts(alone, "part 0 alone: " + what, seconds_alone); !status) return status;
    double seconds = 0.0;
    if (Result<void> status = time_parts(image_, "all parts: " + what, seconds); !status) return status;
    report_.rows.back().weak_scaling = seconds_alone / seconds;
    return {};
  }

  /// A part by cuda::Labeler, if it takes so many elements.
  Result<void> time_labeler(const DeviceParts& alone, const std::string& what) {
    const DevicePart& part = alone.parts.front();
    if (!check(spec_, alone.format, alone.extent, cuda::capabilities_of(method_))) return {};
    Result<cuda::Labeler> labeler = cuda::Labeler::create(method_, part.device);
    if (!labeler) return labeler.error();
    const auto label = [&]() -> Result<void> {
      const ImageView view{part.elements, alone.format, alone.extent};
      const Result<cuda::Labels> launched =
          labeler->label({view}, spec_, {.target = cuda::DeviceLabels{part.labels}, .table = part.table});
      return launched ? labeler->wait() : launched.error();
    };
    double seconds = 0.0;
    if (Result<void> status = time_median(repetitions_, label, seconds); !status) return status;
    report_.rows.push_back({what, seconds, alone.extent.elements()});
    return {};
  }

  Result<void> time_parts(const DeviceParts& image, const std::string& what, double& seconds) {
    host::PartsLabeler labeler(method_);
    const auto label = [&]() -> Result<void> {
      const Result<host::PartsReport> labeled = labeler.label(image, spec_);
      if (!labeled) return labeled.error();
      for (const host::PartNumbers& part : labeled->parts) most_rows_ = std::max(most_rows_, part.count);
      if (image.parts.size() < image_.parts.size() || labeled->components == report_.components) return {};
      return Error{ErrorCode::gpu, what + ": " + std::to_string(labeled->components) + " components, and " +
                                       std::to_string(report_.components) + " by slabs"};
    };
    if (Result<void> status = time_median(repetitions_, label, seconds); !status) return status;
    report_.rows.push_back({what, seconds, image.extent.elements()});
    return {};
  }

  const host::SlabSource& source_;
  cuda::Method method_;
  int repetitions_;
  LabelingSpec spec_;
  DeviceParts image_;
  std::vector<BenchPart> memory_;
  std::uint32_t most_rows_ = 1;  ///< Most components that begin in a part, alone or with the others.
  PartsBenchReport report_;
};

}  // namespace

Result<PartsBenchReport> bench_parts(const host::SlabSource& source, bool equal, const SlabDevices& gpus,
                                     int repetitions) {
  return PartsBench(source, equal, gpus, repetitions).run();
}

#else

Result<PartsBenchReport> bench_parts(const host::SlabSource&, bool, const SlabDevices&, int) {
  return no_device_slabs();
}

#endif

void print_parts_bench(std::ostream& out, const PartsBenchReport& report) {
  for (std::size_t i = 0; i < report.gpus.size(); ++i) {
    out << "part " << i << ": GPU " << report.gpus[i] << ", " << report.devices[i] << "\n";
  }
  out << to_string(report.extent) << ", " << report.components << " components, parts of up to " << report.planes
      << " planes in device memory\n\n"
      << std::left << std::setw(36) << "" << std::right << std::setw(10) << "seconds" << std::setw(15) << "Gelement/s"
      << std::setw(14) << "weak scaling\n";
  for (const PartTime& row : report.rows) {
    out << std::left << std::setw(36) << row.what << std::right << std::setw(10) << fixed(row.seconds, 4)
        << std::setw(15) << fixed(static_cast<double>(row.elements) / row.seconds / 1e9, 2) << std::setw(13)
        << (row.weak_scaling > 0.0 ? fixed(100.0 * row.weak_scaling, 0) + " %" : "") << "\n";
  }
  if (std::set<int>(report.gpus.begin(), report.gpus.end()).size() < report.gpus.size()) {
    out << "\nParts on one GPU wait for each other: this shows that results are right, and no scaling.\n";
  }
}

}  // namespace glccl::tools
