// A study file: TOML that says which programs are searched how, how often and how long.
// docs/studies.md describes its keys.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "study/study_plan.hpp"

namespace heddle::study {

// Everything that the text says, checked but for the programs.  Paths in it are relative to the
// folder of `file`.  `quick` asks for the small version that [quick] describes.
Result<Plan> parse_study(std::string_view text, const std::string& file, bool quick);

// The same from the file itself.
Result<Plan> read_study(const std::string& file, bool quick);

}  // namespace heddle::study
