// The programs of a study, before the first run: compiled where it has their sources, and checked.
#pragma once

#include <functional>
#include <string>

#include "core/result.hpp"
#include "study/study_plan.hpp"

namespace heddle::study {

struct FoundProgram {
  std::string path;  // absolute
  std::string build_id;
};

// Checks that a path is a program built with `heddle c++`.
using FindProgram = std::function<Result<FoundProgram>(const std::string& path)>;

// Fills in program and build id of every subject.  Sources are compiled by `heddle`, the command
// itself, into `folder`, which is made when it is needed.
Status prepare_programs(Plan& plan, const std::string& heddle, const std::string& folder,
                        const FindProgram& find);

}  // namespace heddle::study
