// Errors of programs: one line on standard error, and an exit status.
#pragma once

#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <string>

#include "glccl/result.hpp"

namespace glccl::tools {

enum ExitStatus { done = 0, results_differ = 1, usage = 2, file = 3, no_device = 4, gpu = 5 };

inline ExitStatus exit_status(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
    case ErrorCode::unsupported:
      return usage;
    case ErrorCode::too_large:
    case ErrorCode::file:
      return file;
    case ErrorCode::no_device:
      return no_device;
    case ErrorCode::gpu:
      return gpu;
  }
  return gpu;
}

/// Prints "program: message" on standard error, at once: ranks of a job and MPI itself write there too.
inline void say(const std::string& program, std::string message) {
  // Names of files and messages of drivers may have line breaks and escape sequences, but programs promise one line.
  const auto is_control = [](unsigned char letter) { return letter < ' ' || letter == 0x7F; };
  std::replace_if(message.begin(), message.end(), is_control, ' ');
  while (!message.empty() && message.back() == ' ') message.pop_back();
  std::cerr << program + ": " + message + "\n";
}

/// Says the message and returns the status.
inline ExitStatus fail(const std::string& program, ExitStatus status, const std::string& message) {
  say(program, message);
  return status;
}

/// Runs `work`, which returns an ExitStatus. An exception of the standard library becomes one line and a status.
template <class Work>
ExitStatus run_guarded(const std::string& program, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return fail(program, file, "there is not enough memory for this image; label it in parts");
  } catch (const std::exception& error) {  // from paths and threads
    return fail(program, file, error.what());
  }
}

}  // namespace glccl::tools
