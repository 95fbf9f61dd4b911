// What went wrong, in a headline and a few sentences.
#pragma once

#include <string>

#include "report/symbolized.hpp"
#include "trace/objects.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

// "deadlock", "assertion failed: balance >= 0".
std::string headline(const trace::Trace& trace);

// The kind of failure alone: "deadlock", "assertion failed".
std::string short_headline(const trace::Trace& trace);

// Who, where, after how many steps; for a livelock where its loop is; for a deadlock who waits for
// whom; the update that was lost. One sentence per line.
std::string explanation(const trace::Trace& trace, const SymbolizedTrace& symbols,
                        const trace::ObjectNames& names);

// "main -> thread 1 -> main": threads that wait for each other; empty when there is no circle.
std::string wait_cycle(const trace::Trace& trace);

}  // namespace heddle::report
