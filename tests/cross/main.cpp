#include <cfloat>  // which Catch2 2.13 uses and, on macOS, does not include

#define CATCH_CONFIG_MAIN
#include "tests/support/catch.hpp"
