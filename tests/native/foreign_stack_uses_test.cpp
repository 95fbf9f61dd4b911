// A thread that has returned from a function whose variables others used ends that use, once.
#include "native/foreign_stack_uses.hpp"

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

  std::size_t ends_when_paused_at(std::uintptr_t stack_pointer) {
    writable_thread(kOwner).context = reinterpret_cast<void*>(stack_pointer);
    deeds_.clear();
    uses_->take_ends(deeds_);
    return deeds_.size();
  }

  std::unique_ptr<ForeignStackUses> uses_ = std::make_unique<ForeignStackUses>();
  std::vector<Deed> deeds_;
};

TEST_F(ForeignStackUsesTest, EndWithTheFunction) {
  uses_->note(kOwner, 0x9000);
  uses_->note(kOwner, 0x9100);
  EXPECT_EQ(ends_when_paused_at(0x8f00), 0U);
  ASSERT_EQ(ends_when_paused_at(0x9200), 1U);
  EXPECT_EQ(deeds_[0].by, kOwner);
  EXPECT_EQ(deeds_[0].access.object, stack_of(kOwner));
  EXPECT_EQ(deeds_[0].access.mode, AccessMode::write);
  EXPECT_EQ(ends_when_paused_at(0x9300), 0U);
}

TEST_F(ForeignStackUsesTest, AreOfOneExecution) {
  uses_->note(kOwner, 0x9000);
  uses_->clear();
  EXPECT_EQ(ends_when_paused_at(0x9200), 0U);
}

}  // namespace
}  // namespace heddle::native
