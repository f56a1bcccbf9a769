// A disc that is full, without a file system of its own.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace glccl::tests {

/// Stops files of this process and of the programs that it starts from growing beyond a number of bytes, for its
/// lifetime. Writing beyond it fails as on a full disc, or, with `SIG_DFL`, ends the process by SIGXFSZ.
class SmallDisc {
 public:
  explicit SmallDisc(rlim_t bytes, void (*handler)(int) = SIG_IGN) : former_handler_(std::signal(SIGXFSZ, handler)) {
    ::getrlimit(RLIMIT_FSIZE, &former_);
    const rlimit small{bytes, former_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisc() {
    ::setrlimit(RLIMIT_FSIZE, &former_);
    std::signal(SIGXFSZ, former_handler_);
  }
  SmallDisc(const SmallDisc&) = delete;
  SmallDisc& operator=(const SmallDisc&) = delete;

 private:
  rlimit former_{};
  void (*former_handler_)(int);
};

}  // namespace glccl::tests
