// Defines the marks of a native program.
#pragma once

#include <boost/pool/pool_alloc.hpp>
#include <cstddef>
#include <memory>
#include <utility>

#include "monitors/race_watch.hpp"
#include "runtime/scheduler.hpp"
#include "snapshot/snapshot_store.hpp"
#include "system/mark.hpp"

namespace heddle::native {

// A state, stored as the schedule that leads to it and as an optional snapshot.  The schedule is a
// chain that shares its prefix with other marks.
class NativeMark : public MarkedState {
 public:
  NativeMark(Shared<const NativeMark> before, const ScriptStep& step)
      : before_(std::move(before)), step_(step), depth_(before_ ? before_->depth_ + 1 : 0) {}
  // Destroys a chain without other owners iteratively: recursion over a long chain would overflow
  // the stack.
  ~NativeMark() override {
    while (before_ && before_.unique()) {
      before_ = std::move(const_cast<NativeMark&>(*before_).before_);
    }
  }

  std::size_t depth() const { return depth_; }
  const Shared<const NativeMark>& before() const { return before_; }
  const ScriptStep& step() const { return step_; }  // the last one; meaningless at depth 0
  SnapshotSlot& slot() const { return slot_; }
  // The state of the race watch when the snapshot was taken; null if it was off.
  std::shared_ptr<const RaceWatchState>& race_watch() const { return race_watch_; }
  // The number of cells that SharedMemory had forgotten when the snapshot was taken.
  std::size_t& forgotten() const { return forgotten_; }

 private:
  Shared<const NativeMark> before_;
  ScriptStep step_;
  std::size_t depth_;
  mutable SnapshotSlot slot_;
  mutable std::shared_ptr<const RaceWatchState> race_watch_;
  mutable std::size_t forgotten_ = 0;
};

// Allocates a mark from a pool without locks: marks are created and destroyed at every branch, by
// the single thread that explores.
inline Shared<const NativeMark> new_mark(Shared<const NativeMark> before, const ScriptStep& step) {
  using Reused = boost::fast_pool_allocator<NativeMark, boost::default_user_allocator_new_delete,
                                            boost::details::pool::null_mutex>;
  return std::__allocate_shared<NativeMark, __gnu_cxx::_S_single>(Reused(), std::move(before),
                                                                  step);
}

}  // namespace heddle::native
