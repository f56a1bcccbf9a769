#include "engine/compute/requests.hpp"

#include "glccl/spec.hpp"

namespace glccl::compute {
namespace {

/// The request of the first of two plans: labels of the background without the holes that are filled.
Request background_of(const Request& request) {
  Request background{request.source, background_spec(request.spec), request.output};
  background.label_place = request.label_place;
  background.spec.filter = {.max_area = request.spec.fill_holes, .clear_border = true};
  background.inverted_filter = true;
  background.output.table_rows = 0;
  return background;
}

/// The request of the second plan: what is 0 in the labels of the first one is foreground.
Request filled_of(const Request& request, std::uint32_t labels) {
  const Extent& extent = request.source.extent;
  Request filled = request;
  filled.source = {.texture = labels,
                   .shape = extent.is_volume() ? SourceShape::volume : SourceShape::flat,
                   .extent = extent,
                   .format = PixelFormat::u32};
  if (request.label_place.buffer != 0) filled.source.shape = SourceShape::buffer;
  filled.source.place = request.label_place;
  filled.spec.criterion = Foreground{.inverted = true};
  filled.spec.fill_holes = 0;
  return filled;
}

}  // namespace

std::vector<Request> requests_of(const Request& request, std::uint32_t labels) {
  if (request.spec.fill_holes == 0) return {request};
  return {background_of(request), filled_of(request, labels)};
}

}  // namespace glccl::compute
