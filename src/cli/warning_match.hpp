// Compares the finding of a search with the warning of another tool.
#pragma once

#include <string>
#include <vector>

#include "guidance/reports/warning.hpp"
#include "report/symbolized.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/trace.hpp"

namespace heddle::cli {

using Frames = std::vector<symbolize::Frame>;  // innermost first, with inlined functions

// The stacks of two racing accesses, and the variable; empty where unknown.
struct RacingStacks {
  Frames earlier;
  Frames later;
  std::string variable = {};
};

// Whether a frame is on the line of a site.  The site's file is the end of a path.
bool is_at(const symbolize::Frame& frame, const guidance::Site& site);

// Whether a stack is that of a site: one of its frames is at the line, in a function of the same
// template arguments, and is called from where the site is called, as far as the report says.
bool leads_to(const Frames& stack, const guidance::Site& site);

// Whether each site of the warning is one of the accesses, and the variable is the same, as far as
// both are known.  A warning with a single site matches every race that involves it.
bool is_race_of(const guidance::Warning& warning, const RacingStacks& race);

// Whether a race that is not the warning's may still be the same error, or hide it: a line of the
// warning is in its stacks, or its lines are near the sites, as compilers differ about the line of
// an operation.
bool may_hide(const guidance::Warning& warning, const RacingStacks& race);

// Whether all lines of the warning are in the stacks of a failure: then the failure may be the
// predicted one.
bool has_lines_of(const guidance::Warning& warning, const trace::Trace& trace,
                  const report::SymbolizedTrace& symbols);

// Whether the failure of a trace is the error that a warning predicts.
//
// - A lock cycle: a deadlock in which each wanted acquisition is blocked, in a thread of its own,
//   and these threads block each other.
// - A use after free: a memory error at the use, of memory that was freed at the release.
// - A race: a race of these accesses; if one of them is a release, also a use after free.
// - A misuse of a lock: a misuse, or a deadlock or a memory error at the call.
//
// `races`: those of the search, which know the variable.
bool is_failure_of(const guidance::Warning& warning, const trace::Trace& trace,
                   const report::SymbolizedTrace& symbols,
                   const std::vector<RacingStacks>& races = {});

// Whether the warning names neither a variable nor calls, although the accesses of its error lie in
// functions that others may call: it may be about another access.
bool is_vague(const guidance::Warning& warning, const trace::Trace& trace,
              const report::SymbolizedTrace& symbols);

// Whether Heddle has a detector for such warnings.
bool can_be_checked(const guidance::Warning& warning);

// Whether a data race can confirm the warning.
bool is_about_races(const guidance::Warning& warning);

}  // namespace heddle::cli
