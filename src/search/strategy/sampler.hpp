// Draws one choice at every state of a run, and so a schedule.
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

  // The place in `choices` of the one to take at the path's present state.  Called once for every
  // state of a run, in order.  REQUIRES: there is a choice.
  virtual std::size_t choose(const Path& path, std::span<const Choice> choices) = 0;

  // The run came to its end; the next one begins at the initial state.
  virtual void run_ended() = 0;

  // What may be said about the chance of an error, as half a sentence; empty: nothing.
  virtual std::string guarantee() const { return ""; }

  // As printed in a recipe: "pct".
  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
