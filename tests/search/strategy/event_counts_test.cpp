// The events of a thread count with its creator's until it is there.
#include "search/strategy/event_counts.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

constexpr ObjectId kCell{64};
constexpr ObjectId kOtherObject{72};

ThreadView thread_at(std::size_t id, OpKind kind, ObjectId object) {
  ThreadView view = thread(id);
  view.next.kind = kind;
  view.next.object = object;
  return view;
}

// Main writes the other cell and creates thread 1, which writes the cell twice; main reads it.
void run(EventCounts& counts) {
  HandMadePath made({thread_at(0, OpKind::atomic_store, kOtherObject)});
  const auto perform = [&](std::size_t mover, std::vector<ThreadView> after) {
    counts.saw(made.path());
    counts.performs(made.path(), thread_id(mover));
    made.step(decide(mover), std::move(after));
  };
  perform(0, {thread_at(0, OpKind::atomic_load, kCell), thread_at(1, OpKind::atomic_store, kCell)});
  perform(1, {thread_at(0, OpKind::atomic_load, kCell), thread_at(1, OpKind::atomic_store, kCell)});
  perform(1, {thread_at(0, OpKind::atomic_load, kCell)});
  perform(0, {});
  counts.run_ended();
}

TEST(EventCounts, AddThoseOfChildrenToTheirCreators) {
  EventCounts counts;
  run(counts);
  run(counts);
  EXPECT_EQ(counts.runs(), 2U);
  EXPECT_EQ(counts.with_children(thread_id(0), {}), 4U);
  EXPECT_EQ(counts.with_children(thread_id(1), {}), 2U);
  EXPECT_EQ(counts.with_children(thread_id(0), {false, kCell}), 3U);
  EXPECT_EQ(counts.with_children(thread_id(1), {false, kOtherObject}), 0U);
  EXPECT_EQ(counts.with_children(thread_id(7), {}), 0U) << "a thread never met";
}

TEST(EventCounts, KnowWhichObjectsAreShared) {
  EventCounts counts;
  run(counts);
  EXPECT_EQ(counts.shared_objects(), std::vector<ObjectId>{kCell});
}

}  // namespace
}  // namespace heddle::search
