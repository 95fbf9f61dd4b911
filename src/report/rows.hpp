// The lines of a schedule before they are laid out: steps, output, folded loops, waiting threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "report/symbolized.hpp"
#include "trace/objects.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

inline constexpr std::size_t kNoPosition = std::numeric_limits<std::size_t>::max();

struct Row {
  enum class Kind : std::uint8_t {
    step,
    note,     // a thread created, started or ended
    output,   // what the program printed
    blocked,  // a thread that waits at the end
    failure,  // the moment it went wrong
    remark,   // about the rows around it: a folded loop, rows left out; belongs to no thread
    loop,     // above the steps of a loop that never ends; belongs to no thread
  };
  Kind kind = Kind::step;
  ThreadId thread = kNoThread;
  std::size_t number = 0;              // of a step, from 1
  std::size_t position = kNoPosition;  // of a step or note in Trace::steps
  bool switches = false;               // another thread moved before
  std::string text;
  std::string place;  // "queue.cpp:41 in pop"
};

// Steps that share a row.
enum class Folding : std::uint8_t {
  none,
  loops,  // the repetitions of a loop
  calls,  // these, and the steps inside a call of the standard library
};

std::vector<Row> make_rows(const trace::Trace& trace, const SymbolizedTrace& symbols,
                           const trace::ObjectNames& names, Folding folding);

// Keeps the first and the last rows of a long list, and where an endless loop begins, with a remark
// between them.  `advice` says how to see the rest.
std::vector<Row> shorten(std::vector<Row> rows, const std::string& advice);

}  // namespace heddle::report
