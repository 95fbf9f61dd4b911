// A heuristic: one number per choice, smaller goes sooner.  It does not know what it is used for: a
// bound prunes by it, an order sorts siblings by it, a priority sorts the whole frontier by it.
#pragma once

#include <cstdint>
#include <string_view>

#include "search/engine/choice.hpp"
#include "search/engine/path.hpp"

namespace heddle::search {

using Cost = std::uint64_t;

class Rank {
 public:
  virtual ~Rank() = default;

  // REQUIRES: `choice` is open at the path's present state.
  virtual Cost cost(const Path& path, const Choice& choice) = 0;

  // Begins a fresh random stream, if it draws any: the search begins again.
  virtual void reseed(std::uint64_t /*seed*/) {}

  // As printed in a recipe: "preemptions".
  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
