// The command lines of the verbs below `heddle study`, parsed with CLI11.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "core/result.hpp"

namespace heddle::cli {

struct StudyArguments {
  std::map<std::string, std::string> values;  // by name; what was not given is empty
  std::map<std::string, bool> flags;
  Arguments rest;
};

// `options` take a value, `flags` do not; both are named without dashes.  Unknown options are
// refused with the nearest one.
Result<StudyArguments> parse_study_arguments(const Arguments& arguments,
                                             const std::vector<std::string>& options,
                                             const std::vector<std::string>& flags);

}  // namespace heddle::cli
