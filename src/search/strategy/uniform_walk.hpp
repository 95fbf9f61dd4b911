// Uniform random walk, and the selective one (Zhao, Wolff, Mathur, Roychoudhury, "Selectively
// uniform concurrency testing", ASPLOS 2025).
//
// A thread is chosen with a chance in proportion to the events that it has still to perform, those
// of threads that it has yet to create among them: then all interleavings of threads that neither
// wait nor branch are equally likely, whereas a walk that takes every thread equally often favours
// some by far.  The selective walk does so for the events on one shared object, drawn anew for
// every run, and lets the others come as they may.
//
// The numbers of events are learned from the runs before (event_counts.hpp).  Departures: threads
// held for their turn are let go when all others yield, for these may be waiting for them.  The end
// of the program is an event of every subject, since no event of another thread follows it.  It is
// delayed (end_delay.hpp) while the events of the others are not learned.
#pragma once

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "search/strategy/end_delay.hpp"
#include "search/strategy/event_counts.hpp"
#include "search/strategy/sampler.hpp"

namespace heddle::search {

class UniformWalk final : public Sampler {
 public:
  enum class Kind : std::uint8_t { uniform, selective };

  UniformWalk(Kind kind, std::uint64_t seed) : kind_(kind), random_(seed) {}

  std::size_t choose(const Path& path, std::span<const Choice> choices) override;
  void run_ended() override;
  std::string_view name() const override {
    return kind_ == Kind::uniform ? "uniform walk" : "selectively uniform walk";
  }

 private:
  struct Thread {
    bool is_known = false;
    bool is_held = false;      // until the intended one has moved
    std::uint64_t events = 0;  // still to come, with those of its children to be
  };

  void meet(const Path& path);
  ThreadId draw(const Path& path);
  ThreadId draw_unlearned();
  ThreadId draw_intended();
  bool all_wait(const Path& path) const;
  void let_go();
  Thread& of(ThreadId thread) { return known_[index(thread)]; }

  Kind kind_;
  Random random_;
  EventCounts counts_;
  EndDelay delay_;
  EventCounts::Subject subject_;   // of this run
  ThreadId intended_ = kNoThread;  // whose event of the subject comes next
  std::vector<Thread> known_;      // by index, in this run
  std::vector<ThreadId> threads_;  // that can move now
  std::vector<ThreadId> free_;     // those that are not held
  ThreadId ending_ = kNoThread;    // about to end the program
  std::uint64_t end_one_in_ = 1;   // its inverse probability, if no events are learned
};

}  // namespace heddle::search
