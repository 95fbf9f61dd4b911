// Compares the finding of a search with the warning of another tool.
#pragma once

#include "guidance/reports/warning.hpp"
#include "report/symbolized.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/trace.hpp"

namespace heddle::cli {

// The source lines of two racing accesses.  Lines are 0 when unknown.
struct RacingLines {
  symbolize::Frame earlier;
  symbolize::Frame later;
};

// Whether a frame is on the line of a site.  The site's file is the end of a path.
bool is_at(const symbolize::Frame& frame, const guidance::Site& site);

// Whether each site of the warning is one of the accesses.  A warning with a single site matches
// every race that involves it.
bool is_race_of(const guidance::Warning& warning, const RacingLines& race);

// Whether some site of the warning is one of the accesses.
bool involves(const guidance::Warning& warning, const RacingLines& race);

// Whether a race that is not the warning's may still be the same error, or hide it: it involves a
// site, or its lines are near the sites, as compilers differ about the line of an operation.  A
// race on `variable` is another error if the warning names other variables; empty: unknown.
bool may_hide(const guidance::Warning& warning, const RacingLines& race,
              const std::string& variable);

// Whether the failure of a trace is the error that a warning predicts.
//
// - A lock cycle: a deadlock in which each wanted acquisition is blocked, in a thread of its own,
//   and these threads block each other.
// - A use after free: a memory error at the use, of memory that was freed at the release.
// - A race: a race of these accesses; if one of them is a release, also a use after free.
bool is_failure_of(const guidance::Warning& warning, const trace::Trace& trace,
                   const report::SymbolizedTrace& symbols);

// Whether Heddle has a detector for such warnings.
bool can_be_checked(const guidance::Warning& warning);

// Whether a data race can confirm the warning.
bool is_about_races(const guidance::Warning& warning);

}  // namespace heddle::cli
