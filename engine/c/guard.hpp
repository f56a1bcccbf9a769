// What every function of the C face does: it reports failures, lets no exception through, and fills lists.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/c/arguments.hpp"
#include "engine/c/convert.hpp"
#include "glccl/glccl.h"

namespace glccl::c_api {

/// Writes a text that fits, with its end; the rest of a longer one is cut.
template <std::size_t Size>
void copy_text(char (&to)[Size], std::string_view text) noexcept {
  const std::size_t length = std::min(text.size(), Size - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

inline glccl_error_code report(glccl_error* error, glccl_error_code code, std::string_view message) noexcept {
  if (error != nullptr) {
    error->code = code;
    copy_text(error->message, message);
  }
  return code;
}

/// Runs the body of a function of the interface, unless one of the arguments has a fault. Exceptions end here.
template <class Body>
glccl_error_code guarded(glccl_error* error, std::initializer_list<Argument> arguments, Body&& body) noexcept {
  try {
    for (const Argument& argument : arguments) {
      const std::string fault = fault_of(argument);
      if (!fault.empty()) return report(error, GLCCL_ERROR_INVALID_ARGUMENT, fault);
    }
    const Outcome failure = std::forward<Body>(body)();
    return failure ? report(error, failure->code, failure->message) : report(error, GLCCL_OK, "");
  } catch (const std::bad_alloc&) {
    return report(error, GLCCL_ERROR_OUT_OF_MEMORY, "out of memory on the CPU");
  } catch (const std::exception& exception) {
    return report(error, GLCCL_ERROR_INTERNAL, exception.what());
  } catch (...) {
    return report(error, GLCCL_ERROR_INTERNAL, "an unknown exception");
  }
}

/// Fills the caller's list as the head of glccl.h promises; `convert(from, to)` writes one element.
template <class From, class To, class Convert>
Outcome fill_list(std::span<const From> from, To* to, std::size_t capacity, std::size_t& count, const char* what,
                  Convert&& convert) {
  count = from.size();
  if (to == nullptr && capacity == 0) return {};
  if (to == nullptr) {
    return Failure(GLCCL_ERROR_INVALID_ARGUMENT, "a null pointer with a capacity of " + std::to_string(capacity) + " " +
                                                     what + ": pass memory, or a capacity of 0 to ask for the count");
  }
  if (capacity < from.size()) {
    return Failure(GLCCL_ERROR_BUFFER_TOO_SMALL, "there is room for " + std::to_string(capacity) + " " + what + ": " +
                                                     std::to_string(from.size()) + " are needed");
  }
  for (std::size_t i = 0; i < from.size(); ++i) convert(from[i], to[i]);
  return {};
}

/// The same with elements that C and C++ share.
template <class From, class Element>
Outcome copy_list(const From& from, Element* to, std::size_t capacity, std::size_t& count, const char* what) {
  return fill_list(std::span<const Element>(from), to, capacity, count, what,
                   [](const Element& one, Element& place) { place = one; });
}

}  // namespace glccl::c_api
