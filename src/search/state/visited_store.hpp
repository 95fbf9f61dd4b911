// Which states count as seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/ids.hpp"

namespace heddle::search {

class VisitedStore {
 public:
  virtual ~VisitedStore() = default;

  // Remembers a state that was reached at some expense (see Spending; 0 where there is none).
  // False when it was there already, reached at no more.
  virtual bool insert(const Fingerprint& state, std::uint64_t spent) = 0;

  // Whether `insert` may ever say false.  If not, the loop neither asks nor computes fingerprints.
  virtual bool remembers() const { return true; }

  // Forgets everything: the search begins again.
  virtual void clear() = 0;

  // How often `insert` said true of a state that was there, because it was reached for less.
  virtual std::uint64_t reopened() const { return 0; }

  virtual std::uint64_t bytes() const { return 0; }

  // The chance that some state was taken for another and left out.
  virtual double omission_chance() const { return 0; }

  // The expected share of the states that were not left out, for a store that leaves some out by
  // design.
  virtual std::optional<double> coverage_estimate() const { return std::nullopt; }

  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
