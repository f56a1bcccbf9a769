// Labels a checkerboard with the installed CPU engines: its 18 fields are one component with 8-connectivity, 18 with
// 4-connectivity.
#include <cstdint>
#include <glccl/host/labeler.hpp>
#include <iostream>
#include <vector>

int main() {
  std::vector<std::uint8_t> pixels(36);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = (i % 6 + i / 6) % 2 == 0 ? 255 : 0;
  const glccl::ImageView image{pixels.data(), glccl::PixelFormat::u8, {6, 6}};
  glccl::Result<glccl::host::Labeler> labeler = glccl::host::Labeler::create({.threads = 2, .pixels_per_thread = 1});
  if (!labeler || !labeler->label({image}, {.connectivity = glccl::Connectivity::eight}, {.table = true})) return 1;
  const std::size_t by_corners = labeler->components().size();
  if (!labeler->label({image}, {.connectivity = glccl::Connectivity::four}, {.table = true})) return 1;
  const std::size_t by_edges = labeler->components().size();
  std::cout << by_corners << " " << by_edges << "\n";
  return by_corners == 1 && by_edges == 18 ? 0 : 1;
}
