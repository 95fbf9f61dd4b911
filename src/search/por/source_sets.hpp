// Dynamic partial-order reduction: a run is looked through for races, and for each the state before
// its earlier step tries a thread that leads to the later step first.
//
// With source sets (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014) any thread will do that can begin
// what comes before the later step, and what was explored falls asleep.  With persistent sets
// (Flanagan and Godefroid, POPL 2005) it must be one that the later step depends on, and nothing
// falls asleep: mixing in sleep sets as a mere filter would lose runs.
#pragma once

#include "search/por/wanted_threads.hpp"

namespace heddle::search {

class SourceSets final : public WantedThreads {
 public:
  enum class Kind : std::uint8_t { source, persistent };

  explicit SourceSets(Kind kind)
      : WantedThreads(kind == Kind::source ? Sleep::explored : Sleep::none), kind_(kind) {}

  void ended(std::vector<ReductionNode>& nodes, Causality& causality, std::uint32_t first_new,
             std::span<const LeftThread> left) override;
  std::string_view name() const override {
    return kind_ == Kind::source ? "source sets" : "persistent sets";
  }

 private:
  void reverse(std::vector<ReductionNode>& nodes, const Causality& causality, const Race& race,
               std::uint32_t end, const PlannedStep& later) const;

  Kind kind_;
};

}  // namespace heddle::search
