// Temporary files that have a name, and the signals that end a process.
#pragma once

#include <cstddef>
#include <filesystem>

namespace glccl::host {

/// The name of a temporary file. Its end removes the file; so does a signal after remove_outputs_on_signals().
class TemporaryName {
 public:
  explicit TemporaryName(std::filesystem::path path);
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  ~TemporaryName();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::size_t slot_;
};

/// After remove_outputs_on_signals(), signals that would end the process wait for the end of this object.
class DeferSignals {
 public:
  DeferSignals();
  DeferSignals(const DeferSignals&) = delete;
  DeferSignals& operator=(const DeferSignals&) = delete;
  ~DeferSignals();
};

}  // namespace glccl::host
