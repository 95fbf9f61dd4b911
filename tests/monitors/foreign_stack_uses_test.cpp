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

TEST_F(ForeignStackUsesTest, ElsewhereAreNoNews) {
  EXPECT_EQ(ends_between(0x8f00, 0x9200), 0U);
  uses_->note(kOwner, 0x9300);
  EXPECT_FALSE(uses_->adopt());
}

}  // namespace
}  // namespace heddle::native
