// Probabilistic concurrency testing (PCT; Burckhardt, Kothari, Musuvathi, Nagarakatte, "A
// randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010).
//
// Every thread has a random priority; the enabled thread with the highest one moves.  At d - 1
// steps drawn from the k of an execution, the thread about to move drops to a low priority: i at
// the i-th of them.  Let n be the number of threads.  Each execution finds an error that d ordering
// constraints make certain with a probability of at least 1 / (n k^(d-1)).  Orders that blocking
// makes necessary count as constraints.
//
// Differences from the paper:
// - k counts only the steps at which at least two threads are enabled, since the others offer no
//   choice.
// - n and k are learned from previous executions (run_size.hpp).  A longer execution keeps the
//   priorities that the last change point left.
// - A thread that yields drops below all others, or it would spin without end.  No guarantee is
//   given then, nor when a thread has more than one alternative.
#pragma once

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "search/strategy/run_size.hpp"
#include "search/strategy/sampler.hpp"

namespace heddle::search {

class Pct final : public Sampler {
 public:
  // REQUIRES: depth > 0.
  Pct(std::uint64_t depth, std::uint64_t seed);

  std::size_t choose(const Path& path, std::span<const Choice> choices) override;
  void run_cut() override { size_.run_cut(); }
  void run_ended() override;
  std::string guarantee() const override;
  std::string_view name() const override { return name_; }

 private:
  using Priority = std::uint64_t;

  void draw_change_points();
  void give_priorities();
  ThreadId highest() const;
  void let_yielding_fall(const Path& path);

  std::uint64_t depth_;
  Random random_;
  std::string name_;
  RunSize size_;
  std::vector<ThreadId> threads_;             // that can move now
  std::vector<Priority> priorities_;          // by thread index; 0: none yet
  std::vector<std::uint64_t> change_points_;  // the i-th at i - 1
  std::uint64_t yields_ = 0;                  // of this run, that made a thread fall
  bool is_guaranteed_ = true;
};

}  // namespace heddle::search
