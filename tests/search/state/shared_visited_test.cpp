// Several writers fill one visited set: each state is new exactly once, at every size of the set.
#include "search/split/shared_visited.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <thread>
#include <vector>

#include "core/splitmix.hpp"

namespace heddle::search {
namespace {

constexpr unsigned kWriters = 3;
constexpr std::uint64_t kStates = 300'000;  // several levels of each shard

// They have no factor in common with the number of states.
constexpr std::uint64_t kStrides[kWriters] = {7919, 7927, 7933};

class SharedVisitedTest : public testing::Test {
 protected:
  SharedVisitedTest()
      : size_(SplitMemory::size(kWriters, std::size_t{256} << 20)),
        mapping_(::mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)),
        memory_(static_cast<std::byte*>(mapping_), size_, kWriters) {}
  ~SharedVisitedTest() override { ::munmap(mapping_, size_); }

  // Every writer inserts every state, each in another order.  Returns how often one was new.
  template <typename Store>
  std::uint64_t fill(Fingerprint (*state)(std::uint64_t)) {
    std::vector<std::uint64_t> fresh(kWriters);
    std::vector<std::thread> writers;
    for (unsigned w = 0; w < kWriters; ++w) {
      writers.emplace_back([&, w] {
        Store store(memory_, w);
        for (std::uint64_t i = 0; i < kStates; ++i) {
          const std::uint64_t number = (i * kStrides[w]) % kStates;
          if (store.insert(state(number), {.depth = 3}) == Visit::fresh) ++fresh[w];
        }
        other_depths_ += store.other_depths();
      });
    }
    for (std::thread& writer : writers) writer.join();
    return fresh[0] + fresh[1] + fresh[2];
  }

  std::size_t size_;
  void* mapping_;
  SplitMemory memory_;
  std::atomic<std::uint64_t> other_depths_ = 0;
};

Fingerprint good(std::uint64_t number) {
  const std::uint64_t low = splitmix(number);
  return {low, splitmix(number)};
}
// Keys that a poor hash would put into few buckets.
Fingerprint poor(std::uint64_t number) { return {number << 20U, number}; }
// Keys that differ in their second half.
Fingerprint narrow(std::uint64_t number) { return {number % 100'000 + 1, number / 100'000 + 1}; }

TEST_F(SharedVisitedTest, EachStateIsNewOnce) {
  EXPECT_EQ(fill<SharedVisitedSet>(good), kStates);
  EXPECT_EQ(memory_.states(), kStates);
  EXPECT_EQ(other_depths_, 0U);
}

TEST_F(SharedVisitedTest, PoorKeysAreDistributed) {
  EXPECT_EQ(fill<SharedVisitedSet>(poor), kStates);
}

TEST_F(SharedVisitedTest, WideKeysAreComparedAsAWhole) {
  EXPECT_EQ(fill<SharedWideSet>(good), kStates);
  memory_.clear_table();
  EXPECT_EQ(fill<SharedWideSet>(narrow), kStates);
}

TEST_F(SharedVisitedTest, CostsKeepEachStateOnce) {
  EXPECT_EQ(fill<SharedVisitedCosts<NarrowKey>>(good), kStates);
  memory_.clear_table();
  EXPECT_EQ(fill<SharedVisitedCosts<WideKey>>(narrow), kStates);
}

TEST_F(SharedVisitedTest, AnotherDepthIsNoticed) {
  SharedVisitedSet one(memory_, 0);
  SharedVisitedSet other(memory_, 1);
  EXPECT_EQ(one.insert(good(1), {.depth = 5}), Visit::fresh);
  EXPECT_EQ(other.insert(good(1), {.depth = 5}), Visit::known);
  EXPECT_EQ(other.other_depths(), 0U);
  EXPECT_EQ(other.insert(good(1), {.depth = 6}), Visit::known);
  EXPECT_EQ(other.other_depths(), 1U);
}

TEST_F(SharedVisitedTest, DepthsThatDoNotFitCountAsOthers) {
  SharedVisitedSet visited(memory_, 0);
  EXPECT_EQ(visited.insert(good(1), {.depth = 1'000'000}), Visit::fresh);
  EXPECT_EQ(visited.insert(good(1), {.depth = 1'000'000}), Visit::known);
  EXPECT_EQ(visited.other_depths(), 1U);
}

TEST_F(SharedVisitedTest, ACheaperArrivalReopensAState) {
  SharedVisitedCosts<NarrowKey> one(memory_, 0);
  SharedVisitedCosts<NarrowKey> other(memory_, 1);
  EXPECT_EQ(one.insert(good(1), {.spent = 2}), Visit::fresh);
  EXPECT_EQ(other.insert(good(1), {.spent = 2}), Visit::known);
  EXPECT_EQ(other.insert(good(1), {.spent = 0}), Visit::reopened);
  EXPECT_EQ(one.insert(good(1), {.spent = 1}), Visit::known);
}

}  // namespace
}  // namespace heddle::search
