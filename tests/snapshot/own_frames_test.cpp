// Frames go back along the path, whatever was marked, undone and forgotten in between.
#include "snapshot/own_frames.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/random.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kThreads = 3;
constexpr std::size_t kLongest = 1000;  // more than usual

using Frames = std::vector<std::byte>;
using ThreadStacks = std::array<Frames, kThreads>;

// Threads that are paused again and again, and what is on their stacks.
class Threads {
 public:
  void pause(std::size_t thread, const Frames& frames) {
    stacks_[thread] = frames;
    kept_.note(thread_id(thread), frames.data(), frames.size());
  }
  void overwrite(std::size_t thread) {
    std::fill(stacks_[thread].begin(), stacks_[thread].end(), std::byte{0xee});
    kept_.note_overwritten(thread_id(thread));
  }
  // As long as they were then, which the thread's record tells.
  void return_to(OwnFrames::Position position, const ThreadStacks& then) {
    kept_.undo_to(position, [&](ThreadId thread) { changed_[index(thread)] = true; });
    for (std::size_t i = 0; i < kThreads; ++i) {
      EXPECT_TRUE(changed_[i] || stacks_[i] == then[i]) << "a change that was not told";
      changed_[i] = false;
      stacks_[i].resize(then[i].size());
      kept_.put_back(thread_id(i), stacks_[i].data());
    }
  }
  const ThreadStacks& stacks() const { return stacks_; }
  OwnFrames& kept() { return kept_; }

 private:
  OwnFrames kept_;
  ThreadStacks stacks_;
  std::array<bool, kThreads> changed_{};
};

Frames random_frames(Random& random) {
  Frames frames(random.below(8) == 0 ? random.below(kLongest) : random.below(400));
  for (std::byte& byte : frames) byte = static_cast<std::byte>(random.below(256));
  return frames;
}

TEST(OwnFrames, LeadBackToEveryMarkOnThePath) {
  Random random(12);
  Threads threads;
  struct Marked {
    OwnFrames::Position position;
    ThreadStacks stacks;
  };
  std::vector<Marked> path;
  for (int round = 0; round < 3'000; ++round) {
    path.push_back({threads.kept().mark(), threads.stacks()});
    // Often more than once without a mark in between.
    for (std::uint64_t i = random.below(4); i > 0; --i) {
      threads.pause(random.below(kThreads), random_frames(random));
    }
    if (random.below(4) == 0) {
      threads.kept().forget_before(path[path.size() / 2].position);
      path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(path.size() / 2));
    }
    if (random.below(2) == 0) continue;
    const std::size_t to = path.size() - 1 - random.below(std::min<std::size_t>(path.size(), 5));
    threads.return_to(path[to].position, path[to].stacks);
    ASSERT_EQ(threads.stacks(), path[to].stacks) << "round " << round;
    path.resize(to + 1);
  }
}

TEST(OwnFrames, ArePutBackWhereAStackWasOverwritten) {
  Threads threads;
  const Frames frames(100, std::byte{7});
  threads.pause(1, frames);
  const OwnFrames::Position here = threads.kept().mark();
  threads.overwrite(1);
  std::vector<std::byte> stack(100);
  threads.kept().put_back(thread_id(1), stack.data());
  EXPECT_EQ(stack, frames);
  // Not again: they are there.
  std::fill(stack.begin(), stack.end(), std::byte{8});
  threads.kept().put_back(thread_id(1), stack.data());
  EXPECT_EQ(stack, Frames(100, std::byte{8}));
  EXPECT_EQ(threads.kept().mark(), here) << "nothing new on the path";
}

TEST(OwnFrames, KeepNoMoreThanCanBeAskedFor) {
  Threads threads;
  threads.pause(0, Frames(300));
  const std::size_t one = threads.kept().bytes();
  for (int i = 0; i < 100; ++i) threads.pause(0, Frames(300));
  EXPECT_EQ(threads.kept().bytes(), one) << "no mark in between";
  std::vector<OwnFrames::Position> marks;
  for (int i = 0; i < 100; ++i) {
    marks.push_back(threads.kept().mark());
    threads.pause(0, Frames(300));
  }
  EXPECT_EQ(threads.kept().bytes(), 101 * one);
  threads.kept().forget_before(marks[90]);
  EXPECT_EQ(threads.kept().bytes(), 11 * one);
  threads.kept().clear();
  EXPECT_EQ(threads.kept().bytes(), one);
}

}  // namespace
}  // namespace heddle::native
