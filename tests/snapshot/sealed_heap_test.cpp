// The heap and the watched pages together: what existed at the seal comes back whatever an
// execution did to it.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <vector>

#include "core/random.hpp"
#include "runtime/heap/heap_by_hand.hpp"
#include "snapshot/dirty_pages.hpp"
#include "snapshot/faults.hpp"

namespace heddle::native {
namespace {

constexpr ThreadId kOwner{700};

class SealedHeap : public HeapByHand {
 protected:
  ~SealedHeap() override {
    ::mprotect(reinterpret_cast<void*>(base()), size_, PROT_READ | PROT_WRITE);
  }

  static std::uintptr_t base() { return ManagedHeap::arena_base(kOwner); }

  void seal() {
    heap().seal(kOwner);
    arena_ = world().arenas[index(kOwner)];
    size_ = heap().used_bytes(kOwner);
    const auto* bytes = reinterpret_cast<const char*>(base());
    original_.assign(bytes, bytes + size_);
    pages_.watch({{base(), base() + size_}});
  }

  // Goes back to the seal.
  void reset() {
    pages_.restore();
    world().arenas[index(kOwner)] = arena_;
  }

  bool is_original() const {
    return std::memcmp(reinterpret_cast<const void*>(base()), original_.data(), size_) == 0;
  }

  DirtyPages pages_;
  Faults faults_{pages_};
  Arena arena_;
  std::size_t size_ = 0;
  std::vector<char> original_;
};

TEST_F(SealedHeap, SmallBlocksComeBack) {
  Random random(3);
  std::vector<void*> blocks;
  for (int i = 0; i < 500; ++i) {
    blocks.push_back(heap().allocate(kOwner, random.below(4000)));
    std::memset(blocks.back(), i, heap().size_of(blocks.back()));
  }
  seal();
  for (int execution = 0; execution < 5; ++execution) {
    random.shuffle(blocks);
    for (std::size_t i = 0; i < 100; ++i) ASSERT_EQ(heap().free(blocks[i]), FreeResult::done);
    for (std::size_t i = 0; i < 300; ++i)
      std::memset(heap().allocate(kOwner, random.below(4000)), 0xee, 1);
    reset();
    ASSERT_TRUE(is_original());
  }
}

TEST_F(SealedHeap, ALargeBlockThatIsFreedAndUsedAgainComesBack) {
  constexpr std::size_t kSize = 200'000;
  void* const block = heap().allocate(kOwner, kSize);
  std::memset(block, 0x5a, kSize);
  seal();
  for (int execution = 0; execution < 3; ++execution) {
    ASSERT_EQ(heap().free(block), FreeResult::done);
    void* const again = heap().allocate(kOwner, kSize);
    EXPECT_TRUE(is_filled(again, kSize, 0));
    std::memset(again, 0x11, kSize / 2);
    reset();
    EXPECT_TRUE(is_filled(block, kSize, 0x5a)) << "execution " << execution;
  }
}

}  // namespace
}  // namespace heddle::native
