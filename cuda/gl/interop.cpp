// Labeling of registered objects: they are mapped, their layers are labeled as the images of a batch, or the only one
// as an image, and they are unmapped.
#include "glccl/cuda/interop.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cuda/core/error.hpp"
#include "cuda/gl/resource.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {
namespace {

constexpr auto header_bytes = static_cast<std::int64_t>(sizeof(ComponentTableHeader));
constexpr auto row_bytes = static_cast<std::int64_t>(sizeof(ComponentRow));

/// Rows of each of so many tables that share a buffer equally; less than 1 where there is no room.
std::int64_t rows_of_each(std::int64_t bytes, int tables) {
  return std::min<std::int64_t>((bytes / tables - header_bytes) / row_bytes, 0xFFFFFFFF);
}

Result<void*> array_of(cudaGraphicsResource_t resource, int layer) {
  cudaArray_t array = nullptr;
  const cudaError_t status = cudaGraphicsSubResourceGetMappedArray(&array, resource, static_cast<unsigned>(layer), 0);
  if (status != cudaSuccess)
    return cuda_error(status, "cudaGraphicsSubResourceGetMappedArray of layer " + std::to_string(layer));
  return static_cast<void*>(array);
}

}  // namespace

/// The objects of a labeling. CUDA has them from map() to unmap(), or to the end, and OpenGL must not touch them then.
class GlMapping {
 public:
  /// How many layers a labeling takes.
  enum class Layers { one, all };

  GlMapping(const GlImages& images, int device, void* stream)
      : guard_(device), images_(images), device_(device), stream_(static_cast<cudaStream_t>(stream)) {}
  GlMapping(const GlMapping&) = delete;
  GlMapping& operator=(const GlMapping&) = delete;
  ~GlMapping() { static_cast<void>(unmap()); }

  /// The layers, each with its part of the table's buffer.
  Result<std::vector<BatchItem>> map(Layers wanted) {
    if (Status right = check_kinds(); !right) return right.error();
    if (Status right = check_layers(wanted); !right) return right.error();
    if (Status current = guard_.status(); !current) return current.error();
    resources_ = {resource_of(*images_.source), resource_of(*images_.labels)};
    if (images_.table != nullptr) resources_.push_back(resource_of(*images_.table));
    const cudaError_t status = cudaGraphicsMapResources(count(), resources_.data(), stream_);
    mapped_ = status == cudaSuccess;
    if (mapped_) return items();
    return cuda_error(status, "cudaGraphicsMapResources",
                      "make the context of the registered objects current; they must still exist and not be mapped");
  }

  Status unmap() {
    if (!std::exchange(mapped_, false)) return {};
    return check(cudaGraphicsUnmapResources(count(), resources_.data(), stream_), "cudaGraphicsUnmapResources");
  }

  /// Unmaps after a labeling: what came of it, or what went wrong since.
  template <class T>
  Result<T> unmap_after(Result<T> labels) {
    if (Status unmapped = unmap(); !unmapped && labels) return unmapped.error();
    return labels;
  }

 private:
  static cudaGraphicsResource_t resource_of(const GlResource& resource) { return resource.state_->registration->get(); }
  bool is(const GlResource* resource, GlKind kind) const {
    return resource != nullptr && resource->state_ != nullptr && resource->state_->kind == kind &&
           resource->state_->device == device_;
  }
  int layers() const { return images_.source->state_->layers; }
  int count() const { return static_cast<int>(resources_.size()); }

  Status check_kinds() const;
  Status check_layers(Layers wanted) const;
  Result<std::vector<BatchItem>> items() const;

  DeviceGuard guard_;
  GlImages images_;
  int device_;
  cudaStream_t stream_;
  std::vector<cudaGraphicsResource_t> resources_;
  bool mapped_ = false;
};

Status GlMapping::check_kinds() const {
  if (is(images_.source, GlKind::source) && is(images_.labels, GlKind::labels) &&
      (images_.table == nullptr || is(images_.table, GlKind::table))) {
    return {};
  }
  return Error{ErrorCode::invalid_argument,
               "labeling needs a GlResource of source_texture() and one of label_texture(), and for a table one of "
               "table_buffer(), registered for this Labeler's device"};
}

/// As many layers as are wanted, and a table with room for each.
Status GlMapping::check_layers(Layers wanted) const {
  const int written = images_.labels->state_->layers;
  if (layers() != written || (wanted == Layers::one && written != 1)) {
    return Error{ErrorCode::invalid_argument,
                 "source and labels have " + std::to_string(layers()) + " and " + std::to_string(written) +
                     " layers: label() takes one of each, label_batch() of cuda-fast as many of one as of the other"};
  }
  if (images_.table == nullptr) return {};
  const std::int64_t bytes = images_.table->state_->bytes;
  if (rows_of_each(bytes, layers()) < 1) {
    return Error{ErrorCode::invalid_argument, "the table's buffer has " + std::to_string(bytes) + " bytes: " +
                                                  std::to_string(layers()) + " tables, one for each layer, take " +
                                                  std::to_string(layers() * (header_bytes + row_bytes)) + " or more"};
  }
  return {};
}

Result<std::vector<BatchItem>> GlMapping::items() const {
  DeviceTable table;
  std::int64_t table_bytes = 0;
  if (images_.table != nullptr) {
    std::size_t bytes = 0;
    const cudaError_t status = cudaGraphicsResourceGetMappedPointer(&table.data, &bytes, resources_[2]);
    if (status != cudaSuccess) return cuda_error(status, "cudaGraphicsResourceGetMappedPointer");
    table.rows = static_cast<std::uint32_t>(rows_of_each(images_.table->state_->bytes, layers()));
    table_bytes = header_bytes + row_bytes * table.rows;
  }
  std::vector<BatchItem> items;
  for (int layer = 0; layer < layers(); ++layer) {
    const Result<void*> pixels = array_of(resources_[0], layer);
    if (!pixels) return pixels.error();
    const Result<void*> values = array_of(resources_[1], layer);
    if (!values) return values.error();
    items.push_back({ArrayImage{*pixels, images_.source->state_->format}, ArrayLabels{*values}, table});
    if (table.data != nullptr) table.data = static_cast<unsigned char*>(table.data) + table_bytes;
  }
  return items;
}

Result<Launched> label(Labeler& labeler, const GlImages& images, const LabelingSpec& spec, const Options& options,
                       void* stream) {
  GlMapping mapping(images, labeler.device(), stream);
  const Result<std::vector<BatchItem>> items = mapping.map(GlMapping::Layers::one);
  if (!items) return items.error();
  const BatchItem& only = items->front();
  Options with_table = options;
  with_table.table = only.table;
  return mapping.unmap_after(labeler.label(only.image, only.target, spec, with_table, stream));
}

Result<LaunchedBatch> label_batch(Labeler& labeler, const GlImages& images, const LabelingSpec& spec,
                                  const Options& options, void* stream) {
  GlMapping mapping(images, labeler.device(), stream);
  const Result<std::vector<BatchItem>> items = mapping.map(GlMapping::Layers::all);
  if (!items) return items.error();
  Options without_table = options;
  without_table.table = {};
  return mapping.unmap_after(labeler.label_batch(*items, spec, without_table, stream));
}

}  // namespace glccl::cuda
