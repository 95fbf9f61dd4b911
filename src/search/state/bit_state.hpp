// Bit-state hashing (Holzmann, "An analysis of bitstate hashing", 1998): three bits of a fixed
// memory per state.  A state whose three bits were all set by others is taken for seen and left
// out, so a search over this store never covers everything for certain.
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

  // Of at least one state: 1 - exp(-omitted), see coverage_estimate.
  double omission_chance() const override;

  // The expected share of the states met that were recognised as new.  A new state is left out with
  // the chance p = f^3, where f is the share of bits set at that moment.  So every state that was
  // accepted stands for p / (1 - p) that were not; with their sum, `omitted`, and n accepted states
  // the share is n / (n + omitted).  What lies behind an omitted state, and nowhere else, is not
  // counted.
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
