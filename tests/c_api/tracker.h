// The tracker of the C API.
#ifndef GLCCL_TESTS_TRACKER_H
#define GLCCL_TESTS_TRACKER_H

#include <glccl/glccl.h>

// Follows the components of labels through three frames in the current context: the same labels each time, of three
// components of 7x4 elements. Prints each mismatch and returns their number.
int check_tracker(const glccl_labels* labels);

#endif
