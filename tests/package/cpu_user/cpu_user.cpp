// Labels a checkerboard with the installed CPU engines: its 18 fields are one component with 8-connectivity, 18 with
// 4-connectivity.
#include <cstdint>
#include <glccl/host/fast_labeler.hpp>
#include <iostream>
#include <vector>

int main() {
  std::vector<std::uint8_t> pixels(36);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = (i % 6 + i / 6) % 2 == 0 ? 255 : 0;
  const glccl::ImageView image{pixels.data(), glccl::PixelFormat::u8, {6, 6}};
  glccl::host::FastLabeler labeler({.threads = 2, .pixels_per_thread = 1});
  glccl::LabelImage labels;
  std::vector<glccl::Component> by_corners;
  std::vector<glccl::Component> by_edges;
  if (!labeler.label(image, {.connectivity = glccl::Connectivity::eight}, labels, &by_corners)) return 1;
  if (!labeler.label(image, {.connectivity = glccl::Connectivity::four}, labels, &by_edges)) return 1;
  std::cout << by_corners.size() << " " << by_edges.size() << "\n";
  return by_corners.size() == 1 && by_edges.size() == 18 ? 0 : 1;
}
