// What must not be under way while a labeling draws.
#pragma once

#include <vector>

#include "engine/gl/functions/opengl.hpp"
#include "glccl/result.hpp"

namespace glccl::gl {

/// Refuses what no state guard can put aside: transform feedback, in which the program must not change, selection and
/// feedback mode, display lists under construction, and queries that count what the engines draw. Queries that count
/// dispatches or measure time count the engines' too. Made once per context.
class IdleCheck {
 public:
  /// For the current context.
  IdleCheck();

  /// Everything but queries. Error `invalid_argument`: what is under way in the current context, and how to end it.
  Result<void> operator()() const;

  /// Queries, for engines that draw. Error as above.
  Result<void> check_queries() const;

 private:
  bool compatibility_ = false;
  std::vector<GLenum> queries_;  ///< Targets of queries that count what is drawn.
};

}  // namespace glccl::gl
