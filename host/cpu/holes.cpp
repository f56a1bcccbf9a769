#include <cstddef>
#include <new>
#include <utility>

#include "glccl/host/cpu.hpp"
#include "host/cpu/allocate_labels.hpp"

namespace glccl::host {
namespace {

constexpr std::uint8_t filled = 255;

}  // namespace

Image draw_filled(const LabelImage& background, const std::vector<Component>& components, std::uint64_t largest_hole,
                  const PeriodicAxes& periodic) {
  std::vector<std::uint8_t> values(components.size() + 1, filled);  // by label
  for (std::size_t i = 0; i < components.size(); ++i) {
    const bool is_hole = !touches_border(components[i].box, background.extent, periodic);
    if (!is_hole || components[i].area > largest_hole) values[i + 1] = 0;
  }
  Image mask{background.extent, PixelFormat::u8, std::vector<std::uint8_t>(background.values.size())};
  for (std::size_t i = 0; i < mask.bytes.size(); ++i) {
    const std::uint32_t label = background.values[i];
    mask.bytes[i] = label < values.size() ? values[label] : filled;
  }
  return mask;
}

Result<Image> fill_holes(const ImageView& image, const LabelingSpec& asked) {
  if (Result<void> status = check_holes(asked); !status) return status.error();
  if (asked.fill_holes == 0) return Error{ErrorCode::invalid_argument, "fill_holes is 0: pass 1 or more"};
  const LabelingSpec labeled{
      .connectivity = asked.connectivity, .criterion = asked.criterion, .periodic = asked.periodic};
  const Result<void> possible = check(labeled, image.format, image.extent, serial_capabilities());
  if (!possible) return possible.error();
  const LabelingSpec spec = spec_in(image.extent, asked);
  const Result<LabelImage> background = label_serial(image, background_spec(spec));
  if (!background) return background.error();
  try {
    const Result<std::vector<Component>> components = measure_components(*background);
    if (!components) return components.error();
    return draw_filled(*background, *components, spec.fill_holes, spec.periodic);
  } catch (const std::bad_alloc&) {
    return no_memory_for_labels(image.extent);
  }
}

}  // namespace glccl::host
