#include "host/files/numpy/npz.hpp"

#include <zip.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "host/files/formats.hpp"
#include "host/files/gzip.hpp"

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

struct DiscardZip {
  void operator()(zip_t* zip) const { zip_discard(zip); }
};

struct CloseEntry {
  void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};

/// The text of an error of libzip, which has to be ended.
std::string text_of(zip_error_t& error) {
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

Error no_zip(const std::string& reason) {
  return damaged("the ZIP file of its arrays cannot be opened (" + reason + ")");
}

/// An array of a ZIP file: its name without .npy, and its place in the file.
struct NamedEntry {
  std::string name;
  zip_uint64_t index = 0;
};

std::vector<NamedEntry> list_arrays(zip_t* zip) {
  constexpr std::string_view ending = ".npy";
  std::vector<NamedEntry> arrays;
  const zip_int64_t count = zip_get_num_entries(zip, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* const name = zip_get_name(zip, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
    if (name == nullptr || !std::string_view(name).ends_with(ending)) continue;
    arrays.push_back({std::string(name, std::string_view(name).size() - ending.size()), static_cast<zip_uint64_t>(i)});
  }
  return arrays;
}

/// "a, b, c".
std::string list_names(const std::vector<NamedEntry>& arrays) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(arrays.size(), most); ++i) text += (i == 0 ? "" : ", ") + arrays[i].name;
  return arrays.size() > most ? text + ", ..." : text;
}

/// The entry of this name, or the only one. Error `file`.
Result<zip_uint64_t> find_array(zip_t* zip, const std::string& name) {
  const std::vector<NamedEntry> arrays = list_arrays(zip);
  if (arrays.empty()) {
    return Error{ErrorCode::file, "it is a ZIP file without arrays of NumPy; a .npz file of numpy.savez can be read"};
  }
  if (name.empty() && arrays.size() == 1) return arrays.front().index;
  if (name.empty()) {
    return Error{ErrorCode::file, "it holds " + std::to_string(arrays.size()) + " arrays (" + list_names(arrays) +
                                      "); name one behind a colon, as FILE.npz:" + arrays.front().name};
  }
  const auto found =
      std::find_if(arrays.begin(), arrays.end(), [&](const NamedEntry& one) { return one.name == name; });
  if (found != arrays.end()) return found->index;
  return Error{ErrorCode::file, "it has no array " + name + "; there is " + list_names(arrays)};
}

}  // namespace

struct NpzArray::State {
  std::unique_ptr<zip_t, DiscardZip> zip;
  std::unique_ptr<zip_file_t, CloseEntry> entry;  ///< Open at `position_`.
  zip_uint64_t index = 0;
};

NpzArray::NpzArray(std::unique_ptr<State> state) : state_(std::move(state)) {}
NpzArray::~NpzArray() = default;

Result<std::shared_ptr<NpzArray>> NpzArray::open(FileBytes file, const std::string& name) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(file.data(), file.size(), 0, &error);
  if (source == nullptr) return no_zip(text_of(error));
  auto state = std::make_unique<State>();
  state->zip.reset(zip_open_from_source(source, ZIP_RDONLY, &error));
  if (state->zip == nullptr) {
    zip_source_free(source);
    return no_zip(text_of(error));
  }
  return open(std::move(state), name, file.size());
}

Result<std::shared_ptr<NpzArray>> NpzArray::open(const fs::path& path, const std::string& name) {
  int code = 0;
  auto state = std::make_unique<State>();
  state->zip.reset(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (state->zip == nullptr) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    return no_zip(text_of(error));
  }
  std::error_code ignored;
  return open(std::move(state), name, fs::file_size(path, ignored));
}

Result<std::shared_ptr<NpzArray>> NpzArray::open(std::unique_ptr<State> state, const std::string& name,
                                                 std::uint64_t file_bytes) {
  const std::shared_ptr<NpzArray> array(new NpzArray(std::move(state)));
  if (Result<void> status = array->find(name, file_bytes); !status) return status.error();
  if (Result<void> status = array->begin(); !status) return status.error();
  return array;
}

/// Finds the array and checks that the file has room for it.
Result<void> NpzArray::find(const std::string& name, std::uint64_t file_bytes) {
  const Result<zip_uint64_t> index = find_array(state_->zip.get(), name);
  if (!index) return index.error();
  state_->index = *index;
  zip_stat_t entry;
  zip_stat_init(&entry);
  constexpr zip_uint64_t needed =
      ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(state_->zip.get(), *index, 0, &entry) != 0 || (entry.valid & needed) != needed) {
    return damaged("its ZIP file does not say how large its array is");
  }
  const bool stored = entry.comp_method == ZIP_CM_STORE;
  if (entry.encryption_method != ZIP_EM_NONE || (!stored && entry.comp_method != ZIP_CM_DEFLATE)) {
    return Error{ErrorCode::file, "its array is encrypted or packed by method " + std::to_string(entry.comp_method) +
                                      " of ZIP; numpy.savez and savez_compressed write what can be read"};
  }
  size_ = entry.size;
  if (entry.comp_size > file_bytes) return damaged("its array has more bytes than the file");
  return check_room(entry.comp_size, size_, stored ? 1 : deflate_expansion);
}

/// Opens the entry at its first byte.
Result<void> NpzArray::begin() {
  position_ = 0;
  state_->entry.reset();
  state_->entry.reset(zip_fopen_index(state_->zip.get(), state_->index, 0));
  if (state_->entry != nullptr) return {};
  return damaged(std::string("its array cannot be unpacked (") + zip_strerror(state_->zip.get()) + ")");
}

Result<void> NpzArray::read(std::uint64_t offset, std::span<std::uint8_t> to) {
  if (offset < position_ || state_->entry == nullptr) {
    if (Result<void> status = begin(); !status) return status;
  }
  std::array<std::uint8_t, 1 << 14> skipped;
  while (!to.empty()) {
    const bool skips = position_ < offset;
    const std::span<std::uint8_t> next =
        skips ? std::span(skipped).first(std::min<std::uint64_t>(offset - position_, skipped.size())) : to;
    const zip_int64_t count = zip_fread(state_->entry.get(), next.data(), next.size());
    if (count <= 0) {
      const std::string place = " at its byte " + std::to_string(position_);
      if (count == 0) return truncated("its array ends" + place);
      return damaged("its array cannot be unpacked" + place + " (" + zip_file_strerror(state_->entry.get()) + ")");
    }
    position_ += static_cast<std::uint64_t>(count);
    if (!skips) to = to.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

Result<void> NpzArray::finish() {
  if (state_->entry == nullptr) return begin();
  std::array<std::uint8_t, 1 << 14> rest;
  zip_int64_t count = 0;
  do {
    count = zip_fread(state_->entry.get(), rest.data(), rest.size());
    position_ += static_cast<std::uint64_t>(std::max<zip_int64_t>(count, 0));
  } while (count > 0);
  if (count == 0) return {};
  return damaged(std::string("its array cannot be unpacked (") + zip_file_strerror(state_->entry.get()) + ")");
}

Result<std::vector<std::uint8_t>> read_npz(FileBytes file, const std::string& name) {
  const Result<std::shared_ptr<NpzArray>> array = NpzArray::open(file, name);
  if (!array) return array.error();
  std::vector<std::uint8_t> bytes((*array)->size());
  Result<void> status = (*array)->read(0, bytes);
  if (status) status = (*array)->finish();
  if (!status) return status.error();
  return bytes;
}

Result<Image> decode_npz(FileBytes file, const std::string& name) {
  const Result<std::vector<std::uint8_t>> bytes = read_npz(file, name);
  return bytes ? decode_npy(*bytes) : bytes.error();
}

std::optional<NpzName> parse_npz_name(const std::string& name) {
  constexpr std::string_view mark = ".npz:";
  const std::size_t at = name.rfind(mark);
  std::error_code ignored;
  if (at == std::string::npos || at == 0 || at + mark.size() == name.size() || fs::exists(name, ignored)) {
    return std::nullopt;
  }
  return NpzName{name.substr(0, at + mark.size() - 1), name.substr(at + mark.size())};
}

}  // namespace glccl::host
