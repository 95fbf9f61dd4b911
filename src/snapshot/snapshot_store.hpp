// Keeps snapshots up to a memory limit.  Beyond the limit the oldest is dropped: its state is then
// reached by replay from an older snapshot that is left.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "snapshot/memory_image.hpp"

namespace heddle::native {

class SnapshotStore;

// Holds the snapshot of a mark, until the store drops it.
class SnapshotSlot {
 public:
  SnapshotSlot() = default;
  ~SnapshotSlot();
  SnapshotSlot(const SnapshotSlot&) = delete;
  SnapshotSlot& operator=(const SnapshotSlot&) = delete;

  // Returns the snapshot; null when there is none, or when it was dropped.
  const Snapshot* get() const { return snapshot_ ? &*snapshot_ : nullptr; }

 private:
  friend class SnapshotStore;
  std::optional<Snapshot> snapshot_;
  SnapshotStore* store_ = nullptr;
  SnapshotSlot* older_ = nullptr;
  SnapshotSlot* newer_ = nullptr;
};

// The store of all snapshots.  REQUIRES: outlives its slots.
class SnapshotStore {
 public:
  void set_limit(std::size_t bytes) { limit_ = bytes; }
  void keep(SnapshotSlot& slot, Snapshot snapshot);
  void drop(SnapshotSlot& slot);
  void clear();

  std::size_t count() const { return count_; }
  std::size_t dropped() const { return dropped_; }

 private:
  std::size_t limit_ = std::numeric_limits<std::size_t>::max();
  SnapshotSlot* oldest_ = nullptr;
  SnapshotSlot* newest_ = nullptr;
  std::size_t count_ = 0;
  std::size_t dropped_ = 0;
};

}  // namespace heddle::native
