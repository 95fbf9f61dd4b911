// What the report adds to a misuse: the object's name, and who used it before.
#include "report/misuse_text.hpp"

#include <gtest/gtest.h>

#include "report/trace_builder.hpp"

namespace heddle::report {
namespace {

class MisuseText : public testing::Test {
 protected:
  MisuseText() {
    locked_ = t_.at(3, "lock()");
    unlocked_ = t_.at(9, "unlock()");
    t_.step(1, OpKind::mutex_lock, 7, locked_);
  }

  std::string text(std::uint64_t object, trace::Place where) {
    t_.fails(FailureKind::misuse, "thread 2 unlocks a mutex that thread 1 holds", 2, {where});
    t_.trace().failure->address = object;
    return misuse_text(t_.trace(), t_.symbols(), trace::ObjectNames(t_.trace()));
  }

  TraceBuilder t_;
  trace::Place locked_;
  trace::Place unlocked_;
};

TEST_F(MisuseText, TellsWhoUsedTheObjectBefore) {
  t_.step(2, OpKind::mutex_unlock, 7, unlocked_);
  EXPECT_EQ(
      text(7, unlocked_),
      "Object: mutex 1. Last used in step 1 (bank.cpp:3 in lock) by thread 1: lock mutex 1.\n");
}

TEST_F(MisuseText, LeavesOutWhatHadNoEffect) {
  t_.step(2, OpKind::mutex_trylock, 7, unlocked_).outcome = Outcome::refused;
  t_.step(2, OpKind::mutex_unlock, 7, unlocked_);
  EXPECT_NE(text(7, unlocked_).find("in step 1 "), std::string::npos);
}

TEST_F(MisuseText, OfAThreadsEndComesAfterItsLastStep) {
  t_.step(2, OpKind::mutex_lock, 7, locked_);
  EXPECT_NE(text(7, unlocked_).find("in step 2 "), std::string::npos);
}

TEST_F(MisuseText, IsSilentWhereNoObjectIsKnown) {
  EXPECT_EQ(text(0, unlocked_), "");
  EXPECT_EQ(text(static_cast<std::uint64_t>(end_of(ThreadId{1})), unlocked_), "");
}

}  // namespace
}  // namespace heddle::report
