// Labels as indices of rows. Labels may be a caller's, whose other threads may write them meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>

namespace glccl::host {

/// The index of a label's row among `rows` rows, or `rows` for the background and for labels beyond them.
inline std::size_t row_of(std::uint32_t label, std::size_t rows) {
  const std::size_t index = static_cast<std::uint32_t>(label - 1);
  return index < rows ? index : rows;
}

/// A label that another thread may write, loaded from memory just once: what was checked is what is used.
inline std::uint32_t load_once(const std::uint32_t& label) {
  return *const_cast<const volatile std::uint32_t*>(&label);
}

}  // namespace glccl::host
