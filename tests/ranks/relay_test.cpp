// A relay takes messages of the present pass alone, and reports what it learned for its worker.
#include "ranks/relay.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <vector>

#include "search/split/shared_store.hpp"

namespace heddle::ranks {
namespace {

using search::SplitMemory;
using search::SplitReport;
using search::SplitSlot;

constexpr unsigned kSelf = 1;
constexpr unsigned kWorkers = 2;
constexpr std::uint64_t kAttempt = 5;
constexpr std::size_t kReportWords =
    (sizeof(SplitReport) + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);

class RelayOfASecondRank : public testing::Test {
 protected:
  RelayOfASecondRank() {
    slot().mail.store(SplitSlot::wanted);
    memory().header().idle.store(1);
  }
  ~RelayOfASecondRank() override { ::munmap(mapping_, size_); }

  SplitMemory memory() const { return {static_cast<std::byte*>(mapping_), size_, kWorkers + 1}; }
  SplitSlot& slot() const { return memory().slot(kSelf); }

  // Returns the first word of the mail that has reached the worker; 0: none has.
  std::uint64_t delivered() {
    relay_.turn();
    return slot().mail.load() == SplitSlot::full ? memory().mail(kSelf).front() : 0;
  }
  void mail(Stamp stamp, std::uint64_t word) { relay_.receive(0, {Kind::mail, stamp, {word}}); }
  // All workers are at the meeting, with empty reports.
  void meet(Stamp stamp) {
    std::vector<std::uint64_t> words;
    for (unsigned i = 0; i < kWorkers; ++i) {
      words.push_back(1 + kReportWords);
      words.resize(words.size() + 1 + kReportWords);
    }
    relay_.receive(0, {Kind::met, stamp, words});
  }

  std::size_t size_ = SplitMemory::size(kWorkers + 1, std::size_t{16} << 20U);
  void* mapping_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  std::vector<Message> sent_;
  Relay relay_ = make();

 private:
  Relay make() {
    Relay::prepare(memory(), kSelf, kWorkers);
    return Relay(memory(), kAttempt,
                 [this](unsigned, const Message& message) { sent_.push_back(message); });
  }
};

TEST_F(RelayOfASecondRank, DeliversTheMailOfItsPass) {
  EXPECT_EQ(delivered(), 0U);
  mail({kAttempt, 0}, 7);
  EXPECT_EQ(delivered(), 7U);
}

TEST_F(RelayOfASecondRank, IgnoresTheMailOfAnEarlierPass) {
  mail({kAttempt - 1, 9}, 7);
  EXPECT_EQ(delivered(), 0U);
  meet({kAttempt, 0});
  mail({kAttempt, 0}, 8);
  EXPECT_EQ(delivered(), 0U);
  mail({kAttempt, 1}, 9);
  EXPECT_EQ(delivered(), 9U);
}

TEST_F(RelayOfASecondRank, KeepsTheMailOfALaterPass) {
  mail({kAttempt, 1}, 7);
  EXPECT_EQ(delivered(), 0U);
  meet({kAttempt, 0});
  EXPECT_EQ(delivered(), 7U);
}

// A state that other ranks reach at two depths may lie on a cycle.
TEST_F(RelayOfASecondRank, ReportsStatesAtTwoDepths) {
  const auto claim = [&](std::uint64_t meeting, std::uint64_t number, std::uint64_t depth) {
    const auto kind = static_cast<std::uint64_t>(search::StoreKind::narrow);
    relay_.receive(0, {Kind::claims, {kAttempt, meeting}, {kind, number, 11, 12, 0, depth}});
  };
  const auto reported = [&] {
    memory().header().arrived.store(1);
    relay_.turn();
    SplitReport report;
    std::memcpy(static_cast<void*>(&report), sent_.back().words.data() + 1, sizeof report);
    EXPECT_EQ(sent_.back().kind, Kind::arrived);
    return report.cycles;
  };
  claim(0, 1, 3);
  claim(0, 2, 3);
  EXPECT_EQ(reported(), 0U);
  meet({kAttempt, 0});
  claim(1, 3, 4);
  EXPECT_GT(reported(), 0U);
}

}  // namespace
}  // namespace heddle::ranks
