// The passes of an Extractor that list the elements of each component.
#pragma once

#include <GL/glew.h>

#include <array>
#include <cstdint>
#include <vector>

#include "engine/extracts/passes.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/pass_marks.hpp"
#include "glccl/extracts.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::extracts {

/// The passes that glsl/extracts/lists.glsl lists.
class ListPasses {
 public:
  /// Compiles the programs and makes the buffers. Requires check_extractor(). Errors: `too_large` (a buffer beyond this
  /// context's limit), `gpu` (no memory, or the driver rejects a shader).
  static Result<ListPasses> create(const Extent& extent, const ExtractorOptions& options);

  /// Issues all passes. The labels are bound to texture unit 0; `table` has the number of their components.
  void run(GLuint table, gl::PassMarks& marks);

  /// The buffer of header and offsets.
  GLuint lists() const { return buffers_[lists_buffer].name(); }

  /// The buffer of places.
  GLuint places() const { return buffers_[places_buffer].name(); }

  /// Bytes of all buffers.
  std::int64_t bytes() const { return bytes_; }

 private:
  /// The passes in the order of their first dispatches.
  enum PassIndex : std::size_t {
    count_runs,
    sum_runs,
    list_runs,
    count_digits,
    sum_digits,
    sort_runs,
    count_elements,
    sum_elements,
    write_lists
  };

  /// The buffers, but for those of runs, in the order of their bindings from 1 on.
  enum BufferIndex : std::size_t {
    lists_buffer,
    places_buffer,
    counts_buffer,
    runs_buffer,
    sorted_runs_buffer,
    buffers
  };

  Status make_buffers(const Extent& extent, const ExtractorOptions& options);
  Status make_passes(const Extent& extent, const ExtractorOptions& options);

  std::vector<Pass> passes_;
  std::array<gl::Buffer, buffers> buffers_;
  int digits_ = 0;  ///< Digits of labels that are sorted.
  std::int64_t bytes_ = 0;
};

}  // namespace glccl::extracts
