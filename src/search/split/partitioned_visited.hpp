// A visited set that is divided among ranks: each knows a part of the states.  A state of another
// rank is known until that rank has answered (see Claims).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "search/split/claims.hpp"
#include "search/split/shared_visited.hpp"

namespace heddle::search {

class PartitionedVisited final : public VisitedStore {
 public:
  // `own`: the part of this rank.  REQUIRES: link and claims outlive this.
  PartitionedVisited(std::unique_ptr<SharedVisited> own, const RankLink& link, Claims& claims)
      : own_(std::move(own)),
        ranks_(link.ranks),
        rank_(link.rank),
        claims_(claims),
        recent_(kRecent) {}

  Visit insert(const Fingerprint& state, const Arrival& arrival) override {
    if (claims_.took_claimed_state()) {
      claims_.need_none();
      return Visit::fresh;
    }
    if (owner_of(state, ranks_) == rank_) {
      claims_.need_none();
      return own_->insert(state, arrival);
    }
    Recent& recent = recent_[mixed(state) % kRecent];
    if (recent.is_used && recent.state == state && recent.spent <= arrival.spent) {
      if (recent.depth != arrival.depth) ++other_depths_;
      claims_.need_none();
      return Visit::known;
    }
    recent = {state, arrival.spent, arrival.depth, true};
    claims_.claim(state, arrival);
    return Visit::known;
  }

  void clear() override { own_->clear(); }
  double omission_chance() const override { return own_->omission_chance(); }
  std::string_view name() const override { return own_->name(); }

  // Returns the number of arrivals at another depth, as far as they were noticed here.
  std::uint64_t other_depths() const { return own_->other_depths() + other_depths_; }

 private:
  // A state that this worker claimed not long ago.  One that was forgotten is claimed again.
  struct Recent {
    Fingerprint state;
    std::uint64_t spent = 0;
    std::uint32_t depth = 0;
    bool is_used = false;
  };
  static constexpr std::size_t kRecent = std::size_t{1} << 17U;

  std::unique_ptr<SharedVisited> own_;
  std::uint32_t ranks_;
  std::uint32_t rank_;
  Claims& claims_;
  std::vector<Recent> recent_;
  std::uint64_t other_depths_ = 0;
};

}  // namespace heddle::search
