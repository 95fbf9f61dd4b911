// A study file: TOML that says which programs are searched how, how often and how long.
// docs/studies.md describes its keys.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "study/study_plan.hpp"

namespace heddle::study {

// Everything that the text says, checked but for the programs.  Paths in it are relative to the
// folder of `file`.  `size` asks for the version that [quick] or [size.NAME] describes; empty: the
// full study.
Result<Plan> parse_study(std::string_view text, const std::string& file, const std::string& size);

// The same from the file itself.
Result<Plan> read_study(const std::string& file, const std::string& size);

}  // namespace heddle::study
