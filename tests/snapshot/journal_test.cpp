// The journal leads back along the path, whatever was marked, undone and forgotten in between.
#include "snapshot/journal.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "core/random.hpp"

namespace heddle::native {
namespace {

// Pages whose blocks hold one number each.
class Pages {
 public:
  Pages() : pages_(3) {
    for (ImagePage& page : pages_) {
      page.shadow = storage_[&page - pages_.data()].data();
      page.hashes = &hashes_[&page - pages_.data()];
    }
  }

  void set(Journal& journal, std::uint32_t page, std::size_t block, std::uint8_t value) {
    const Segment segment{reinterpret_cast<std::uintptr_t>(pages_[page].shadow), 0, kImagePage};
    journal.note(page, pages_[page], segment, block);
    write(page, block, value);
  }
  void undo(const OldBlock& old) {
    write(old.page, old.block,
          old.present ? std::to_integer<std::uint8_t>(old.content[0]) : std::uint8_t{0});
    const std::uint64_t value = old.present ? std::to_integer<std::uint8_t>(old.content[0]) : 0;
    EXPECT_TRUE(!old.present || old.hash.low == value);
    EXPECT_EQ(std::to_integer<std::uint8_t>(old.content[0]), value);
    EXPECT_EQ(old.bytes, kBlockSize);
    EXPECT_EQ(old.live, pages_[old.page].shadow + old.block * kBlockSize);
  }
  std::vector<int> values() const {
    std::vector<int> all;
    for (std::uint32_t page = 0; page < pages_.size(); ++page) {
      for (std::size_t block = 0; block < kBlocksPerPage; ++block) {
        all.push_back(pages_[page].has(block)
                          ? std::to_integer<int>(pages_[page].shadow[block * kBlockSize])
                          : 0);
      }
    }
    return all;
  }

 private:
  // Zero is what every block was at the start.
  void write(std::uint32_t number, std::size_t block, std::uint8_t value) {
    ImagePage& page = pages_[number];
    page.shadow[block * kBlockSize] = std::byte{value};
    (*page.hashes)[block] = {value, 0};
    const std::uint32_t bit = std::uint32_t{1} << block;
    page.present = value != 0 ? page.present | bit : page.present & ~bit;
  }

  std::vector<ImagePage> pages_;
  std::map<std::ptrdiff_t, std::array<std::byte, kImagePage>> storage_;
  std::map<std::ptrdiff_t, BlockHashes> hashes_;
};

TEST(Journal, LeadsBackToEveryMarkOnThePath) {
  Random random(11);
  Journal journal;
  Pages pages;
  struct Marked {
    Journal::Mark mark;
    std::vector<int> values;
  };
  std::vector<Marked> path;
  std::vector<Journal::Mark> left;
  for (int round = 0; round < 5'000; ++round) {
    if (random.below(3) == 0) path.push_back({journal.mark(), pages.values()});
    for (std::uint64_t i = random.below(4); i > 0; --i) {
      pages.set(journal, static_cast<std::uint32_t>(random.below(3)), random.below(32),
                static_cast<std::uint8_t>(random.below(4)));
    }
    if (path.empty() || random.below(3) != 0) continue;
    // Back to one of the last, which stays.
    const std::size_t to = path.size() - 1 - random.below(std::min<std::size_t>(path.size(), 5));
    ASSERT_TRUE(journal.leads_back_to(path[to].mark));
    journal.undo_to(path[to].mark, [&](const OldBlock& old) { pages.undo(old); });
    ASSERT_EQ(pages.values(), path[to].values) << "round " << round;
    for (std::size_t i = to + 1; i < path.size(); ++i) left.push_back(path[i].mark);
    path.resize(to + 1);
  }
  ASSERT_FALSE(left.empty());
  for (const Journal::Mark& mark : left) ASSERT_FALSE(journal.leads_back_to(mark));
  for (const Marked& marked : path) ASSERT_TRUE(journal.leads_back_to(marked.mark));
}

TEST(Journal, ForgetsTheOldestAndGivesTheirMemoryBack) {
  Journal journal;
  Pages pages;
  const Journal::Mark first = journal.mark();
  std::vector<Journal::Mark> marks;
  for (int round = 0; round < 100; ++round) {
    marks.push_back(journal.mark());
    for (std::uint32_t block = 0; block < kBlocksPerPage; ++block) {
      pages.set(journal, 0, block, static_cast<std::uint8_t>(round + 1));
    }
  }
  const std::size_t all = journal.bytes();
  journal.forget_before(marks[90]);
  EXPECT_LT(journal.bytes(), all / 2);
  EXPECT_FALSE(journal.leads_back_to(first));
  EXPECT_FALSE(journal.leads_back_to(marks[89]));
  ASSERT_TRUE(journal.leads_back_to(marks[90]));
  journal.undo_to(marks[90], [&](const OldBlock& old) { pages.undo(old); });
  EXPECT_EQ(pages.values()[0], 90);
  journal.clear();
  EXPECT_FALSE(journal.leads_back_to(marks[90]));
}

// Entries are kept in pieces of 256, which is eight rounds of 32.
TEST(Journal, GoesOnWhereAPieceEnds) {
  for (const bool forgets : {false, true}) {
    Journal journal;
    Pages pages;
    std::vector<Journal::Mark> marks;
    const auto play = [&](std::uint8_t rounds) {
      for (std::uint8_t round = 0; round < rounds; ++round) {
        marks.push_back(journal.mark());
        for (std::uint32_t block = 0; block < kBlocksPerPage; ++block) {
          pages.set(journal, 0, block, static_cast<std::uint8_t>(marks.size()));
        }
      }
    };
    const auto return_to = [&](std::size_t round) {
      ASSERT_TRUE(journal.leads_back_to(marks[round]));
      journal.undo_to(marks[round], [&](const OldBlock& old) { pages.undo(old); });
      marks.resize(round);
      EXPECT_EQ(pages.values()[31], static_cast<int>(round));
    };
    play(8);
    marks.push_back(journal.mark());
    if (forgets) journal.forget_before(marks.back());
    marks.pop_back();
    play(9);
    return_to(16);
    play(1);
    return_to(9);
    play(3);
    return_to(8);
    play(2);
    if (!forgets) return_to(7);
    EXPECT_EQ(journal.leads_back_to(marks[6]), !forgets);
  }
}

TEST(Journal, NotesABlockOnceBetweenTwoMarks) {
  Journal journal;
  Pages pages;
  const Journal::Mark mark = journal.mark();
  for (std::uint8_t value = 1; value < 50; ++value) pages.set(journal, 1, 7, value);
  int undone = 0;
  journal.undo_to(mark, [&](const OldBlock& old) {
    pages.undo(old);
    ++undone;
  });
  EXPECT_EQ(undone, 1);
}

}  // namespace
}  // namespace heddle::native
