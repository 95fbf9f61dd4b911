// Which snapshots are kept.  Beyond a limit of memory the oldest is dropped: whoever needs it again
// reaches its state by executing the steps from an older one that is left.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "snapshot/memory_image.hpp"

namespace heddle::native {

class SnapshotStore;

// Where a mark keeps its snapshot, as long as the store lets it.
class SnapshotSlot {
 public:
  SnapshotSlot() = default;
  ~SnapshotSlot();
  SnapshotSlot(const SnapshotSlot&) = delete;
  SnapshotSlot& operator=(const SnapshotSlot&) = delete;

  // Null when there is none, or none any more.
  const Snapshot* get() const { return snapshot_ ? &*snapshot_ : nullptr; }

 private:
  friend class SnapshotStore;
  std::optional<Snapshot> snapshot_;
  SnapshotStore* store_ = nullptr;
  SnapshotSlot* older_ = nullptr;
  SnapshotSlot* newer_ = nullptr;
};

// Outlives its slots.
class SnapshotStore {
 public:
  void set_limit(std::size_t bytes) { limit_ = bytes; }
  void keep(SnapshotSlot& slot, Snapshot snapshot);
  void drop(SnapshotSlot& slot);

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
