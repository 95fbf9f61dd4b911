// Which errors are the same one.
#include "core/error_identity.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

ErrorFacts assertion(std::string_view message, std::vector<std::uint64_t> stack) {
  ErrorFacts facts;
  facts.message = message;
  facts.stack = std::move(stack);
  return facts;
}

ErrorFacts deadlock(std::string_view message, std::vector<ErrorWait> waits) {
  ErrorFacts facts;
  facts.kind = FailureKind::deadlock;
  facts.message = message;
  facts.waits = std::move(waits);
  return facts;
}

ErrorWait wait(std::uint64_t object, std::uint64_t place) {
  return {OpKind::mutex_lock, object, {place}};
}

TEST(ErrorIdentity, CountsPlacesAndStacks) {
  const std::uint64_t one = error_identity(assertion("not ok", {1, 2}));
  EXPECT_NE(one, 0U);
  EXPECT_EQ(one, error_identity(assertion("not ok", {1, 2})));
  EXPECT_NE(one, error_identity(assertion("not ok", {1, 3})));
  EXPECT_NE(one, error_identity(assertion("not ok", {1})));
  EXPECT_NE(one, error_identity(assertion("not good", {1, 2})));
}

TEST(ErrorIdentity, CountsTheKind) {
  ErrorFacts other = assertion("not ok", {1});
  other.kind = FailureKind::exception;
  EXPECT_NE(error_identity(other), error_identity(assertion("not ok", {1})));
}

TEST(ErrorIdentity, IgnoresNumbersWhereThePlaceIsKnown) {
  EXPECT_EQ(error_identity(assertion("got 17 items", {1})),
            error_identity(assertion("got 4 items", {1})));
  EXPECT_NE(error_identity(assertion("got 17 items", {})),
            error_identity(assertion("got 4 items", {})));
  EXPECT_EQ(error_identity(assertion("thread 1 reads 0x7f12a", {})),
            error_identity(assertion("thread 12 reads 0x0", {})));
}

TEST(ErrorIdentity, CountsTheStatusOfAnExit) {
  ErrorFacts one = assertion("the program exited with status 1", {1});
  ErrorFacts two = assertion("the program exited with status 2", {1});
  one.kind = two.kind = FailureKind::exit;
  EXPECT_NE(error_identity(one), error_identity(two));
}

TEST(ErrorIdentity, OfADeadlockIsTheSetOfItsWaits) {
  const std::uint64_t one = error_identity(deadlock("all 2 blocked", {wait(1, 10), wait(2, 20)}));
  EXPECT_EQ(one, error_identity(deadlock("all 3 blocked", {wait(2, 20), wait(1, 10)})));
  EXPECT_EQ(one, error_identity(deadlock("", {wait(2, 20), wait(1, 10), wait(1, 10)})));
  EXPECT_NE(one, error_identity(deadlock("all 2 blocked", {wait(1, 10), wait(3, 20)})));
  EXPECT_NE(one, error_identity(deadlock("all 2 blocked", {wait(1, 10), wait(2, 21)})));
  EXPECT_NE(one, error_identity(deadlock("all 2 blocked", {wait(1, 10)})));
}

TEST(ErrorIdentity, OfALivelockWithoutPlacesIsItsText) {
  ErrorFacts one = assertion("thread 1 repeats the same 2 steps", {});
  ErrorFacts two = assertion("thread 2 repeats the same 2 steps", {});
  one.kind = two.kind = FailureKind::livelock;
  EXPECT_NE(error_identity(one), error_identity(two));
}

TEST(ErrorIdentity, ThatASystemHasSetCounts) {
  Failure one;
  one.message = "one";
  Failure two = one;
  EXPECT_EQ(error_identity(one), error_identity(two));
  two.stack = {Site{3}};
  EXPECT_NE(error_identity(one), error_identity(two));
  one.identity = two.identity = 5;
  EXPECT_EQ(error_identity(one), 5U);
  EXPECT_EQ(error_identity(5, FailureKind::crash, "one"), error_identity(two));
  EXPECT_NE(error_identity(0, FailureKind::crash, "one"),
            error_identity(0, FailureKind::crash, "two"));
}

}  // namespace
}  // namespace heddle
