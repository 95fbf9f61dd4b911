// Measures the size of executions, which samplers need in advance and learn from previous
// executions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/engine/path.hpp"

namespace heddle::search {

// The number of uniformly random executions before a sampler relies on the learned size.
inline constexpr std::uint64_t kProfilingRuns = 4;

class RunSize {
 public:
  // Called at every state of the present execution, with the number of enabled threads there.
  void saw(const Path& path, std::size_t movable);

  // Called before run_ended() if the execution was cut at the step limit; nothing is learned from
  // it.
  void run_cut() { is_cut_ = true; }

  void run_ended();

  std::uint64_t runs() const { return runs_; }
  // The size of the largest finished execution that was not cut.
  std::uint64_t threads() const { return threads_; }
  std::uint64_t steps() const { return steps_; }  // at states where two threads or more could move

  // Returns the steps of the present execution, counted in the same way.
  std::uint64_t steps_so_far() const { return steps_now_; }

  // Returns the number of executions that ended since the last one that was larger than all before;
  // that one is not counted.
  std::uint64_t runs_of_this_size() const { return same_; }

 private:
  std::uint64_t runs_ = 0;
  std::uint64_t same_ = 0;
  std::uint64_t threads_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t threads_now_ = 0;
  std::uint64_t steps_now_ = 0;
  bool is_cut_ = false;
  std::vector<bool> seen_now_;  // by thread index
};

}  // namespace heddle::search
