// How large runs are: what a sampler must know beforehand, and learns from the runs before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/engine/path.hpp"

namespace heddle::search {

// Runs drawn at random, every thread equally likely, before a sampler relies on what it learned.
inline constexpr std::uint64_t kProfilingRuns = 4;

class RunSize {
 public:
  // The present run came to a state at which so many threads could move.
  void saw(const Path& path, std::size_t movable);

  void run_ended();

  std::uint64_t runs() const { return runs_; }
  // Of the largest run that is over.
  std::uint64_t threads() const { return threads_; }
  std::uint64_t steps() const { return steps_; }  // at states where two threads or more could move

  // Steps of the present run, as above.
  std::uint64_t steps_so_far() const { return steps_now_; }

  // How many runs have ended since one was larger than those before, that one left out.
  std::uint64_t runs_of_this_size() const { return same_; }

 private:
  std::uint64_t runs_ = 0;
  std::uint64_t same_ = 0;
  std::uint64_t threads_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t threads_now_ = 0;
  std::uint64_t steps_now_ = 0;
  std::vector<bool> seen_now_;  // by thread index
};

}  // namespace heddle::search
