// The images that glccl label --memory reads, by name.
#pragma once

#include <optional>
#include <string>

#include "glccl/host/image_files.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"

namespace glccl::tools {

/// One line of text that names an image for every rank of a job: IMAGE, --shape and --type.
std::string source_text(const std::string& image, const std::optional<host::RawLayout>& raw);

/// Opens the image that such a text names: a .npy file, one without a header, or KIND:WxH[xD][:DENSITY]. Errors: those
/// of open_npy_slabs(), open_raw_slabs(), generate_slabs() and parse_extent().
Result<host::SlabSource> open_source(const std::string& text);

}  // namespace glccl::tools
