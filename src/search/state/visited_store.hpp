// Which states count as seen.
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

  // Whether `insert` may return anything but `fresh`.  If not, the search does not call it and
  // computes no fingerprints.
  virtual bool remembers() const { return true; }

  // Forgets everything: the search begins again.
  virtual void clear() = 0;

  virtual std::uint64_t bytes() const { return 0; }

  // The chance that some state was taken for another and left out.
  virtual double omission_chance() const { return 0; }

  // The expected share of the states that were not left out, for a store that leaves some out by
  // design.
  virtual std::optional<double> coverage_estimate() const { return std::nullopt; }

  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
