// Code that runs in a process of its own, because it ends it or changes it for good.
#pragma once

#include <sys/types.h>

#include <functional>

namespace glccl::tests {

/// A copy of this process that runs `work` with the default action of every signal, and then ends with the status that
/// it returns. `work` cannot use Catch2.
class ChildProcess {
 public:
  explicit ChildProcess(const std::function<int()>& work);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  void send(int signal) const;

  /// Waits for its end. Returns the exit status, or minus the signal that ended it.
  int wait();

 private:
  pid_t process_;
};

/// From now on, no file system has files without names for this process (O_TMPFILE), as is so over a network. False
/// where the kernel does not let a process restrict itself (seccomp).
bool forbid_nameless_files();

}  // namespace glccl::tests
