// One step of a trace in words: "lock mutex 1", "load ready = 0", "write counter 3 -> 4".
#pragma once

#include <string>
#include <string_view>

#include "trace/objects.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

std::string step_text(const trace::Trace& trace, const trace::ObjectNames& names,
                      const trace::Step& step);

// Why a thread cannot move: "waits for mutex 2, held by thread 1 since step 12".
std::string blocked_text(const trace::Trace& trace, const trace::ObjectNames& names,
                         const trace::Blocked& blocked);

// The number of the step in which `thread` last took hold of `object`; 0 when unknown.  Steps are
// numbered from 1, notes are not counted.
std::size_t held_since(const trace::Trace& trace, ThreadId thread, ObjectId object);

// Text of the program, safe for a terminal and on one line: control characters become escapes.
std::string printable(std::string_view text);

}  // namespace heddle::report
