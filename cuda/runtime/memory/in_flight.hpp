// Texture and surface objects of labelings whose kernels may still run.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "cuda/runtime/memory/arrays.hpp"
#include "cuda/runtime/objects.hpp"

namespace glccl::cuda {

/// The objects of one labeling, and an event after its last kernel.
struct ArrayObjects {
  std::vector<TextureObject> textures;
  std::vector<SurfaceObject> surfaces;
  std::optional<Event> done = {};  ///< Set where there are objects.

  bool empty() const { return textures.empty() && surfaces.empty(); }
};

/// Keeps objects until their kernels have ended: destroying an object does not wait for the kernels that use it.
class InFlight {
 public:
  /// Keeps the objects of a labeling, whose event has been recorded.
  void keep(ArrayObjects objects) { kept_.push_back(std::move(objects)); }

  /// Destroys the objects of all labelings that have ended. Waits for the oldest labeling if more than 63 are under
  /// way.
  void release_finished();

  /// Destroys all objects. The kernels must have ended.
  void clear() { kept_.clear(); }

 private:
  std::vector<ArrayObjects> kept_;
};

}  // namespace glccl::cuda
