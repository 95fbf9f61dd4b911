// Which loops over plain memory wait for another thread, and which compute.
#include "runtime/plain_spin.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace heddle::native {
namespace {

constexpr int kManyRounds = 20'000;

// A thread whose accesses are announced before they are made, as compiled code does.
class PlainSpinTest : public testing::Test {
 protected:
  long read(const long& cell) {
    pauses_ += announce(&cell, OpKind::read) ? 1 : 0;
    return cell;
  }
  void write(long& cell, long value) {
    announce(&cell, OpKind::write);
    cell = value;
  }
  // How often the thread is paused in so many rounds.
  int pauses_in(int rounds, const std::function<void()>& round) {
    pauses_ = 0;
    for (int i = 0; i < rounds; ++i) round();
    return pauses_;
  }
  bool announce(const long* cell, OpKind kind) {
    const bool waits =
        spin_.waits(thread_, step_, reinterpret_cast<std::uintptr_t>(cell), sizeof *cell, kind);
    // A pause is a scheduling point, after which a step begins.
    if (waits) ++step_;
    return waits;
  }

  PlainSpin spin_;
  ThreadId thread_ = kMainThread;
  std::uint64_t step_ = 1;
  int pauses_ = 0;
  long flag_ = 0;
  long found_ = 0;
  long count_ = 0;
};

TEST_F(PlainSpinTest, ALoopThatOnlyReadsWaits) {
  EXPECT_GE(pauses_in(kManyRounds, [&] { read(flag_); }), 10);
}

TEST_F(PlainSpinTest, AFewLooksAreNoLoop) {
  EXPECT_EQ(pauses_in(400, [&] { read(flag_); }), 0);
}

TEST_F(PlainSpinTest, AWriteThatChangesNothingDoesNotEndIt) {
  EXPECT_GE(pauses_in(kManyRounds, [&] { write(found_, read(flag_)); }), 10);
}

TEST_F(PlainSpinTest, NorDoesAWriteThatIsTakenBackInEveryRound) {
  EXPECT_GE(pauses_in(kManyRounds,
                      [&] {
                        write(found_, -1);
                        read(flag_);
                        write(found_, read(flag_));
                        read(flag_);
                      }),
            10);
}

TEST_F(PlainSpinTest, ALoopThatCountsComputes) {
  EXPECT_EQ(pauses_in(kManyRounds, [&] { write(count_, count_ + read(flag_) + 1); }), 0);
}

TEST_F(PlainSpinTest, ALoopThatCountsAndReadsTheSameVeryOftenIsPaused) {
  bool lost_patience = false;
  const auto round = [&] {
    const int before = pauses_;
    const long flag = read(flag_);
    if (pauses_ > before) lost_patience = spin_.lost_patience();
    read(count_);
    write(count_, count_ + flag + 1);
  };
  EXPECT_EQ(pauses_in(30'000, round), 0);
  EXPECT_EQ(pauses_in(30'000, round), 1);
  EXPECT_TRUE(lost_patience);
  EXPECT_FALSE(spin_.lost_patience()) << "the next step begins anew";
}

TEST_F(PlainSpinTest, ALoopWhoseCellChangesIsNot) {
  EXPECT_EQ(pauses_in(500'000, [&] { write(flag_, read(flag_) + 1); }), 0);
}

TEST_F(PlainSpinTest, ALoopThatFillsATableComputes) {
  std::vector<long> table(kManyRounds);
  EXPECT_EQ(pauses_in(kManyRounds,
                      [&] { write(table[static_cast<std::size_t>(count_++)], read(flag_)); }),
            0);
}

TEST_F(PlainSpinTest, AWaitAfterAComputationIsFound) {
  EXPECT_EQ(pauses_in(kManyRounds, [&] { write(count_, count_ + read(flag_) + 1); }), 0);
  EXPECT_GE(pauses_in(4 * kManyRounds, [&] { read(flag_); }), 10);
}

TEST_F(PlainSpinTest, WhatIsWrittenIsReadOnlyOnceItWasWritten) {
  pauses_in(600, [&] { read(flag_); });
  // Announced, and then the thread fails: nothing may be read there.
  announce(nullptr, OpKind::write);
  EXPECT_EQ(pauses_in(100, [&] { read(flag_); }), 0);
}

TEST_F(PlainSpinTest, AnotherStepBeginsAnew) {
  EXPECT_EQ(pauses_in(kManyRounds,
                      [&] {
                        read(flag_);
                        if (++count_ % 300 == 0) ++step_;
                      }),
            0);
}

}  // namespace
}  // namespace heddle::native
