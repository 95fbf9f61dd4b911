// Visited set by bit-state hashing (Holzmann, "An analysis of bitstate hashing", 1998): three bits
// of a fixed memory per state.  A state whose three bits were all set by others counts as visited
// and is pruned.  So a search with this store never guarantees full coverage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/result.hpp"
#include "search/state/visited_store.hpp"

namespace heddle::search {

class BitState final : public VisitedStore {
 public:
  // The memory is reserved at once and used page by page.
  static Result<std::unique_ptr<BitState>> make(std::uint64_t bytes);

  // An arrival that spent another amount counts as another state: the bits store no amounts.
  Visit insert(const Fingerprint& state, const Arrival& arrival) override;
  void clear() override;
  std::uint64_t bytes() const override { return words_ * sizeof(std::uint64_t); }

  // Returns the probability that at least one state was omitted: 1 - exp(-omitted), see
  // coverage_estimate.
  double omission_chance() const override;

  // Returns the expected share of the reached states that were recognised as new.  A new state is
  // omitted with probability p = f^3, where f is the share of bits set at that moment.  So every
  // accepted state stands for p / (1 - p) omitted ones.  With their sum, `omitted`, and n accepted
  // states the share is n / (n + omitted).  States that are reachable only through an omitted state
  // are not counted.
  std::optional<double> coverage_estimate() const override;

  std::string_view name() const override { return "bit-state"; }

 private:
  struct Free {
    void operator()(std::uint64_t* memory) const;
  };
  using Words = std::unique_ptr<std::uint64_t[], Free>;

  BitState(Words memory, std::uint64_t words) : memory_(std::move(memory)), words_(words) {}

  bool set(std::uint64_t bit);

  Words memory_;
  std::uint64_t words_;
  std::uint64_t bits_set_ = 0;
  std::uint64_t accepted_ = 0;
  double omitted_ = 0;
};

}  // namespace heddle::search
