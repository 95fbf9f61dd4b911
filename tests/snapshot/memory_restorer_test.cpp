// Memory and the image's hash return to every snapshot that can be restored.
#include "snapshot/memory_restorer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "core/random.hpp"
#include "runtime/world.hpp"
#include "snapshot/block_changes.hpp"

namespace heddle::native {
namespace {

class Restorer : public testing::Test {
 protected:
  using Memory = std::array<std::byte, kImagePage>;
  struct State {
    Snapshot snapshot;
    Memory memory;
  };

  Restorer() { map_world(); }

  State change() {
    for (int i = 0; i < 3; ++i) {
      memory_[random_.below(kImagePage)] = static_cast<std::byte>(random_.below(256));
    }
    changes_.compare(page_);
    changes_.apply();
    return {past_.take(), memory_};
  }
  void expect(const State& state) {
    restorer_.restore(state.snapshot);
    EXPECT_EQ(memory_, state.memory);
    EXPECT_EQ(pages_.hash(), state.snapshot.hash);
    changes_.compare(page_);
    EXPECT_TRUE(changes_.collected().empty());
  }

  Random random_{1};
  alignas(16) Memory memory_{};
  ImagePages pages_;
  ImageThreads threads_{pages_};
  PageProtection protection_{pages_};
  PastStates past_{pages_};
  BlockChanges changes_{pages_, past_};
  MemoryRestorer restorer_{pages_, threads_, protection_, past_};
  std::uint32_t page_ =
      pages_.add(reinterpret_cast<std::uintptr_t>(memory_.data()), kImagePage, nullptr);
};

TEST_F(Restorer, AJournalLeadsBackAlongThePath) {
  past_.set_reach(Reach::path);
  std::vector<State> path;
  for (int i = 0; i < 20; ++i) path.push_back(change());
  for (; !path.empty(); path.pop_back()) {
    ASSERT_TRUE(past_.lead_back_to(path.back().snapshot));
    expect(path.back());
  }
}

TEST_F(Restorer, ATreeLeadsToAnyState) {
  past_.set_reach(Reach::anywhere);
  std::vector<State> states;
  for (int i = 0; i < 20; ++i) states.push_back(change());
  for (int i = 0; i < 100; ++i) expect(states[random_.below(states.size())]);
}

TEST_F(Restorer, TheStartHasTheInitialContents) {
  for (const Reach reach : {Reach::nowhere, Reach::path, Reach::anywhere}) {
    past_.set_reach(reach);
    change();
    restorer_.restore_initial();
    EXPECT_EQ(memory_, Memory{});
    EXPECT_EQ(pages_.hash(), Fingerprint{});
  }
}

}  // namespace
}  // namespace heddle::native
