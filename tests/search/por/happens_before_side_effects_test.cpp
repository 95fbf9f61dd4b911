// What steps did besides their operations orders them, and tells runs apart.
#include <gtest/gtest.h>

#include <vector>

#include "core/hidden_objects.hpp"
#include "search/by_hand.hpp"
#include "search/por/happens_before.hpp"
#include "system/relations.hpp"

namespace heddle::search {
namespace {

// Threads that load from cells of their own; what else they do is scripted.
class Doers final : public Relations {
 public:
  Doers() {
    for (std::size_t i = 0; i < 3; ++i) {
      threads_.push_back(thread(i));
      threads_.back().next = {
          .kind = OpKind::atomic_load, .size = 4, .object = ObjectId{64U * i + 64}};
    }
    view_.threads = threads_;
    view_.relations = this;
    path_.arrive(view_);
  }

  ObjectState object_state(const Operation&, ObjectId) const override { return {}; }
  std::span<const SideEffect> side_effects() const override { return side_effects_; }
  bool did_more() const override { return more_; }

  Doers& step(std::size_t id, std::vector<AccessMode> of_the_pool, bool more = false) {
    clocks_.stepping(path_, decide(id));
    path_.push(decide(id));
    side_effects_.clear();
    for (const AccessMode mode : of_the_pool) {
      side_effects_.push_back(
          {SideEffect::Kind::access, thread_id(id), kNoThread, {kPool, 0, mode}});
    }
    more_ = more;
    clocks_.stepped(path_);
    return *this;
  }
  Doers& rewind(std::uint32_t depth) {
    path_.truncate(depth);
    clocks_.rewound(path_);
    return *this;
  }

  bool ordered(std::size_t first, std::size_t second) const {
    return clocks_.clock(first).is_below(clocks_.clock(second));
  }
  Fingerprint fingerprint() const { return clocks_.fingerprint(); }

 private:
  static constexpr ObjectId kPool = pool_of(kMainThread, 1);

  std::vector<ThreadView> threads_;
  StateView view_;
  std::vector<SideEffect> side_effects_;
  bool more_ = false;
  Path path_;
  HappensBefore clocks_;
};

constexpr AccessMode kGiveBack = AccessMode::read;
constexpr AccessMode kAllocate = AccessMode::write;

TEST(HappensBeforeSideEffects, AnAllocationComesAfterWhatWasGivenBack) {
  Doers run;
  run.step(1, {kGiveBack}).step(0, {kAllocate});
  EXPECT_TRUE(run.ordered(0, 1));
}

TEST(HappensBeforeSideEffects, TheOrderTellsRunsApart) {
  Doers reused;
  reused.step(1, {kGiveBack}).step(0, {kAllocate});
  Doers fresh;
  fresh.step(0, {kAllocate}).step(1, {kGiveBack});
  EXPECT_NE(reused.fingerprint(), fresh.fingerprint());
}

TEST(HappensBeforeSideEffects, GivingBackCommutes) {
  Doers one;
  one.step(1, {kGiveBack}).step(2, {kGiveBack});
  Doers other;
  other.step(2, {kGiveBack}).step(1, {kGiveBack});
  EXPECT_FALSE(one.ordered(0, 1));
  EXPECT_EQ(one.fingerprint(), other.fingerprint());
}

TEST(HappensBeforeSideEffects, WhatWasNotLoggedIsOrderedWithAll) {
  Doers run;
  run.step(1, {}).step(2, {}, true).step(0, {});
  EXPECT_TRUE(run.ordered(0, 1));
  EXPECT_TRUE(run.ordered(1, 2));
}

TEST(HappensBeforeSideEffects, AreTakenBack) {
  Doers run;
  run.step(1, {kGiveBack}).rewind(0).step(0, {kAllocate}).step(1, {kGiveBack});
  Doers fresh;
  fresh.step(0, {kAllocate}).step(1, {kGiveBack});
  EXPECT_EQ(run.fingerprint(), fresh.fingerprint());
  run.rewind(0).step(2, {}, true).rewind(0).step(0, {}).step(1, {});
  EXPECT_FALSE(run.ordered(0, 1));
}

}  // namespace
}  // namespace heddle::search
