#include "tools/glccl/registry.hpp"

#include <utility>

#include "tools/glccl/laboratory.hpp"
#include "tools/glccl/mpi.hpp"
#include "tools/glccl/slabs/slab_engine.hpp"

namespace glccl::tools {

const engines::Registry& registry() {
  static const engines::Registry known = [] {
    engines::Registry all;
    all.add(slab_row());
    all.add(mpi_slab_row());
    for (engines::EngineInfo& engine : lab_rows()) all.add(std::move(engine));
    return all;
  }();
  return known;
}

}  // namespace glccl::tools
