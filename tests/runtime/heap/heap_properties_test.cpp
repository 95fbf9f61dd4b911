// Properties of the heap under long random sequences: addresses follow from what is allocated, and
// nothing ever overlaps, is lost or is not zero.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "core/random.hpp"
#include "runtime/heap/heap_by_hand.hpp"

namespace heddle::native {
namespace {

class HeapProperties : public HeapByHand {};

std::size_t random_size(Random& random) {
  const std::uint64_t kind = random.below(100);
  if (kind < 70) return random.below(300);
  if (kind < 95) return random.below(5000);
  return random.below(80'000);
}

std::size_t random_alignment(Random& random) {
  if (random.below(4) != 0) return 16;
  return std::size_t{16} << random.below(random.below(8) == 0 ? 12 : 4);
}

// Allocates, frees a random half in an order that depends on `order` alone, and returns the
// addresses of what is allocated then.
std::vector<void*> addresses_after_frees(std::uint64_t seed, std::uint64_t order, bool sealed) {
  world().arenas.fill(Arena{});
  Random random(seed);
  std::vector<void*> blocks;
  std::vector<void*> doomed;
  for (std::size_t i = 0; i < 400; ++i) {
    if (sealed && i == 200) {
      for (std::size_t k = 0; k < 50; ++k) EXPECT_EQ(heap().free(blocks[k]), FreeResult::done);
      heap().seal(ThreadId{0});
    }
    const ThreadId thread{static_cast<std::uint16_t>(random.below(3))};
    const std::size_t size = random_size(random);
    blocks.push_back(heap().allocate(thread, size, random_alignment(random)));
    if ((!sealed || i >= 50) && random.below(2) == 0) doomed.push_back(blocks.back());
  }
  Random(order).shuffle(doomed);
  for (void* const block : doomed) EXPECT_EQ(heap().free(block), FreeResult::done);
  std::vector<void*> next;
  for (int i = 0; i < 600; ++i) {
    const ThreadId thread{static_cast<std::uint16_t>(random.below(3))};
    next.push_back(heap().allocate(thread, random_size(random), random_alignment(random)));
  }
  return next;
}

TEST_F(HeapProperties, AddressesDoNotRememberTheOrderOfFrees) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<void*> expected = addresses_after_frees(seed, 1, false);
    EXPECT_EQ(addresses_after_frees(seed, 2, false), expected) << "seed " << seed;
    EXPECT_EQ(addresses_after_frees(seed, 3, false), expected) << "seed " << seed;
  }
}

TEST_F(HeapProperties, NorDoesASealedArena) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<void*> expected = addresses_after_frees(seed, 1, true);
    EXPECT_EQ(addresses_after_frees(seed, 2, true), expected) << "seed " << seed;
  }
}

// The heap with a list of what must be in it.
class Model {
 public:
  void allocate(ThreadId thread, std::size_t size, std::size_t alignment) {
    auto* const block = heap().allocate(thread, size, alignment);
    ASSERT_NE(block, nullptr);
    const std::uintptr_t begin = number_of(block);
    const std::size_t usable = heap().size_of(block);
    ASSERT_EQ(begin % alignment, 0U);
    ASSERT_GE(usable, size);
    ASSERT_TRUE(is_filled(block, usable, 0));
    ASSERT_GE(begin, ManagedHeap::arena_base(thread));
    ASSERT_LE(begin + usable, ManagedHeap::arena_base(thread) + heap().used_bytes(thread));
    const auto after = live_.lower_bound(begin);
    if (after != live_.end()) {
      ASSERT_LE(begin + usable, after->first);
    }
    if (after != live_.begin()) {
      ASSERT_LE(std::prev(after)->first + std::prev(after)->second.usable, begin);
    }
    const auto mark = static_cast<unsigned char>(1 + live_.size() % 255);
    std::memset(block, mark, usable);
    live_.emplace(begin, Block{usable, mark});
    blocks_.push_back(block);
  }

  void free_one(Random& random) {
    const std::size_t at = random.below(blocks_.size());
    void* const block = blocks_[at];
    blocks_[at] = blocks_.back();
    blocks_.pop_back();
    const auto entry = live_.find(number_of(block));
    ASSERT_TRUE(is_filled(block, entry->second.usable, entry->second.mark));
    ASSERT_EQ(heap().free(block), FreeResult::done);
    if (random.below(10) == 0) {
      ASSERT_EQ(heap().free(block), FreeResult::freed_twice);
    }
    live_.erase(entry);
  }

  std::size_t size() const { return blocks_.size(); }

 private:
  struct Block {
    std::size_t usable = 0;
    unsigned char mark = 0;
  };
  std::map<std::uintptr_t, Block> live_;
  std::vector<void*> blocks_;
};

TEST_F(HeapProperties, AgreesWithAModelOverAHundredThousandOperations) {
  Random random(2024);
  Model model;
  bool shrinking = false;
  for (int i = 0; i < 100'000; ++i) {
    if (i == 30'000) heap().seal(kMainThread);
    if (model.size() > 1500) shrinking = true;
    if (model.size() < 50) shrinking = false;
    if (model.size() > 0 && random.below(10) < (shrinking ? 7U : 3U)) {
      model.free_one(random);
    } else {
      const ThreadId thread{static_cast<std::uint16_t>(random.below(4))};
      const std::size_t alignment = random_alignment(random);
      const std::size_t size = alignment > 4096 ? random.below(100) : random_size(random);
      model.allocate(thread, size, alignment);
    }
    ASSERT_FALSE(HasFatalFailure()) << "operation " << i;
  }
}

// What an arena's chunks hold below a seal.
std::vector<char> sealed_bytes(ThreadId thread) {
  const auto* begin = reinterpret_cast<const char*>(ManagedHeap::arena_base(thread));
  return {begin, begin + world().arenas[index(thread)].sealed * kChunkSize};
}

TEST_F(HeapProperties, ASealKeepsWhatExistsClean) {
  Random random(7);
  std::vector<void*> blocks;
  for (int i = 0; i < 3000; ++i) blocks.push_back(heap().allocate(kMainThread, random.below(4000)));
  random.shuffle(blocks);
  for (int i = 0; i < 1000; ++i) heap().free(blocks[static_cast<std::size_t>(i)]);
  heap().seal(kMainThread);
  const std::vector<char> before = sealed_bytes(kMainThread);
  ASSERT_FALSE(before.empty());

  std::vector<void*> later;
  for (int i = 0; i < 3000; ++i) {
    later.push_back(heap().allocate(kMainThread, random.below(4000)));
    std::memset(later.back(), 0xff, heap().size_of(later.back()));
  }
  for (void* const block : later) EXPECT_EQ(heap().free(block), FreeResult::done);
  for (int i = 0; i < 3000; ++i) heap().allocate(kMainThread, random.below(4000));
  EXPECT_TRUE(sealed_bytes(kMainThread) == before);

  EXPECT_EQ(heap().free(blocks.back()), FreeResult::done);
  EXPECT_FALSE(sealed_bytes(kMainThread) == before) << "the free slot is noted in its slab";
}

TEST_F(HeapProperties, ABlockFreedInASealedSlabIsUsedAgain) {
  void* const first = heap().allocate(kMainThread, 48);
  heap().seal(kMainThread);
  void* const later = heap().allocate(kMainThread, 48);
  EXPECT_NE(number_of(first) / kChunkSize, number_of(later) / kChunkSize);
  ASSERT_EQ(heap().free(first), FreeResult::done);
  EXPECT_EQ(heap().allocate(kMainThread, 48), first);
}

// Which bytes of an arena the heap has told of: what was handed out at any time, and what it wrote
// down since `begin_operation`.
class Told {
 public:
  explicit Told(ThreadId thread) : thread_(thread) {}

  void begin_operation() {
    before_ = bytes();
    heap().forget_news();
  }

  // Returns how many bytes changed.
  std::size_t check() {
    EXPECT_FALSE(heap().news_overflowed());
    std::vector<char> now = bytes();
    before_.resize(now.size(), 0);
    handed_out_.resize(now.size(), false);
    std::vector<bool> told = handed_out_;
    for (const ManagedHeap::News& news : heap().news()) {
      for (std::uintptr_t at = news.begin; at < news.end; ++at) {
        const std::size_t place = at - ManagedHeap::arena_base(thread_);
        told[place] = true;
        if (news.is_handed_out) handed_out_[place] = true;
      }
    }
    std::size_t changed = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (now[i] == before_[i]) continue;
      ++changed;
      EXPECT_TRUE(told[i] || handed_out_[i]) << "byte " << i << " of the arena";
      if (testing::Test::HasFailure()) break;
    }
    return changed;
  }

 private:
  std::vector<char> bytes() const {
    const auto* begin = reinterpret_cast<const char*>(ManagedHeap::arena_base(thread_));
    return {begin, begin + heap().used_bytes(thread_)};
  }

  ThreadId thread_;
  std::vector<char> before_;
  std::vector<bool> handed_out_;
};

TEST_F(HeapProperties, LargeBlocksAreClearedLater) {
  constexpr ThreadId kOwner{1};
  constexpr std::size_t kSize = std::size_t{1} << 20;
  heap().keep_clean(true, false);
  auto* const block = static_cast<char*>(heap().allocate(kOwner, kSize));
  std::memset(block, 7, kSize);
  EXPECT_EQ(heap().free(block), FreeResult::done);
  ASSERT_EQ(heap().freed().size(), 1U);
  // The pages that belong to it alone.
  const ManagedHeap::Range range = heap().freed()[0];
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  EXPECT_GE(range.begin, begin);
  EXPECT_GT(range.end - range.begin, kSize - 8192);
  EXPECT_EQ(block[kSize / 2], 7);
  EXPECT_EQ(block[0], 0);

  // Whoever gets the memory next finds zeros.
  auto* const next = static_cast<char*>(heap().allocate(kOwner, kSize));
  EXPECT_EQ(next, block);
  EXPECT_TRUE(heap().freed().empty());
  EXPECT_TRUE(std::all_of(next, next + kSize, [](char byte) { return byte == 0; }));

  std::memset(next, 8, kSize);
  EXPECT_EQ(heap().free(next), FreeResult::done);
  heap().clear_freed();
  EXPECT_TRUE(heap().freed().empty());
  EXPECT_TRUE(std::all_of(next, next + kSize, [](char byte) { return byte == 0; }));
  heap().keep_clean(false);
}

TEST_F(HeapProperties, TellsOfAllThatItWritesWhileItIsKeptClean) {
  constexpr ThreadId kOwner{1};
  heap().keep_clean(true);
  Told told(kOwner);
  Random random(16);
  std::vector<void*> blocks;
  std::size_t changed = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    told.begin_operation();
    const std::uint64_t kind = random.below(10);
    if (blocks.empty() || kind < 5) {
      blocks.push_back(heap().allocate(kOwner, random.below(100) < 97 ? random.below(700) : 9000));
    } else {
      std::swap(blocks[random.below(blocks.size())], blocks.back());
      if (kind < 9) {
        EXPECT_EQ(heap().free(blocks.back()), FreeResult::done);
        blocks.pop_back();
      } else {
        heap().resize(blocks.back(), heap().size_of(blocks.back()) + random.below(3));
      }
    }
    changed += told.check();
  }
  EXPECT_GT(changed, 2000U);
  heap().keep_clean(false);
}

}  // namespace
}  // namespace heddle::native
