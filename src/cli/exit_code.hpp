// How the command ends; scripts rely on these numbers.
#pragma once

namespace heddle::cli {

inline constexpr int kExitOk = 0;              // no error, and the stated coverage was reached
inline constexpr int kExitErrorFound = 1;      // the program has an error
inline constexpr int kExitUsage = 2;           // the command line or an input file is wrong
inline constexpr int kExitIncomplete = 3;      // no error, but the budget ended first
inline constexpr int kExitDivergence = 4;      // the program is not deterministic under control
inline constexpr int kExitInternalError = 70;  // Heddle itself failed
// A schedule does not fit the program any more; test drivers read this number as "skipped".
inline constexpr int kExitNotApplicable = 77;

}  // namespace heddle::cli
