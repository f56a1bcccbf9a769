// Numbers in messages.
#pragma once

#include <string>

namespace glccl {

/// The shortest text that reads as the same number.
std::string number_text(double number);

}  // namespace glccl
