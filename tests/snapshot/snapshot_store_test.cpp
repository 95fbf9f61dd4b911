// Snapshots are kept up to a limit of memory; the oldest go first; slots may die in any order.
#include "snapshot/snapshot_store.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace heddle::native {
namespace {

Snapshot snapshot_of_one_block() {
  Snapshot snapshot;
  BlockNode* const node = snapshot.memory.writable_page(3);
  node->set(5, block_pool().new_block());
  return snapshot;
}

TEST(SnapshotStore, DropsTheOldestBeyondItsLimit) {
  SnapshotStore store;
  std::vector<std::unique_ptr<SnapshotSlot>> slots;
  const std::size_t empty = block_pool().bytes();
  slots.push_back(std::make_unique<SnapshotSlot>());
  store.keep(*slots.back(), snapshot_of_one_block());
  const std::size_t one = block_pool().bytes() - empty;
  store.set_limit(empty + 3 * one);
  for (int i = 1; i < 6; ++i) {
    slots.push_back(std::make_unique<SnapshotSlot>());
    store.keep(*slots.back(), snapshot_of_one_block());
  }
  EXPECT_EQ(store.count(), 3U);
  EXPECT_EQ(store.dropped(), 3U);
  for (std::size_t i = 0; i < slots.size(); ++i) EXPECT_EQ(slots[i]->get() != nullptr, i >= 3) << i;

  // A slot that was dropped can be filled again, and is the newest then.
  store.keep(*slots[0], snapshot_of_one_block());
  EXPECT_NE(slots[0]->get(), nullptr);
  EXPECT_EQ(slots[3]->get(), nullptr);
  slots.erase(slots.begin() + 4);
  EXPECT_EQ(store.count(), 2U);
  slots.clear();
  EXPECT_EQ(store.count(), 0U);
  EXPECT_EQ(block_pool().bytes(), empty);
}

TEST(SnapshotStore, NeverDropsTheOneJustTaken) {
  SnapshotStore store;
  store.set_limit(0);
  SnapshotSlot slot;
  store.keep(slot, snapshot_of_one_block());
  EXPECT_NE(slot.get(), nullptr);
}

}  // namespace
}  // namespace heddle::native
