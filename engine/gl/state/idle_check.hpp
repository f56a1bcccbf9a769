// What must not be under way while a labeling draws.
#pragma once

#include <vector>

#include "engine/gl/functions/opengl.hpp"
#include "glccl/result.hpp"

namespace glccl::gl {

/// Refuses what no state guard can put aside: queries that count what the engines draw or dispatch, transform feedback,
/// selection and feedback mode, display lists under construction. Made once per context.
class IdleCheck {
 public:
  /// For the current context.
  IdleCheck();

  /// Error `invalid_argument`: what is under way in the current context, and how to end it.
  Result<void> operator()() const;

 private:
  bool compatibility_ = false;
  std::vector<GLenum> queries_;  ///< Targets of queries.
};

}  // namespace glccl::gl
