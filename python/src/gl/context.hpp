// What the classes of glccl._gl share: calls in their own context, labels on the GPU, times, and their end.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "glccl/labels.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "python/src/arrays.hpp"
#include "python/src/gil.hpp"
#include "python/src/gl/arguments.hpp"

namespace glccl::python {

/// Labels that stay on the GPU.
struct GlLabels {
  Labels labels;
  bool is_signed = false;     ///< Whether the table's values are signed integers.
  std::uint32_t columns = 0;  ///< LabelingSpec::columns of the table.
};

/// The value of `work`, which needs the context of `object` and may wait for the compiler or the GPU. Raises
/// glccl.Error where another context is current, or none, and else what raise_gl() makes of the Error.
template <class Object, class Work>
auto in_context(const Object& object, const Work& work) {
  const Result<void> context = object.check_context();
  if (!context) raise_device_error(context.error().message);
  auto result = without_gil(work);
  if (!result) raise_gl(result.error());
  if constexpr (!std::is_same_v<decltype(result), Result<void>>) return *std::move(result);
}

/// The value of `create`, which needs a current context. Raises as raise_gl().
template <class Create>
auto created(const Create& create) {
  auto made = without_gil(create);
  if (!made) raise_gl(made.error());
  return *std::move(made);
}

/// Ends the object's state, so that its memory is free although the object lives on.
template <class Object>
void close(Object& object) {
  in_context(object, [&]() -> Result<void> {
    const Object ended = std::move(object);
    return {};
  });
}

template <class Object>
std::vector<std::tuple<std::string, std::string, double>> times(Object& object) {
  const auto read = in_context(object, [&] { return object.times(); });
  std::vector<std::tuple<std::string, std::string, double>> rows;
  for (const StageTime& time : read) rows.emplace_back(time.stage, time.pass, time.milliseconds);
  return rows;
}

/// Add the classes to the module.
void add_gl_labeler(nanobind::module_& module);
void add_gl_regions(nanobind::module_& module);
void add_gl_tracker(nanobind::module_& module);

}  // namespace glccl::python
