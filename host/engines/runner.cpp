#include "glccl/engines/runner.hpp"

#include "host/engines/runner_errors.hpp"

namespace glccl::engines {

Result<void> Runner::use_texture(std::uint32_t) {
  return Error{ErrorCode::unsupported, "engine " + engine() + " does not label textures: upload an image"};
}

Result<void> Runner::upload_second_images(const SecondImages& images) {
  if (!images.mask && !images.intensity) return {};
  return Error{ErrorCode::unsupported, "engine " + engine() + " takes neither a mask nor an image of intensities"};
}

Result<double> Runner::time(const std::function<Result<void>()>&) {
  return Error{ErrorCode::unsupported, "engine " + engine() + " has no events to measure several labelings with"};
}

Result<std::vector<Measurements>> Runner::measurements() { return no_measurements(); }

Result<TrackedFrame> Runner::tracked() { return no_tracks(); }

Result<std::vector<Contact>> Runner::contacts() { return no_contacts(); }

Result<std::uint64_t> Runner::found() {
  const Result<std::vector<Component>> rows = components();
  if (!rows) return rows.error();
  return rows->size();
}

Result<LabelImage> Runner::labels() {
  LabelImage image;
  if (Result<void> status = read_labels(image); !status) return status.error();
  return image;
}

}  // namespace glccl::engines
