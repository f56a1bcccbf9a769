// How glccl reports failure: as a value. Nothing in glccl prints, exits or throws across its interface.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace glccl {

/// What kind of thing went wrong, so that a caller can react without reading the message.
enum class ErrorCode {
  invalid_argument,  ///< a value or a combination of values that can never work
  unsupported,       ///< valid, but not something this engine, format or context has
  too_large,         ///< beyond a limit of the device (the message names the limit)
  file,              ///< a file that cannot be read, understood or written
  no_device,         ///< no device or no OpenGL 4.5 context
  gpu,               ///< the driver reported an error: compilation, memory, lost context
};

/// A failure. `message` is one line without a trailing newline: what was asked, what was found, what would work.
struct Error {
  ErrorCode code = ErrorCode::invalid_argument;
  std::string message;
};

/// Either a value or an Error. Test it before use: `value()` and `error()` require the matching state.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }

  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  const Error& error() const { return *std::get_if<1>(&state_); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error. `return {};` means success.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<std::monostate, Error> state_;
};

using Status = Result<void>;

}  // namespace glccl
