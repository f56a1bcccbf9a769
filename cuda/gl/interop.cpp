// Labeling of registered objects: maps them, labels their only layer as an image or all layers as a batch, and unmaps
// them.
#include "glccl/cuda/interop.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cuda/gl/resource.hpp"
#include "cuda/runtime/error.hpp"
#include "cuda/runtime/memory/capture.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {
namespace {

constexpr auto header_bytes = static_cast<std::int64_t>(table_bytes(0));

/// The rows of each table if several share a buffer equally; less than 1 if there is no room.
std::int64_t rows_of_each(std::int64_t bytes, int tables, std::uint32_t columns) {
  const auto row_bytes = static_cast<std::int64_t>(row_bytes_of(columns));
  return std::min<std::int64_t>((bytes / tables - header_bytes) / row_bytes, 0xFFFFFFFF);
}

/// The array of a layer of a mapped texture.
Result<void*> array_of(cudaGraphicsResource_t resource, int layer) {
  cudaArray_t array = nullptr;
  const cudaError_t status = cudaGraphicsSubResourceGetMappedArray(&array, resource, static_cast<unsigned>(layer), 0);
  if (status != cudaSuccess)
    return cuda_error(status, "cudaGraphicsSubResourceGetMappedArray of layer " + std::to_string(layer));
  return static_cast<void*>(array);
}

}  // namespace

/// The objects of a labeling. From map() to unmap() or the destructor CUDA has them, and OpenGL must not use them.
class GlMapping {
 public:
  /// The layers that a labeling takes.
  enum class Wanted { one_layer, all_layers };

  GlMapping(const GlImages& images, const LabelingSpec& spec, int device, void* stream)
      : guard_(device),
        images_(images),
        measured_(spec.columns),
        device_(device),
        stream_(static_cast<cudaStream_t>(stream)) {}
  GlMapping(const GlMapping&) = delete;
  GlMapping& operator=(const GlMapping&) = delete;
  ~GlMapping() { static_cast<void>(unmap()); }

  /// Maps the objects. Returns an item per layer, each with its part of the table's buffer.
  Result<std::vector<BatchItem>> map(Wanted wanted) {
    if (Result<void> right = check_kinds(); !right) return right.error();
    if (Result<void> right = check_layers(wanted); !right) return right.error();
    if (Result<void> current = guard_.status(); !current) return current.error();
    if (Result<void> mappable = check_not_captured(); !mappable) return mappable.error();
    resources_ = {resource_of(*images_.source), resource_of(*images_.labels)};
    if (images_.table != nullptr) resources_.push_back(resource_of(*images_.table));
    const cudaError_t status = cudaGraphicsMapResources(count(), resources_.data(), stream_);
    mapped_ = status == cudaSuccess;
    if (mapped_) return items();
    return cuda_error(status, "cudaGraphicsMapResources",
                      "make the context of the registered objects current; they must still exist and not be mapped");
  }

  /// Unmaps the objects, if they are mapped.
  Result<void> unmap() {
    if (!std::exchange(mapped_, false)) return {};
    return check(cudaGraphicsUnmapResources(count(), resources_.data(), stream_), "cudaGraphicsUnmapResources");
  }

  /// Unmaps after a labeling. Returns the labeling's result, or if only unmapping failed, that error.
  template <class T>
  Result<T> unmap_after(Result<T> labels) {
    if (Result<void> unmapped = unmap(); !unmapped && labels) return unmapped.error();
    return labels;
  }

 private:
  static cudaGraphicsResource_t resource_of(const GlResource& resource) { return resource.state_->registration.get(); }
  bool is(const GlResource* resource, GlKind kind) const {
    return resource != nullptr && resource->state_ != nullptr && resource->state_->kind == kind &&
           resource->state_->device == device_;
  }
  int layers() const { return images_.source->state_->layers; }
  std::uint32_t columns() const { return table_columns_of(images_.source->state_->extent, measured_); }
  int count() const { return static_cast<int>(resources_.size()); }

  Result<void> check_kinds() const;
  Result<void> check_layers(Wanted wanted) const;
  Result<void> check_not_captured() const;
  Result<std::vector<BatchItem>> items() const;

  DeviceGuard guard_;
  GlImages images_;
  std::uint32_t measured_;  ///< LabelingSpec::columns.
  int device_;
  cudaStream_t stream_;
  std::vector<cudaGraphicsResource_t> resources_;
  bool mapped_ = false;
};

Result<void> GlMapping::check_kinds() const {
  if (is(images_.source, GlKind::source) && is(images_.labels, GlKind::labels) &&
      (images_.table == nullptr || is(images_.table, GlKind::table))) {
    return {};
  }
  return Error{ErrorCode::invalid_argument,
               "labeling needs a GlResource of source_texture() and one of label_texture(), and for a table one of "
               "table_buffer(), registered for this Labeler's device"};
}

/// Whether the textures have the number of layers that is wanted, and the buffer has room for a table for each.
Result<void> GlMapping::check_layers(Wanted wanted) const {
  const int written = images_.labels->state_->layers;
  if (layers() != written || (wanted == Wanted::one_layer && written != 1)) {
    return Error{ErrorCode::invalid_argument,
                 "source and labels have " + std::to_string(layers()) + " and " + std::to_string(written) +
                     " layers: label() takes one of each, label_batch() of cuda-fast as many of one as of the other"};
  }
  if (images_.table == nullptr) return {};
  const std::int64_t bytes = images_.table->state_->bytes;
  if (rows_of_each(bytes, layers(), columns()) < 1) {
    return Error{ErrorCode::invalid_argument,
                 "the table's buffer has " + std::to_string(bytes) + " bytes: " + std::to_string(layers()) +
                     " tables, one for each layer, take " +
                     std::to_string(static_cast<std::size_t>(layers()) * table_bytes(1, columns())) + " or more"};
  }
  return {};
}

Result<void> GlMapping::check_not_captured() const {
  const Result<Capture> capture = capture_of(stream_);
  if (!capture) return capture.error();
  if (capture->graph == nullptr) return {};
  return Error{
      ErrorCode::unsupported,
      "OpenGL textures cannot be mapped inside a stream capture: capture cuda::Labeler::label() on device memory, "
      "and copy between it and the textures outside of the capture"};
}

Result<std::vector<BatchItem>> GlMapping::items() const {
  DeviceTable table;
  std::size_t bytes_of_each = 0;
  if (images_.table != nullptr) {
    std::size_t bytes = 0;
    const cudaError_t status = cudaGraphicsResourceGetMappedPointer(&table.data, &bytes, resources_[2]);
    if (status != cudaSuccess) return cuda_error(status, "cudaGraphicsResourceGetMappedPointer");
    table.rows = static_cast<std::uint32_t>(rows_of_each(images_.table->state_->bytes, layers(), columns()));
    bytes_of_each = table_bytes(table.rows, columns());
  }
  std::vector<BatchItem> items;
  for (int layer = 0; layer < layers(); ++layer) {
    const Result<void*> pixels = array_of(resources_[0], layer);
    if (!pixels) return pixels.error();
    const Result<void*> values = array_of(resources_[1], layer);
    if (!values) return values.error();
    items.push_back({{ArrayImage{*pixels, images_.source->state_->format}}, ArrayLabels{*values}, table});
    if (table.data != nullptr) table.data = static_cast<unsigned char*>(table.data) + bytes_of_each;
  }
  return items;
}

Result<Labels> label(Labeler& labeler, const GlImages& images, const LabelingSpec& spec, const Outputs& outputs,
                     void* stream) {
  GlMapping mapping(images, spec, labeler.device(), stream);
  const Result<std::vector<BatchItem>> items = mapping.map(GlMapping::Wanted::one_layer);
  if (!items) return items.error();
  const BatchItem& only = items->front();
  Outputs mapped = outputs;
  mapped.target = only.target;
  mapped.table = only.table;
  Result<Labels> labels = labeler.label(only.inputs, spec, mapped, stream);
  if (labels) labels->target = {};  // the array is unmapped
  return mapping.unmap_after(labels);
}

Result<BatchLabels> label_batch(Labeler& labeler, const GlImages& images, const LabelingSpec& spec,
                                const Outputs& outputs, void* stream) {
  GlMapping mapping(images, spec, labeler.device(), stream);
  const Result<std::vector<BatchItem>> items = mapping.map(GlMapping::Wanted::all_layers);
  if (!items) return items.error();
  Outputs in_items = outputs;
  in_items.target = {};
  in_items.table = {};
  return mapping.unmap_after(labeler.label_batch(*items, spec, in_items, stream));
}

}  // namespace glccl::cuda
