// Uses the vocabulary and the engine of the package in every way that needs no OpenGL context.
#include <glccl/labeler.hpp>
#include <glccl/spec.hpp>
#include <glccl/table.hpp>
#include <iostream>

int main() {
  const glccl::Result<glccl::Labeler> labeler = glccl::Labeler::create();
  const bool refuses = !labeler && labeler.error().code == glccl::ErrorCode::no_device;
  const std::string plan = *glccl::Labeler::describe_plan(glccl::Engine::compute, {640, 480});
  const bool checks = static_cast<bool>(
      glccl::check({}, glccl::PixelFormat::u8, {640, 480}, glccl::capabilities_of(glccl::Engine::compute)));
  const glccl::Component merged = glccl::merge({.label = 1, .area = 2}, {.label = 2, .area = 3, .first = 1});
  std::cout << plan;
  return refuses && checks && !plan.empty() && merged.area == 5 ? 0 : 1;
}
