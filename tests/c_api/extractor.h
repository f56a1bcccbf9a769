// The extractor of the C API.
#ifndef GLCCL_TESTS_EXTRACTOR_H
#define GLCCL_TESTS_EXTRACTOR_H

#include <glccl/glccl.h>

// Selects, outlines and lists the components of labels in the current context: three components of 7x4 elements, the
// first of which has the elements 1, 2, 7 and 14, the second 6 and 12, the third 24. Prints each mismatch and returns
// their number.
int check_extractor(const glccl_labels* labels);

#endif
