// The reports of glccl validate --soak: a table for people, JSON for programs.
#pragma once

#include <iosfwd>
#include <string>

#include "tools/validate/engines.hpp"
#include "tools/validate/soak.hpp"

namespace glccl::tools {

/// Prints one line per engine and per kind of memory and object, and one that says whether the run has failed.
void print_soak(std::ostream& out, const SoakPlan& plan, const TestedEngines& tested, const SoakReport& report);

/// The same as JSON.
std::string soak_json(const SoakPlan& plan, const TestedEngines& tested, const SoakReport& report);

}  // namespace glccl::tools
