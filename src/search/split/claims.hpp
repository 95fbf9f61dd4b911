// The states that a worker claims, where another rank knows whether they are new.
//
// An answer takes as long as thousands of steps.  So the worker leaves a claimed state and explores
// others meanwhile.  If the answer is that the state is new, the worker comes back to it.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "search/engine/tally.hpp"
#include "search/split/rank_link.hpp"

namespace heddle::search {

class Claims {
 public:
  using Number = std::uint64_t;  // 0: no claim

  // `goes_on` is called while an answer is awaited.  It returns false if none is needed any more.
  Claims(RankLink& link, std::function<bool()> goes_on)
      : link_(link), goes_on_(std::move(goes_on)) {}

  // Begins a pass.
  void begin();

  // The worker has reached a state of another rank, or one that needs no claim.
  void claim(const Fingerprint& state, const Arrival& arrival);
  void need_none() { present_ = 0; }
  // Returns the claim of the present state.
  Number present() const { return present_; }

  // The worker comes back to a state that it claimed.
  void come_back() { comes_back_ = true; }
  bool took_claimed_state() { return std::exchange(comes_back_, false); }

  // Returns the answers that have arrived; waits for one if `waits`, unless none is needed.
  const std::vector<ClaimAnswer>& receive(bool waits);
  bool awaits_answers() const { return awaited_ > 0; }

  // A state at which an execution ended was claimed, and is new.  The worker does not come back.
  void note_new_end() { ++new_ends_; }
  // At the end of a pass: these states were counted as known.
  void settle(Tally& tally) const {
    tally.states += new_ends_;
    tally.revisits -= new_ends_;
  }

 private:
  void collect();

  RankLink& link_;
  std::function<bool()> goes_on_;
  Number last_ = 0;
  Number present_ = 0;
  bool comes_back_ = false;
  std::uint64_t awaited_ = 0;   // answers
  std::uint64_t new_ends_ = 0;  // in this pass
  std::vector<ClaimAnswer> arrived_;
  std::vector<ClaimAnswer> returned_;
};

}  // namespace heddle::search
