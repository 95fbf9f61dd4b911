// Threads are looked at once, and only when somebody asks.
#include "system/thread_views.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "system/state_view.hpp"

namespace heddle {
namespace {

class Source final : public ThreadSource {
 public:
  Source() {
    threads_[0].id = ThreadId{3};
    threads_[0].next.kind = OpKind::mutex_lock;
    threads_[1].id = ThreadId{5};
    threads_[1].next.kind = OpKind::sleep;
    threads_[1].alternatives = 2;
  }
  std::span<const ThreadView> look_at_threads() const override {
    ++looks;
    return threads_;
  }
  const Operation& announced(ThreadId thread) const override {
    return threads_[thread == ThreadId{3} ? 0 : 1].next;
  }

  mutable int looks = 0;

 private:
  std::array<ThreadView, 2> threads_;
};

TEST(ThreadViews, AreLookedAtOnce) {
  const Source source;
  const ThreadViews threads(source);
  EXPECT_EQ(source.looks, 0);
  EXPECT_EQ(threads.size(), 2U);
  EXPECT_EQ(threads.back().id, ThreadId{5});
  EXPECT_EQ(threads.find(ThreadId{5})->alternatives, 2);
  EXPECT_EQ(threads.find(ThreadId{4}), nullptr);
  std::vector<ThreadId> ids;
  for (const ThreadView& thread : threads) ids.push_back(thread.id);
  EXPECT_EQ(ids, (std::vector<ThreadId>{ThreadId{3}, ThreadId{5}}));
  EXPECT_EQ(source.looks, 1);
}

TEST(ThreadViews, TellWhatOneThreadWouldDoWithoutALook) {
  const Source source;
  StateView view;
  view.threads = ThreadViews(source);
  EXPECT_EQ(view.threads.next_of(ThreadId{5}).kind, OpKind::sleep);
  EXPECT_EQ(source.looks, 0);
  EXPECT_NE(view.find(ThreadId{3}), nullptr);
  EXPECT_EQ(view.threads.next_of(ThreadId{3}).kind, OpKind::mutex_lock);
  EXPECT_EQ(source.looks, 1);
}

TEST(ThreadViews, MayBeThereFromTheStart) {
  std::vector<ThreadView> one(1);
  one[0].id = ThreadId{7};
  const StateView view{one};
  EXPECT_EQ(view.threads.size(), 1U);
  EXPECT_EQ(view.threads[0].id, ThreadId{7});
  EXPECT_TRUE(StateView{}.threads.empty());
}

}  // namespace
}  // namespace heddle
