// Delays the end of the program while other threads live, for random walks.
//
// The end is pending from the moment at which main returns, or a thread calls exit.  Drawn with the
// probability of any other choice, it would cut off long threads in almost every execution: n steps
// precede it with probability 2^-n.  A walk with this delay lets n steps precede it with a
// probability of about 1 / n.
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/engine/path.hpp"

namespace heddle::search {

class EndDelay {
 public:
  // Returns n; the pending end is to be taken with probability 1 / n.  Called once for each state
  // of an execution where the end and another choice are pending, with the number of choices.
  std::uint64_t one_in(std::size_t choices) { return choices + steps_++; }

  void run_ended() { steps_ = 0; }

 private:
  std::uint64_t steps_ = 0;  // while the end was pending
};

// Returns whether the thread is about to end the program.
inline bool ends_program(const Path& path, ThreadId thread) {
  return path.view().threads.next_of(thread).kind == OpKind::program_end;
}

}  // namespace heddle::search
