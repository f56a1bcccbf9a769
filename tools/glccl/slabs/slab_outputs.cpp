#include "tools/glccl/slabs/slab_outputs.hpp"

#include <utility>

#include "glccl/host/slab_sources.hpp"

namespace glccl::tools {

Result<void> SlabOutputs::open(const OutputPaths& paths, const Extent& extent, bool shared, bool wide_labels) {
  extent_ = extent;
  files_.reserve(2);  // pointers to them stay valid
  if (Result<void> status = open(paths.labels, labels_, shared); !status) return status;
  if (Result<void> status = open(paths.components, components_, false); !status) return status;
  if (labels_ != nullptr) {
    if (Result<void> status = host::begin_slab_labels(*labels_, extent, wide_labels); !status) return status;
    if (Result<void> status = labels_->flush(); !status) return status;
  }
  if (labels_ != nullptr && shared) {
    shared_labels_ = labels_->temporary_path();
    labels_begin_ = std::filesystem::file_size(*shared_labels_);
  }
  if (components_ == nullptr) return {};
  columns_ = measure_slab_properties(properties_, {}, {}, extent);
  rows_ = std::make_unique<host::ComponentWriter>(*components_, extent, columns_);
  return rows_->begin();
}

Result<void> SlabOutputs::write(const host::FinishedSlab& slab) {
  if (labels_ != nullptr && !shared_labels_) {
    if (Result<void> status = labels_->write(slab.labels.data(), slab.labels.size_bytes()); !status) return status;
    const Result<void> status = labels_->write(slab.wide_labels.data(), slab.wide_labels.size_bytes());
    if (!status) return status;
  }
  if (!rows_) return {};
  return rows_->write(slab.components, measure_slab_properties(properties_, slab.components, slab.moments, extent_));
}

Result<void> SlabOutputs::commit() {
  if (rows_) {
    if (Result<void> status = rows_->end(); !status) return status;
  }
  return host::commit_all(files_);
}

Result<void> SlabOutputs::open(const std::optional<std::string>& path, host::OutputFile*& file, bool shared) {
  if (!path) return {};
  Result<host::OutputFile> created = shared ? host::OutputFile::create_shared(*path) : host::OutputFile::create(*path);
  if (!created) return created.error();
  files_.push_back(*std::move(created));
  file = &files_.back();
  return {};
}

}  // namespace glccl::tools
