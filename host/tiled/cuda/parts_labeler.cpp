#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "glccl/host/device_parts.hpp"
#include "glccl/host/device_slabs.hpp"
#include "host/tiled/cuda/parts_engine.hpp"
#include "host/tiled/finish_slab.hpp"

namespace glccl::host {

struct PartsLabeler::Memory {
  cuda::Method method;
  std::vector<tiled::PartMemory> parts = {};  ///< Of each part.
};

namespace {

Error invalid(const std::string& message) { return {ErrorCode::invalid_argument, message}; }

Result<void> check_table(const DevicePart& part, const DevicePart& first, const std::string& name) {
  const bool has_table = part.table.data != nullptr;
  if (has_table != (first.table.data != nullptr)) {
    return invalid(name + (has_table ? " has a table" : " has no table") +
                   ", unlike part 0: pass a table for each part, or none");
  }
  if (has_table && part.table.rows == 0) {
    return invalid(name + " has a table with room for 0 rows: pass 1 or more, or no tables");
  }
  if (reinterpret_cast<std::uintptr_t>(part.table.data) % 16 == 0) return {};
  return invalid(name + " has a table at an address that is no multiple of 16");
}

Result<void> check_parts(const DeviceParts& image) {
  if (image.parts.empty()) return invalid("no part: pass those of the image");
  std::int64_t planes = 0;
  for (std::size_t i = 0; i < image.parts.size(); ++i) {
    const DevicePart& part = image.parts[i];
    const std::string name = "part " + std::to_string(i);
    if (part.planes < 1) return invalid(name + " has " + std::to_string(part.planes) + " planes: pass at least 1");
    if (part.elements == nullptr) return invalid(name + " has no elements: pass device memory");
    if (part.labels == nullptr) return invalid(name + " has no memory for labels: pass device memory");
    if (Result<void> status = check_table(part, image.parts.front(), name); !status) return status;
    planes += part.planes;
  }
  if (planes == planes_of(image.extent)) return {};
  return invalid("the parts have " + std::to_string(planes) + " planes together, and " + to_string(image.extent) +
                 " has " + std::to_string(planes_of(image.extent)) + ": pass all parts of it");
}

/// The most planes that a method labels at once.
int most_planes_of(cuda::Method method, const Extent& extent) {
  const Capabilities& own = cuda::capabilities_of(method);
  const std::int64_t plane = std::max<std::int64_t>(slab_of(extent, 1).elements(), 1);
  const std::int64_t most = extent.is_volume() && own.largest_volume != 0 ? own.largest_volume : own.largest_elements;
  return static_cast<int>(std::clamp<std::int64_t>(most / plane, 1, std::numeric_limits<int>::max()));
}

}  // namespace

PartsLabeler::PartsLabeler(cuda::Method method) : memory_(std::make_unique<Memory>(Memory{method})) {}
PartsLabeler::PartsLabeler(PartsLabeler&&) noexcept = default;
PartsLabeler& PartsLabeler::operator=(PartsLabeler&&) noexcept = default;
PartsLabeler::~PartsLabeler() = default;

Result<PartsReport> PartsLabeler::label(const DeviceParts& image, const LabelingSpec& spec, int most_planes) {
  if (Result<void> status = check_slab_method(memory_->method); !status) return status.error();
  if (Result<void> status = check_parts(image); !status) return status.error();
  if (spec.columns != 0) {
    return Error{ErrorCode::unsupported,
                 "labeling in parts measures area, box and centroid, and neither moments nor quads, cubes, seams "
                 "or intensities: label by slabs for moments, or each part or the whole on one device"};
  }
  if (most_planes < 0) {
    return invalid("up to " + std::to_string(most_planes) + " planes at once: pass 1 or more, or 0 for all");
  }
  if (image.parts.front().table.data != nullptr) {
    if (Result<void> status = tiled::check_sums(image.extent); !status) return status.error();
  }
  const int most = most_planes_of(memory_->method, image.extent);
  const std::vector<tiled::PartSlab> slabs =
      tiled::cut_parts(image.parts, most_planes == 0 ? most : std::min(most, most_planes));
  std::vector<tiled::SlabPlace> places;
  for (const tiled::PartSlab& slab : slabs) places.push_back(slab.place);
  PartsReport report;
  const SlabSource source{image.extent, image.format, {}};
  const Result<SlabReport> labeled = tiled::label_by_engine(
      std::make_unique<tiled::PartsEngine>(memory_->method, image, slabs, memory_->parts, report), source, spec, {},
      [](const FinishedSlab&) { return Result<void>(); }, std::move(places));
  if (!labeled) return labeled.error();
  report.components = labeled->components;
  report.border_components = labeled->border_components;
  report.pairs = labeled->pairs;
  report.slabs = labeled->slabs;
  return report;
}

std::int64_t PartsLabeler::device_bytes() const {
  std::size_t bytes = 0;
  for (const tiled::PartMemory& part : memory_->parts) bytes += part.device_bytes();
  return static_cast<std::int64_t>(bytes);
}

}  // namespace glccl::host
