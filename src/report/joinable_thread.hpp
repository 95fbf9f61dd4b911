// A std::thread that is destroyed, or assigned to, while its thread may still be joined makes the
// C++ library call std::terminate.  That it did so, and for which, shows in the stack only, once
// its inlined functions are known.
#pragma once

#include "report/symbolized.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

// Calls such a crash by its name: a misuse, with the threads that it can be about.
void name_joinable_thread(trace::Trace& trace, const SymbolizedTrace& symbols);

}  // namespace heddle::report
