// Random priorities of pending operations, as partial-order sampling defines them (Yuan, Yang, Gu,
// "Partial order aware concurrency sampling", CAV 2018).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dependence.hpp"
#include "core/random.hpp"
#include "search/engine/path.hpp"

namespace heddle::search {

class PendingPriorities {
 public:
  // Returns the candidate whose pending operation has the highest priority.  That operation and the
  // enabled ones that race with it draw new priorities at the next call.  REQUIRES: `candidates` is
  // not empty and a subset of `enabled`.
  ThreadId take(const Path& path, std::span<const ThreadId> enabled,
                std::span<const ThreadId> candidates, Random& random);

  // Forgets all priorities; called at the end of an execution.
  void clear() { priorities_.clear(); }

 private:
  static constexpr std::uint64_t kNone = 0;

  std::uint64_t& priority(ThreadId thread);
  void draw_again(const Path& path, std::span<const ThreadId> enabled, ThreadId mover);

  std::vector<std::uint64_t> priorities_;  // of pending operations, by thread index
  std::vector<Access> moved_;
  std::vector<Access> pending_;
};

}  // namespace heddle::search
