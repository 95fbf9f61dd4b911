// The execution in progress: the decisions from the initial state to the present one, and the
// present state's view.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/check.hpp"
#include "core/schedule.hpp"
#include "search/engine/place.hpp"
#include "system/state_view.hpp"

namespace heddle::search {

class Path {
 public:
  // The number of steps taken.
  std::uint32_t depth() const { return static_cast<std::uint32_t>(decisions_.size()); }

  // The present state.  Valid until the next step.
  const StateView& view() const { return *view_; }

  // The step that left the state at `depth`.  REQUIRES: depth < depth().
  Decision decision(std::size_t depth) const { return decisions_[depth]; }

  // Returns the thread that took the last step; kNoThread at the initial state.
  ThreadId last() const { return decisions_.empty() ? kNoThread : decisions_.back().thread; }

  const Schedule& schedule() const { return decisions_; }

  // Returns the fingerprint of the state at `depth`, if the search has a visited set. REQUIRES:
  // depth <= depth().
  const Fingerprint& fingerprint(std::size_t depth) const { return fingerprints_[depth]; }
  const Fingerprint& fingerprint() const { return fingerprints_.back(); }
  // Returns whether there is one; a state on the way to another one may have none, or zero.
  bool has_fingerprint(std::size_t depth) const { return depth < fingerprints_.size(); }

  // Returns a reference to the present state that stays valid when the path leads elsewhere.
  PlaceRef place() const;

  // Only for the search loop.
  void arrive(const StateView& view) { view_ = &view; }
  void push(Decision decision) { decisions_.push_back(decision); }
  void identify(const Fingerprint& present) {
    fingerprints_.resize(decisions_.size());
    fingerprints_.push_back(present);
  }
  void truncate(std::uint32_t depth);
  // Makes the path lead to `place`, and returns how many steps it shares with the former path.
  std::uint32_t lead_to(const PlaceRef& place);
  // Stores the mark of the present state in its place, if place() was called for it.
  void set_mark(const Mark& mark) {
    if (places_.size() == decisions_.size() + 1) places_.back()->mark = mark;
  }

 private:
  void adopt(const PlaceRef& place);

  Schedule decisions_;
  const StateView* view_ = nullptr;
  std::vector<Fingerprint> fingerprints_;  // by depth
  // places_[d] names the state at depth d; shorter than the path, and empty until place() is used.
  mutable std::vector<PlaceRef> places_;
};

}  // namespace heddle::search
