// Samples schedules: draws one choice at every state of an execution.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "search/engine/choice.hpp"
#include "search/engine/path.hpp"

namespace heddle::search {

class Sampler {
 public:
  virtual ~Sampler() = default;

  // Returns the index in `choices` of the choice to take at the path's present state.  Called once
  // in each state of an execution, in order.  REQUIRES: `choices` is not empty.
  virtual std::size_t choose(const Path& path, std::span<const Choice> choices) = 0;

  // Called before run_ended() if the execution was cut at the step limit: its length says nothing
  // about the program.
  virtual void run_cut() {}

  // Called when the execution ended; the next one begins at the initial state.
  virtual void run_ended() = 0;

  // Returns the guarantee on the probability of finding an error, as half a sentence; empty: none.
  virtual std::string guarantee() const { return ""; }

  // As printed in a recipe: "pct".
  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
