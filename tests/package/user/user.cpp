// Labels a checkerboard with the installed package: its 18 fields are one component with 8-connectivity, 18 components
// with 4-connectivity.
#include <algorithm>
#include <glccl/host/context.hpp>
#include <glccl/host/generate.hpp>
#include <glccl/host/texture.hpp>
#include <glccl/labeler.hpp>
#include <iostream>

namespace {

glccl::Result<unsigned> count(glccl::Connectivity connectivity) {
  const auto image = glccl::host::generate("checkerboard", {6, 6});
  if (!image) return image.error();
  const auto texture = glccl::host::upload(image->view());
  if (!texture) return texture.error();
  auto labeler = glccl::Labeler::create();
  if (!labeler) return labeler.error();
  const auto labels = labeler->label(texture->name(), {.connectivity = connectivity});
  if (!labels) return labels.error();
  const auto result = labeler->readback();
  if (!result) return result.error();
  return *std::max_element(result->values.begin(), result->values.end());
}

}  // namespace

int main() {
  const auto context = glccl::host::HeadlessContext::create();
  if (!context) {
    std::cerr << context.error().message << "\n";
    return 1;
  }
  const auto by_corners = count(glccl::Connectivity::eight);
  const auto by_edges = count(glccl::Connectivity::four);
  if (!by_corners || !by_edges) {
    std::cerr << (by_corners ? by_edges : by_corners).error().message << "\n";
    return 1;
  }
  std::cout << *by_corners << " " << *by_edges << "\n";
  return *by_corners == 1 && *by_edges == 18 ? 0 : 1;
}
