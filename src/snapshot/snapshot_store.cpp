#include "snapshot/snapshot_store.hpp"

#include <utility>

namespace heddle::native {

SnapshotSlot::~SnapshotSlot() {
  if (store_ != nullptr) store_->drop(*this);
}

void SnapshotStore::keep(SnapshotSlot& slot, Snapshot snapshot) {
  if (slot.store_ != nullptr) drop(slot);
  slot.snapshot_ = std::move(snapshot);
  slot.store_ = this;
  slot.older_ = newest_;
  if (newest_ != nullptr) newest_->newer_ = &slot;
  newest_ = &slot;
  if (oldest_ == nullptr) oldest_ = &slot;
  ++count_;
  while (memory_image().bytes() > limit_ && oldest_ != &slot) {
    drop(*oldest_);
    memory_image().forget_before(*oldest_->snapshot_);
    ++dropped_;
  }
}

void SnapshotStore::clear() {
  while (oldest_ != nullptr) drop(*oldest_);
}

void SnapshotStore::drop(SnapshotSlot& slot) {
  (slot.older_ != nullptr ? slot.older_->newer_ : oldest_) = slot.newer_;
  (slot.newer_ != nullptr ? slot.newer_->older_ : newest_) = slot.older_;
  slot.older_ = slot.newer_ = nullptr;
  slot.store_ = nullptr;
  slot.snapshot_.reset();
  --count_;
}

}  // namespace heddle::native
