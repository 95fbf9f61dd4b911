// What a native program's marks are.
#pragma once

#include <boost/pool/pool_alloc.hpp>
#include <cstddef>
#include <utility>

#include "runtime/scheduler.hpp"
#include "snapshot/snapshot_store.hpp"
#include "system/mark.hpp"

namespace heddle::native {

// A state as the schedule that leads to it, a chain that shares its beginning with other marks, and
// as a snapshot.
class NativeMark : public MarkedState {
 public:
  NativeMark(Shared<const NativeMark> before, const ScriptStep& step)
      : before_(std::move(before)), step_(step), depth_(before_ ? before_->depth_ + 1 : 0) {}
  // A long chain that nobody else holds must not be taken apart by recursion.
  ~NativeMark() override {
    while (before_ && before_.unique()) {
      before_ = std::move(const_cast<NativeMark&>(*before_).before_);
    }
  }

  std::size_t depth() const { return depth_; }
  const Shared<const NativeMark>& before() const { return before_; }
  const ScriptStep& step() const { return step_; }  // the last one; meaningless at depth 0
  SnapshotSlot& slot() const { return slot_; }

 private:
  Shared<const NativeMark> before_;
  ScriptStep step_;
  std::size_t depth_;
  mutable SnapshotSlot slot_;
};

// Marks come and go at every branch, in the one thread that explores.
inline Shared<const NativeMark> new_mark(Shared<const NativeMark> before, const ScriptStep& step) {
  using Reused = boost::fast_pool_allocator<NativeMark, boost::default_user_allocator_new_delete,
                                            boost::details::pool::null_mutex>;
  return std::__allocate_shared<NativeMark, __gnu_cxx::_S_single>(Reused(), std::move(before),
                                                                  step);
}

}  // namespace heddle::native
