// The images that glccl label --memory reads, by name.
#pragma once

#include <optional>
#include <string>

#include "glccl/host/image_files.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"

namespace glccl::tools {

/// One line of text that names an image for every rank of a job: IMAGE, --shape and --type, and how it is read.
std::string source_text(const std::string& image, const std::optional<host::RawLayout>& raw,
                        const host::ReadOptions& read = {});

/// Whether the name of an image begins with a kind of slab_kinds() and a colon.
bool is_generated(const std::string& image);

/// Opens the image that such a text names: a file that open_slabs() opens, one without a header, or
/// KIND:WxH[xD][:DENSITY]. Errors: those of open_slabs(), open_raw_slabs(), generate_slabs() and parse_extent().
Result<host::SlabSource> open_source(const std::string& text);

}  // namespace glccl::tools
