// glccl validate --selftest: what a machine's engines give and how long they take, as a text for an issue.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "glccl/result.hpp"
#include "tools/validate/engines.hpp"
#include "tools/validate/inputs.hpp"
#include "tools/validate/report.hpp"
#include "tools/validate/run.hpp"

namespace glccl::tools {

/// 140 random images and 60 random volumes, the same on every machine.
std::vector<InputRequest> selftest_inputs();

/// What runs an engine, and how long it takes.
struct EngineTime {
  std::string engine;         ///< TestedEngine::name.
  std::string device;         ///< Runner::device().
  double milliseconds = 0.0;  ///< For noise of 1024 squared, from the call until the labels are there; the median.
};

/// Times the engines one after another. Errors: those of a Runner.
Result<std::vector<EngineTime>> time_engines(const TestedEngines& tested);

/// Prints versions, system, devices and a row for each engine, in Markdown.
void print_selftest(std::ostream& out, const ValidateContext& context, const ValidateReport& report,
                    const std::vector<EngineTime>& times);

}  // namespace glccl::tools
