// Partial-order sampling (Yuan, Yang, Gu, "Partial order aware concurrency sampling", CAV 2018).
//
// Every pending operation has a random priority; the highest that can be performed is.  The
// operations that raced with it draw again, so that orders of independent operations do not make
// some orders of dependent ones rare.  There is nothing to learn beforehand.
#pragma once

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "search/strategy/pending_priorities.hpp"
#include "search/strategy/sampler.hpp"

namespace heddle::search {

class Pos final : public Sampler {
 public:
  explicit Pos(std::uint64_t seed) : random_(seed) {}

  std::size_t choose(const Path& path, std::span<const Choice> choices) override;
  void run_ended() override { priorities_.clear(); }
  std::string_view name() const override { return "partial-order sampling"; }

 private:
  Random random_;
  std::vector<ThreadId> threads_;  // that can move now
  PendingPriorities priorities_;
};

}  // namespace heddle::search
