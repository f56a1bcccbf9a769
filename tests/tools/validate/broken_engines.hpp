// Engines with planted faults, for tools/validate to find.
#pragma once

#include <functional>
#include <string>

#include "tools/validate/run.hpp"

namespace glccl::tests {

/// Changes the right answer to a question.
using Damage = std::function<void(const tools::Question& question, tools::Answer& answer)>;

/// cpu-serial with a fault.
tools::TestedEngine broken(const std::string& name, const Damage& damage);

/// An engine whose label() fails with this error.
tools::TestedEngine failing(ErrorCode code);

/// The first pixel of component 2 has label 1.
void flip_one_label(const tools::Question& question, tools::Answer& answer);

/// Nothing is united across the border between columns 7 and 8.
void drop_unions(const tools::Question& question, tools::Answer& answer);

/// Pixels that touch at a corner are connected by 4-connectivity too.
void join_corners(const tools::Question& question, tools::Answer& answer);

/// The middle row is moved to the right by one pixel, where there are three rows.
void shift_one_row(const tools::Question& question, tools::Answer& answer);

/// The third component has one pixel too many in the table.
void wrong_area(const tools::Question& question, tools::Answer& answer);

/// Labels run from N to 1.
void count_backwards(const tools::Question& question, tools::Answer& answer);

/// There is no table where there are two components.
void lose_table(const tools::Question& question, tools::Answer& answer);

/// The moments of the second component are one too large.
void wrong_moments(const tools::Question& question, tools::Answer& answer);

/// The last contact is missing.
void lose_contact(const tools::Question& question, tools::Answer& answer);

}  // namespace glccl::tests
