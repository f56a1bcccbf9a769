// Arrays of .npz files, which are ZIP files of .npy files (numpy.savez and savez_compressed), through libzip.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glccl/result.hpp"
#include "host/files/decode.hpp"

namespace glccl::host {

/// Whether a file begins as ZIP files do.
inline bool is_npz(FileBytes file) { return starts_with(file, "PK\x03\x04") || starts_with(file, "PK\x05\x06"); }

/// The bytes of one .npy file of a .npz file, which are read forwards. Going back begins anew. Errors are reasons
/// without the name of the file.
class NpzArray {
 public:
  /// Opens the array of this name; with an empty one the only array. The bytes have to stay. Error `file`: no ZIP file,
  /// no such array, several arrays and no name, one that is encrypted or packed otherwise than by deflate, or that
  /// claims more bytes than its packed ones can give.
  static Result<std::shared_ptr<NpzArray>> open(FileBytes file, const std::string& name);

  /// The same of a file that is not read as a whole.
  static Result<std::shared_ptr<NpzArray>> open(const std::filesystem::path& path, const std::string& name);

  NpzArray(const NpzArray&) = delete;
  NpzArray& operator=(const NpzArray&) = delete;
  ~NpzArray();

  /// Bytes of the .npy file.
  std::uint64_t size() const { return size_; }

  /// Reads the bytes from `offset` on. Error `file`.
  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> to);

  /// Reads what is left, and checks the checksum. Error `file`.
  Result<void> finish();

 private:
  struct State;
  explicit NpzArray(std::unique_ptr<State> state);
  Result<void> find(const std::string& name, std::uint64_t file_bytes);
  Result<void> begin();
  static Result<std::shared_ptr<NpzArray>> open(std::unique_ptr<State> state, const std::string& name,
                                                std::uint64_t file_bytes);

  std::unique_ptr<State> state_;
  std::uint64_t size_ = 0;
  std::uint64_t position_ = 0;
};

/// The bytes of an array's .npy file, by its name or the only one. Error `file`.
Result<std::vector<std::uint8_t>> read_npz(FileBytes file, const std::string& name);

}  // namespace glccl::host
