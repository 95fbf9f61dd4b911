// Interface of visited sets.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/ids.hpp"
#include "search/state/visit.hpp"

namespace heddle::search {

class VisitedStore {
 public:
  virtual ~VisitedStore() = default;

  // Adds the state, if it is new, and this arrival at it.
  virtual Visit insert(const Fingerprint& state, const Arrival& arrival) = 0;

  // Returns whether `insert` may return a value other than `fresh`.  If not, the search does not
  // call it and computes no fingerprints.
  virtual bool remembers() const { return true; }

  // Removes all states: the search restarts.
  virtual void clear() = 0;

  virtual std::uint64_t bytes() const { return 0; }

  // Returns the probability that a state was omitted because of a hash collision.
  virtual double omission_chance() const { return 0; }

  // Returns the expected share of the states that were not omitted, for a store that omits some by
  // design.
  virtual std::optional<double> coverage_estimate() const { return std::nullopt; }

  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
