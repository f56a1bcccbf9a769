#include "tools/glccl/registry.hpp"

#include "tools/glccl/mpi.hpp"
#include "tools/glccl/slabs/slab_engine.hpp"

namespace glccl::tools {

const engines::Registry& registry() {
  static const engines::Registry known = [] {
    engines::Registry all;
    all.add(slab_row());
    all.add(mpi_row());
    return all;
  }();
  return known;
}

}  // namespace glccl::tools
