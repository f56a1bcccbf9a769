#include "tools/glccl/slabs/device.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "glccl/cuda/labeler.hpp"
#include "glccl/host/device_slabs.hpp"
#include "tools/glccl/text.hpp"

#if GLCCL_WITH_CUDA
#include "glccl/cuda/devices.hpp"
#endif

namespace glccl::tools {

Error no_device_slabs() {
  return {ErrorCode::no_device, "built without CUDA; install the CUDA toolkit and configure with GLCCL_CUDA=ON"};
}

namespace {

constexpr std::string_view host_engine = "cpu-fast";

std::optional<cuda::Method> find_method(std::string_view name) {
  for (const cuda::Method method : cuda::all_methods) {
    if (cuda::name_of(method) == name) return method;
  }
  return std::nullopt;
}

}  // namespace

std::optional<cuda::Method> find_slab_method(std::string_view engine) {
  const std::optional<cuda::Method> method = find_method(engine);
  return method && host::labels_slabs(*method) ? method : std::nullopt;
}

Result<void> check_rank_engine(const std::string& engine) {
  if (engine == host_engine || find_method(engine)) return {};
  std::string known(host_engine);
  for (const cuda::Method method : cuda::all_methods) known += ", " + std::string(cuda::name_of(method));
  return Error{ErrorCode::invalid_argument, "slabs of ranks are solved by no engine " + engine + ": use " + known};
}

std::string rank_solver_text(const std::string& engine, const std::vector<int>& gpus) {
  if (engine == host_engine) return {};
  std::string text = engine;
  for (const int gpu : gpus) text += " " + std::to_string(gpu);
  return text;
}

#if GLCCL_WITH_CUDA

Result<host::SolveSlab> open_rank_solver(const std::string& text, int place_on_host) {
  if (std::string reason = cuda::why_no_device(); !reason.empty()) return Error{ErrorCode::no_device, reason};
  const std::vector<std::string> words = split(text, ' ');
  const std::optional<cuda::Method> method = find_method(words.front());
  if (!method) return Error{ErrorCode::invalid_argument, "there is no CUDA method " + words.front()};
  const std::size_t listed = words.size() - 1;
  const auto place = static_cast<std::size_t>(place_on_host);
  const int device =
      listed > 0 ? std::stoi(words[1 + place % listed]) : static_cast<int>(place % cuda::list_devices().size());
  Result<host::SolveSlab> solver = host::solve_by_cuda(*method, device);
  if (solver) return solver;
  return Error{solver.error().code, "GPU " + std::to_string(device) + ": " + solver.error().message};
}

namespace {

/// The largest number of planes from 1 to `most` that fits. 0: none does.
template <class Fits>
int thickest(int most, const Fits& fits) {
  int least = 0;
  while (least < most) {
    const int middle = least + (most - least + 1) / 2;
    if (fits(middle)) {
      least = middle;
    } else {
      most = middle - 1;
    }
  }
  return least;
}

/// The least that devices give for each time that they are listed: 9/10 of what is free, or
/// SlabDevices::device_memory if that is less.
Result<std::int64_t> least_room(const SlabDevices& devices) {
  const std::vector<int>& listed = devices.devices;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const int device : listed) {
    const Result<std::int64_t> free = host::free_device_bytes(device);
    if (!free) return free.error();
    const std::int64_t given = std::min(*free / 10 * 9, devices.device_memory.value_or(*free));
    least = std::min<std::int64_t>(least, given / std::count(listed.begin(), listed.end(), device));
  }
  return least;
}

Error describe_lack(const char* where, const Extent& extent, std::int64_t needed, std::int64_t given) {
  return {ErrorCode::too_large, std::string("slabs of one ") + (extent.is_volume() ? "slice" : "row") + " of " +
                                    to_string(extent) + " take " + std::to_string(needed) + " bytes of " + where +
                                    " memory, and " + std::to_string(given) + " are given"};
}

}  // namespace

Result<host::SlabPlan> plan_device_slabs(const host::SlabSource& source, const host::SlabOptions& options,
                                         std::int64_t memory, const SlabDevices& devices, std::uint32_t columns) {
  const Result<std::int64_t> room = least_room(devices);
  if (!room) return room.error();
  const host::DeviceSlabs slabs{.devices = devices.devices, .method = devices.method};
  const std::int64_t on_device = *room;
  const std::int64_t on_host = memory / 8 * 7;  // the rest is for the union-find
  host::SlabOptions planned = options;
  const auto device_bytes = [&](int planes) {
    planned.planes = planes;
    return host::device_bytes_of(source, slabs, planned, columns);
  };
  const auto host_bytes = [&](int planes) {
    planned.planes = planes;
    const std::int64_t wide = options.wide_labels ? 8 * host::slab_of(source.extent, planes).elements() : 0;
    return host::pinned_bytes_of(source, slabs, planned, columns) + wide;
  };
  if (host_bytes(1) > on_host) {
    // The least memory of which 7/8 are enough.
    const Error lack = describe_lack("host", source.extent, host_bytes(1) / 7 * 8 + 8, memory);
    return Error{lack.code, lack.message + ": give --memory that much"};
  }
  if (device_bytes(1) > on_device) {
    const Error lack = describe_lack("device", source.extent, device_bytes(1), on_device);
    const Result<std::int64_t> free = least_room({devices.devices});
    const bool has_more = free && *free > on_device;  // than --device-memory
    return Error{lack.code, lack.message + ": " + (has_more ? "give --device-memory that much, or use" : "use") +
                                " --engine cpu-fast"};
  }
  // So many that the first copy and the last labeling, with which nothing overlaps, are a small part of the whole. It
  // takes long to make pinned memory for the rows of a slab, so slabs with rows are thinner.
  const int per_device = options.components ? 256 : 64;
  const std::int64_t least_elements = std::int64_t{1} << (options.components ? 24 : 25);
  const auto least_slabs = static_cast<std::int64_t>(per_device * devices.devices.size());
  const std::int64_t most_elements =
      std::clamp(source.extent.elements() / least_slabs, least_elements, std::int64_t{1} << 27);
  const std::int64_t plane = host::slab_of(source.extent, 1).elements();
  const auto most = static_cast<int>(
      std::min<std::int64_t>(host::planes_of(source.extent), std::max<std::int64_t>(most_elements / plane, 1)));
  const int planes =
      thickest(most, [&](int thick) { return host_bytes(thick) <= on_host && device_bytes(thick) <= on_device; });
  return host::SlabPlan{planes, on_device - device_bytes(planes)};
}

Result<host::SlabReport> label_on_device(const host::SlabSource& source, const SlabDevices& devices,
                                         const LabelingSpec& spec, const host::SlabOptions& options,
                                         const host::SlabSink& sink) {
  const host::DeviceSlabs slabs{.devices = devices.devices, .method = devices.method};
  return host::label_slabs_on_device(source, slabs, spec, options, sink);
}

#else

Result<host::SolveSlab> open_rank_solver(const std::string&, int) { return no_device_slabs(); }

Result<host::SlabPlan> plan_device_slabs(const host::SlabSource&, const host::SlabOptions&, std::int64_t,
                                         const SlabDevices&, std::uint32_t) {
  return no_device_slabs();
}

Result<host::SlabReport> label_on_device(const host::SlabSource&, const SlabDevices&, const LabelingSpec&,
                                         const host::SlabOptions&, const host::SlabSink&) {
  return no_device_slabs();
}

#endif

}  // namespace glccl::tools
