// Checks of the images of a batch against each other.
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "cuda/faces/check.hpp"
#include "cuda/runtime/memory/byte_range.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {
namespace {

/// Memory that a batch reads or writes. An array counts by its handle, an address at which nothing else lies.
struct Claim {
  ByteRange range;
  std::size_t item = 0;
  const char* what = "";
  bool written = false;
};

ByteRange range_of_array(const void* array) {
  const auto handle = reinterpret_cast<std::uintptr_t>(array);
  return {handle, handle + 1};
}

/// Everything that a batch reads and writes, in the order of the addresses.
std::vector<Claim> claims_of(std::span<const BatchItem> items, const Extent& extent, std::uint32_t columns) {
  std::vector<Claim> claims;
  claims.reserve(5 * items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto& [inputs, target, table] = items[i];
    const auto* source = std::get_if<ArrayImage>(&inputs.image);
    const auto* labels = std::get_if<ArrayLabels>(&target);
    claims.push_back({source == nullptr ? range_of(inputs.image) : range_of_array(source->array), i, "pixels", false});
    claims.push_back({labels == nullptr ? range_of(target, extent) : range_of_array(labels->array), i, "labels", true});
    if (inputs.mask.data != nullptr) claims.push_back({range_of(inputs.mask), i, "mask", false});
    if (inputs.intensity.data != nullptr) claims.push_back({range_of(inputs.intensity), i, "intensities", false});
    if (table.data != nullptr) claims.push_back({range_of(table, columns), i, "table", true});
  }
  std::sort(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
    return std::tie(a.range.begin, a.item) < std::tie(b.range.begin, b.item);
  });
  return claims;
}

std::string text_of(const Claim& claim) {
  return std::string("the ") + claim.what + " of image " + std::to_string(claim.item);
}

/// Whether no image of the batch is written to, and no memory is written twice. check_item() compares the memory of one
/// item; this compares items with each other, in n log n steps for n items.
Result<void> check_apart(std::span<const BatchItem> items, const Extent& extent, std::uint32_t columns) {
  if (items.size() == 1) return {};
  // The read and the written claim that end last so far. Claims come in the order in which they begin.
  Claim read;
  Claim written;
  for (const Claim& claim : claims_of(items, extent, columns)) {
    const Claim* meets = nullptr;
    if (overlap(claim.range, written.range)) meets = &written;
    if (claim.written && overlap(claim.range, read.range)) meets = &read;
    if (meets != nullptr) {
      return invalid(text_of(*meets) + " of the batch and " + text_of(claim) +
                     " share memory: give labels and tables memory of their own");
    }
    Claim& last = claim.written ? written : read;
    if (claim.range.end > last.range.end) last = claim;
  }
  return {};
}

/// Whether two images of a batch have one extent and format.
Result<void> check_alike(const Extent& extent, const Extent& other, PixelFormat format, PixelFormat other_format) {
  if (extent != other) {
    return invalid("a batch of images of " + to_string(extent) + " and " + to_string(other) +
                   " pixels: label those of one size together");
  }
  if (format != other_format) {
    return invalid("a batch of images in " + std::string(glccl::traits_of(format).name) + " and " +
                   std::string(glccl::traits_of(other_format).name) + ": label those of one format together");
  }
  return {};
}

}  // namespace

Result<Extent> check_items(std::span<const BatchItem> items, const LabelingSpec& spec, const MethodTraits& method,
                           int device) {
  Extent extent;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Result<Extent> checked = check_item(items[i], spec, method, device);
    if (!checked) {
      return Error{checked.error().code, "image " + std::to_string(i) + " of the batch: " + checked.error().message};
    }
    if (i == 0) extent = *checked;
    if (Result<void> images = check_takes_images(extent); !images) return images.error();
    const Result<void> alike =
        check_alike(extent, *checked, format_of(items.front().inputs.image), format_of(items[i].inputs.image));
    if (!alike) return alike.error();
  }
  if (Result<void> apart = check_apart(items, extent, table_columns_of(extent, spec.columns)); !apart)
    return apart.error();
  return extent;
}

Result<void> check_takes_batches(const MethodTraits& method) {
  if (method.complete) return {};
  return Error{ErrorCode::unsupported,
               std::string(method.capabilities().engine) + " labels one image at a time: cuda-fast has batches"};
}

Result<void> check_takes_images(const Extent& extent) {
  if (!extent.is_volume()) return {};
  return Error{ErrorCode::unsupported, "a batch of volumes of " + to_string(extent) +
                                           ": batches are for images, label() takes one volume after the other"};
}

Result<void> check_batch(std::span<const BatchItem> items, const Outputs& outputs, const MethodTraits& method) {
  if (Result<void> possible = check_takes_batches(method); !possible) return possible;
  if (items.empty()) return invalid("a batch of 0 images: pass 1 or more");
  const auto* labels = std::get_if<DeviceLabels>(&outputs.target);
  const bool has_target = labels == nullptr || labels->values != nullptr;
  if (has_target || outputs.table.data != nullptr || outputs.table.rows != 0) {
    return invalid("Outputs::target and table are of one image: pass each image of a batch its own in its item");
  }
  const auto check_all_or_none = [&](const char* what, auto has) -> Result<void> {
    const auto with = std::count_if(items.begin(), items.end(), has);
    if (with == 0 || static_cast<std::size_t>(with) == items.size()) return {};
    return invalid(std::to_string(with) + " of " + std::to_string(items.size()) + " images of a batch have a " + what +
                   ": pass one for each, or none");
  };
  const Result<void> tables =
      check_all_or_none("table", [](const BatchItem& item) { return item.table.data != nullptr; });
  if (!tables) return tables;
  return check_all_or_none("mask", [](const BatchItem& item) { return item.inputs.mask.data != nullptr; });
}

}  // namespace glccl::cuda
