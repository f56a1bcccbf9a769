// The files that glccl label --memory writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/component_files.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/properties.hpp"

namespace glccl::tools {

/// The files that finished slabs are appended to.
class SlabOutputs {
 public:
  /// The table gets `properties` as further columns: of is_slab_property() alone.
  explicit SlabOutputs(std::vector<Property> properties) : properties_(std::move(properties)) {}

  /// Creates the files. With `shared` other processes write the labels, to shared_labels().
  Result<void> open(const OutputPaths& paths, const Extent& extent, bool shared, bool wide_labels);

  /// Appends a slab.
  Result<void> write(const host::FinishedSlab& slab);

  /// The file that other processes write the labels to, if there is one.
  const std::optional<std::filesystem::path>& shared_labels() const { return shared_labels_; }
  /// Its byte at which the labels begin.
  std::uint64_t labels_begin() const { return labels_begin_; }

  /// Gives all files their names.
  Result<void> commit();

 private:
  Result<void> open(const std::optional<std::string>& path, host::OutputFile*& file, bool shared);

  std::vector<Property> properties_;
  Extent extent_ = {};
  std::vector<host::OutputFile> files_;
  host::OutputFile* labels_ = nullptr;
  host::OutputFile* components_ = nullptr;
  std::optional<std::filesystem::path> shared_labels_;
  std::uint64_t labels_begin_ = 0;
  std::vector<host::ComponentColumn> columns_;  ///< Without values: what the head of the table has.
  std::unique_ptr<host::ComponentWriter> rows_;
};

}  // namespace glccl::tools
