// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized
// scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010).
//
// Every thread has a priority drawn at random; the one with the highest that can move does.  At
// d - 1 steps drawn from the k of a run, the thread about to move falls to a low priority: i at the
// i-th of them.  An error that d ordering constraints make certain is met with a chance of at least
// 1 / (n k^(d-1)) by every run, n being the number of threads.
//
// Departures: k counts the steps at which two threads or more could move, for at the others there
// is nothing to change.  n and k are learned from the runs before (run_size.hpp); a run that turns
// out longer goes on with every thread equally likely.  A thread that yields falls below all
// others, or it would spin for ever; of the guarantee nothing is said then, nor when a thread could
// go more ways than one.
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
