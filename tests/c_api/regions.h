// The regions of the C API.
#ifndef GLCCL_TESTS_REGIONS_H
#define GLCCL_TESTS_REGIONS_H

#include <glccl/glccl.h>

// Selects, outlines and lists the components of labels in the current context: three components of 7x4 elements, the
// first of which has the elements 1, 2, 7 and 14, the second 6 and 12, the third 24. Prints each mismatch and returns
// their number.
int check_regions(const glccl_labels* labels);

// Finds the contacts by 8 neighbours of the same elements labeled by 4: labels 1 and 3, and 2 and 4, at one corner
// each.
int check_contacts(const glccl_labels* labels);

#endif
