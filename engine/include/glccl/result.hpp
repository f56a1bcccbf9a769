// How glccl reports failure: as a value. Nothing in glccl prints, exits or throws across its interface.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "glccl/cpp20.hpp"

namespace glccl {

/// The kind of a failure, so that a caller can react without reading the message.
enum class ErrorCode {
  invalid_argument,  ///< A value or a combination of values that can never work.
  unsupported,       ///< Valid, but this engine, format or context does not have it.
  too_large,         ///< Beyond a limit of the engine or the device; the message names the limit.
  file,              ///< A file that cannot be read, understood or written.
  no_device,         ///< No device, or no OpenGL 4.5 context.
  gpu,               ///< The driver reported an error: compilation, memory, lost context.
};

/// A failure.
struct Error {
  ErrorCode code = ErrorCode::invalid_argument;  ///< The kind of failure.
  /// One line without a trailing newline: what was asked, what was found, what would work.
  std::string message;
};

/// Either a value or an Error. Test it before use: `value()` and `error()` require the matching state.
template <class T>
class [[nodiscard]] Result {
 public:
  /// Success.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  /// Failure.
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  /// Whether it has a value.
  explicit operator bool() const { return state_.index() == 0; }

  /// The value. Requires success.
  T& value() & { return *std::get_if<0>(&state_); }
  /// The value. Requires success.
  const T& value() const& { return *std::get_if<0>(&state_); }
  /// The value, to be moved from. Requires success.
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  /// The failure. Requires one.
  const Error& error() const { return *std::get_if<1>(&state_); }

  /// The value. Requires success.
  T& operator*() & { return value(); }
  /// The value. Requires success.
  const T& operator*() const& { return value(); }
  /// The value, to be moved from. Requires success.
  T&& operator*() && { return std::move(*this).value(); }
  /// Access to a member of the value. Requires success.
  T* operator->() { return &value(); }
  /// Access to a member of the value. Requires success.
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error. `return {};` means success.
template <>
class [[nodiscard]] Result<void> {
 public:
  /// Success.
  Result() = default;
  /// Failure.
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  /// Whether it is a success.
  explicit operator bool() const { return state_.index() == 0; }
  /// The failure. Requires one.
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<std::monostate, Error> state_;
};

}  // namespace glccl
