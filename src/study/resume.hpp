// Resumes a study from the runs that its database already contains.
#pragma once

#include <vector>

#include "core/result.hpp"
#include "study/cell_progress.hpp"
#include "study/database.hpp"
#include "study/study_plan.hpp"

namespace heddle::study {

// Brings database and plan together: one CellProgress per cell with what is there already.  Runs
// that failed are made again; runs of cells that the plan no longer has do not count.
//
// Refuses a database whose runs were made with other programs or options: they would be compared
// with runs of these.
Result<std::vector<CellProgress>> resume(const Plan& plan, Database& database, const About& about);

// The options of a cell as its runs have them.
std::string option_text(const PlannedCell& cell);

}  // namespace heddle::study
