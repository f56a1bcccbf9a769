// Progress of a long run on a terminal.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>

namespace glccl::tools {

/// A line of standard error that is written anew a few times a second. Prints nothing if standard error is no terminal.
class Progress {
 public:
  void show(std::size_t done, std::size_t total, const std::string& what) {
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now - shown_ < std::chrono::milliseconds(200)) return;
    shown_ = now;
    std::fprintf(stderr, "\r\033[K%zu of %zu: %s", done, total, what.c_str());
  }

  /// Empties the line. Called before anything else is printed.
  void clear() const {
    if (terminal_) std::fputs("\r\033[K", stderr);
  }

 private:
  bool terminal_ = ::isatty(STDERR_FILENO) == 1;
  std::chrono::steady_clock::time_point shown_ = {};
};

}  // namespace glccl::tools
