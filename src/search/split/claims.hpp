// The states that a worker claims, where another rank knows whether they are new.
//
// An answer takes as long as thousands of steps.  So the worker explores a claimed state at once.
// If the answer is that another worker claimed it first, the worker drops the choices of that state
// which it has not taken.  The other worker explores them all, so nothing is lost.  The choices
// that were taken are explored twice, and are subtracted from the counts.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "search/engine/tally.hpp"
#include "search/split/rank_link.hpp"

namespace heddle::search {

class Claims {
 public:
  using Number = std::uint64_t;  // 0: no claim
  // A state with choices that must be dropped.
  struct Dropped {
    Number claim = 0;
    std::uint32_t depth = 0;
  };

  // `goes_on` is called while an answer is awaited.  It returns false if none is needed any more.
  Claims(RankLink& link, std::function<bool()> goes_on)
      : link_(link), goes_on_(std::move(goes_on)) {}

  // Begins a pass.  `tally` counts what this worker does.
  void begin(const Tally& tally);

  // The worker has reached a state of another rank, or one of its own.
  void claim(const Fingerprint& state, const Arrival& arrival);
  void need_none();

  // Returns the claim of the present state.
  Number present() const { return present_; }
  bool is_open(Number claim) const;

  // The worker has taken a choice of the state with this claim, and reached the next state.
  void count(Number taken_from);

  // Receives answers, and returns the states that other workers explore.
  const std::vector<Dropped>& receive();

  // At the end of a pass: subtracts what other workers count, as far as answers have arrived.
  void settle(Tally& tally);

 private:
  struct Open {
    std::uint32_t depth = 0;
    bool is_answered = false;
    // Counted since: what its choices led to, and what its own visit opened.
    Tally counted;
  };

  Open* find(Number claim);
  void answer(const ClaimAnswer& answer);

  RankLink& link_;
  std::function<bool()> goes_on_;
  const Tally* tally_ = nullptr;
  Tally before_;           // the tally at the last count
  std::deque<Open> open_;  // by number, from first_
  Number first_ = 1;
  std::uint64_t awaited_ = 0;  // answers
  Number present_ = 0;
  bool was_inserted_ = false;  // the present state is in a visited set
  std::vector<ClaimAnswer> arrived_;
  std::vector<Dropped> dropped_;
  Tally surplus_;
};

}  // namespace heddle::search
