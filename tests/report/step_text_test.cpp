// Futex waits show the values that decide about them.
#include "report/step_text.hpp"

#include <gtest/gtest.h>

#include "report/trace_builder.hpp"

namespace heddle::report {
namespace {

constexpr std::uint64_t kFutexWord = 21;

class FutexText : public testing::Test {
 protected:
  FutexText() {
    made_.thread(0);
    made_.thread(1);
    made_.variable(kFutexWord, "tickets");
  }

  trace::ObjectNames names() {
    return trace::ObjectNames(made_.trace(), [this](ObjectId object) {
      const auto found = made_.symbols().variables.find(object);
      return found == made_.symbols().variables.end() ? std::string() : found->second;
    });
  }
  trace::Step& waits(std::uint64_t expected, std::uint64_t value) {
    trace::Step& step =
        made_.memory(0, OpKind::futex_wait, kFutexWord, value, value, made_.at(5, "work()"));
    step.operation.value = expected;
    return step;
  }
  std::string blocked_at(std::uint64_t value) {
    made_.blocked(0, OpKind::futex_wake_up, kFutexWord, -1, {made_.at(5, "work()")});
    made_.trace().blocked.back().operation.size = 4;
    made_.trace().blocked.back().operation.value = value;
    return blocked_text(made_.trace(), names(), made_.trace().blocked.back());
  }

  TraceBuilder made_;
};

TEST_F(FutexText, AWaitNamesTheValue) {
  const trace::Step& step = waits(1, 1);
  EXPECT_EQ(step_text(made_.trace(), names(), step),
            "futex wait tickets: the value is 1, as expected");
}

TEST_F(FutexText, ARefusedWaitNamesBothValues) {
  trace::Step& step = waits(1, 0);
  step.outcome = Outcome::refused;
  EXPECT_EQ(step_text(made_.trace(), names(), step),
            "futex wait tickets: expects 1, the value is 0");
}

TEST_F(FutexText, ABlockedThreadNamesThePresentValue) {
  waits(1, 1);
  EXPECT_EQ(blocked_at(1), "waits for a wake-up on tickets, whose value is 1");
  made_.memory(1, OpKind::atomic_store, kFutexWord, 1, 3, made_.at(7, "work()"));
  // A wake-up has no value.
  made_.memory(1, OpKind::futex_wake, kFutexWord, 0, 0, made_.at(8, "work()"));
  EXPECT_EQ(blocked_at(1), "waits for a wake-up on tickets, whose value was 1 and is 3 now");
}

TEST_F(FutexText, AWordOfTheLibraryHasNoValueOfInterest) {
  made_.variable(kFutexWord, "std::__detail::__waiter_pool_base::_S_for(void const*)::__w[14]+64");
  EXPECT_EQ(blocked_at(1), "waits for a wake-up in the C++ library");
}

}  // namespace
}  // namespace heddle::report
