// Pages that do not change are write-protected, and a write makes them hot again.
#include "snapshot/page_protection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "snapshot/faults.hpp"

namespace heddle::native {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr std::size_t kPageCount = 3;

class Protection : public testing::Test {
 protected:
  Protection() {
    memory_ = static_cast<char*>(::mmap(nullptr, kPageCount * kImagePage, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    for (std::size_t i = 0; i < kPageCount; ++i) {
      numbers_.push_back(
          pages_.add(reinterpret_cast<std::uintptr_t>(byte(i)), kImagePage, nullptr));
      protection_.add_hot(numbers_.back());
    }
  }
  ~Protection() override { ::munmap(memory_, kPageCount * kImagePage); }

  void SetUp() override {
    if (!protection_.can_protect()) GTEST_SKIP() << "pages of this machine are larger";
  }

  volatile char* byte(std::size_t page) { return memory_ + page * kImagePage; }
  ImagePage& page(std::size_t number) { return pages_[numbers_[number]]; }

  // A new page counts as changed: the first pass protects none.
  void cool_all() {
    protection_.cool_down();
    protection_.cool_down();
  }

  char* memory_ = nullptr;
  std::vector<std::uint32_t> numbers_;
  ImagePages pages_;
  PageProtection protection_{pages_};
  Faults faults_{protection_};
};

TEST_F(Protection, ProtectsOnlyPagesThatDidNotChange) {
  protection_.cool_down();
  EXPECT_THAT(protection_.hot(), UnorderedElementsAre(numbers_[0], numbers_[1], numbers_[2]));
  page(1).changed = true;
  protection_.cool_down();
  EXPECT_THAT(protection_.hot(), ElementsAre(numbers_[1]));
  *byte(1) = 1;
  EXPECT_EQ(Faults::let(), 0);
}

TEST_F(Protection, AWriteMakesAPageHotAndSavesItsContents) {
  *byte(2) = 5;
  cool_all();
  EXPECT_THAT(protection_.hot(), IsEmpty());
  *byte(2) = 7;
  *byte(2) = 8;
  EXPECT_EQ(Faults::let(), 1);
  EXPECT_EQ(std::to_integer<int>(page(2).shadow[0]), 5);
  protection_.collect_written();
  EXPECT_THAT(protection_.hot(), ElementsAre(numbers_[2]));
  EXPECT_TRUE(page(2).changed);
}

TEST_F(Protection, AWrittenPageIsProtectedLaterTheNextTime) {
  cool_all();
  *byte(0) = 1;
  protection_.collect_written();
  cool_all();
  EXPECT_THAT(protection_.hot(), ElementsAre(numbers_[0]));
  protection_.cool_down();
  EXPECT_THAT(protection_.hot(), IsEmpty());
}

TEST_F(Protection, TheEngineWarmsAPageWithoutAFault) {
  cool_all();
  protection_.warm(numbers_[1]);
  *byte(1) = 1;
  EXPECT_EQ(Faults::let(), 0);
  EXPECT_THAT(protection_.hot(), ElementsAre(numbers_[1]));
}

TEST_F(Protection, NothingIsProtectedAfterItStops) {
  cool_all();
  protection_.stop();
  for (std::size_t i = 0; i < kPageCount; ++i) *byte(i) = 1;
  EXPECT_EQ(Faults::let(), 0);
  protection_.collect_written();
  for (int i = 0; i < 10; ++i) protection_.cool_down();
  EXPECT_THAT(protection_.hot(), UnorderedElementsAre(numbers_[0], numbers_[1], numbers_[2]));
}

TEST_F(Protection, LeavesOtherFaultsAlone) {
  cool_all();
  EXPECT_FALSE(protection_.let_write(reinterpret_cast<std::uintptr_t>(&numbers_)));
}

}  // namespace
}  // namespace heddle::native
