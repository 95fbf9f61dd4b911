// The return from a function whose variables others use ends that use, whether it was seen in this
// execution or in one before.
#include "monitors/foreign_stack_uses.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "core/hidden_objects.hpp"

namespace heddle::native {
namespace {

constexpr ThreadId kOwner = thread_id(1);

class ForeignStackUsesTest : public testing::Test {
 protected:
  ForeignStackUsesTest() {
    map_world();
    world().threads_seen = 2;
    writable_thread(kOwner).id = kOwner;
    writable_thread(kOwner).life = Life::announced;
  }
  ~ForeignStackUsesTest() override {
    world().threads_seen = 0;
    writable_thread(kOwner) = Thread{};
  }

  // In a step that leads from one stack pointer to another.
  std::size_t ends_between(std::uintptr_t from, std::uintptr_t to) {
    writable_thread(kOwner).context = reinterpret_cast<void*>(from);
    uses_->stepping();
    writable_thread(kOwner).context = reinterpret_cast<void*>(to);
    side_effects_.clear();
    uses_->take_ends(side_effects_);
    return side_effects_.size();
  }

  std::unique_ptr<ForeignStackUses> uses_ = std::make_unique<ForeignStackUses>();
  std::vector<SideEffect> side_effects_;
};

TEST_F(ForeignStackUsesTest, EndWithTheFunction) {
  uses_->note(kOwner, 0x9000);
  EXPECT_EQ(ends_between(0x8e00, 0x8f00), 0U);
  ASSERT_EQ(ends_between(0x8f00, 0x9200), 1U);
  EXPECT_EQ(side_effects_[0].by, kOwner);
  EXPECT_EQ(side_effects_[0].access.object, stack_of(kOwner));
  EXPECT_EQ(side_effects_[0].access.mode, AccessMode::write);
  EXPECT_EQ(ends_between(0x9200, 0x9300), 0U);
}

TEST_F(ForeignStackUsesTest, EndAgainWhenTheFunctionIsCalledAgain) {
  uses_->note(kOwner, 0x9000);
  EXPECT_EQ(ends_between(0x8f00, 0x9200), 1U);
  EXPECT_EQ(ends_between(0x9200, 0x8f00), 0U);
  EXPECT_EQ(ends_between(0x8f00, 0x9200), 1U);
}

TEST_F(ForeignStackUsesTest, OfOneFunctionEndBeforeThoseOfItsCaller) {
  uses_->note(kOwner, 0x8000);
  uses_->note(kOwner, 0x9000);
  EXPECT_EQ(ends_between(0x7f00, 0x8100), 1U);
  EXPECT_EQ(ends_between(0x8100, 0x9100), 1U);
}

TEST_F(ForeignStackUsesTest, AreNoneOfANewThread) {
  uses_->note(kOwner, 0x9000);
  writable_thread(kOwner).life = Life::unborn;
  uses_->stepping();
  writable_thread(kOwner).life = Life::announced;
  writable_thread(kOwner).context = reinterpret_cast<void*>(0x9200);
  uses_->take_ends(side_effects_);
  EXPECT_TRUE(side_effects_.empty());
}

// A use that shows only after the return was passed asks for another exploration, once.
TEST_F(ForeignStackUsesTest, AreNewsAfterTheReturn) {
  EXPECT_EQ(ends_between(0x8f00, 0x9200), 0U);
  EXPECT_FALSE(uses_->adopt());
  EXPECT_EQ(ends_between(0x8f00, 0x9200), 0U);
  uses_->note(kOwner, 0x9000);
  EXPECT_TRUE(uses_->adopt());
  EXPECT_EQ(ends_between(0x8f00, 0x9200), 1U);
  uses_->note(kOwner, 0x9000);
  EXPECT_FALSE(uses_->adopt());
}

// One process passes the return, another one sees the use.
TEST_F(ForeignStackUsesTest, InAnotherProcessAreNews) {
  const auto other = std::make_unique<ForeignStackUses>();
  const auto merge = [&] {
    std::vector<std::vector<std::uint64_t>> words(2);
    uses_->append_to(words[0]);
    other->append_to(words[1]);
    const std::vector<std::span<const std::uint64_t>> parts(words.begin(), words.end());
    EXPECT_TRUE(uses_->merge_all(parts));
    EXPECT_TRUE(other->merge_all(parts));
  };
  EXPECT_EQ(ends_between(0x8f00, 0x9200), 0U);
  other->note(kOwner, 0x9000);
  merge();
  EXPECT_TRUE(uses_->adopt());
  EXPECT_TRUE(other->adopt());
  EXPECT_EQ(ends_between(0x8f00, 0x9200), 1U);
  merge();
  EXPECT_FALSE(uses_->adopt());
  EXPECT_FALSE(other->adopt());
  // Returns below and above are not news, although the range between them is used.
  EXPECT_EQ(ends_between(0x8000, 0x8f00), 0U);
  EXPECT_EQ(ends_between(0x9100, 0x9400), 0U);
  merge();
  EXPECT_FALSE(uses_->adopt());
  EXPECT_FALSE(other->adopt());
}

TEST_F(ForeignStackUsesTest, OfAnotherProcessThatCannotBeReadAreRefused) {
  for (const std::vector<std::uint64_t>& words :
       {std::vector<std::uint64_t>{}, {0, 1, 2}, {0, kMaxThreads, 1, 2, 3, 4}}) {
    const std::vector<std::span<const std::uint64_t>> parts{words};
    EXPECT_FALSE(uses_->merge_all(parts));
  }
}

TEST_F(ForeignStackUsesTest, ElsewhereAreNoNews) {
  EXPECT_EQ(ends_between(0x8f00, 0x9200), 0U);
  uses_->note(kOwner, 0x9300);
  EXPECT_FALSE(uses_->adopt());
}

}  // namespace
}  // namespace heddle::native
