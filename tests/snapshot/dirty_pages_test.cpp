// Only written pages are saved, once and for all; restoring brings back every watched byte and no
// other.
#include "snapshot/dirty_pages.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "core/random.hpp"
#include "snapshot/faults.hpp"

namespace heddle::native {
namespace {

// Some pages of memory with a pattern, between two pages that nobody may touch.
class DirtyPagesTest : public testing::Test {
 protected:
  static constexpr std::size_t kPages = 300;

  DirtyPagesTest() : page_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))) {
    mapping_ = static_cast<char*>(
        ::mmap(nullptr, (kPages + 2) * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    memory_ = mapping_ + page_;
    ::mprotect(memory_, kPages * page_, PROT_READ | PROT_WRITE);
    for (std::size_t i = 0; i < kPages * page_; ++i)
      memory_[i] = static_cast<char>(i * 7 + i / 256);
    original_.assign(memory_, memory_ + kPages * page_);
  }
  ~DirtyPagesTest() override { ::munmap(mapping_, (kPages + 2) * page_); }

  MemoryRegion region(std::size_t begin, std::size_t end) const {
    const auto base = reinterpret_cast<std::uintptr_t>(memory_);
    return {base + begin, base + end};
  }
  std::uintptr_t address(std::size_t offset) const {
    return reinterpret_cast<std::uintptr_t>(memory_) + offset;
  }
  bool is_original() const { return std::memcmp(memory_, original_.data(), original_.size()) == 0; }

  std::size_t page_;
  char* mapping_;
  char* memory_;
  std::vector<char> original_;
  DirtyPages pages_;
};

TEST_F(DirtyPagesTest, SavesWhatIsWrittenAndNothingElse) {
  const Faults faults(pages_);
  pages_.watch({region(0, kPages * page_)});
  EXPECT_EQ(pages_.dirty_count(), 0U);
  EXPECT_TRUE(is_original()) << "reading is free";
  EXPECT_EQ(Faults::let(), 0);
  memory_[2 * page_] = 'x';
  memory_[3 * page_ - 1] = 'x';
  memory_[5 * page_ + 17] = 'x';
  EXPECT_EQ(pages_.dirty_count(), 2U);
  EXPECT_EQ(Faults::let(), 2);
  pages_.restore();
  EXPECT_TRUE(is_original());
}

TEST_F(DirtyPagesTest, FaultsOncePerPageForEver) {
  const Faults faults(pages_);
  pages_.watch({region(0, kPages * page_)});
  for (int execution = 0; execution < 5; ++execution) {
    std::memset(memory_ + page_, 'a' + execution, 2 * page_);
    pages_.restore();
    EXPECT_TRUE(is_original());
    EXPECT_EQ(Faults::let(), 2);
  }
  memory_[0] = 'x';
  EXPECT_EQ(Faults::let(), 3);
  EXPECT_EQ(pages_.dirty_count(), 3U);
}

TEST_F(DirtyPagesTest, BringsBackWhateverWasWritten) {
  const Faults faults(pages_);
  const std::size_t size = kPages * page_;
  pages_.watch({region(0, size)});
  Random random(5);
  for (int execution = 0; execution < 20; ++execution) {
    for (int i = 0; i < 200; ++i) memory_[random.below(size)] = static_cast<char>(random.next());
    pages_.restore();
    ASSERT_TRUE(is_original());
  }
  std::memset(memory_, 0, size);
  EXPECT_EQ(pages_.dirty_count(), kPages);
  pages_.restore();
  EXPECT_TRUE(is_original());
}

TEST_F(DirtyPagesTest, RegionsMayShareAPage) {
  const Faults faults(pages_);
  pages_.watch({region(100, 200), region(300, page_ + 50), region(page_ + 60, 2 * page_ + 10)});
  std::memset(memory_, 0, 3 * page_);
  EXPECT_EQ(Faults::let(), 3);
  pages_.restore();
  for (std::size_t i = 0; i < 3 * page_; ++i) {
    const bool watched = (i >= 100 && i < 200) || (i >= 300 && i < page_ + 50) ||
                         (i >= page_ + 60 && i < 2 * page_ + 10);
    ASSERT_EQ(memory_[i], watched ? original_[i] : 0) << i;
  }
}

TEST_F(DirtyPagesTest, ARealFaultStaysAFault) {
  const Faults faults(pages_);
  pages_.watch({region(0, 2 * page_)});
  EXPECT_FALSE(pages_.let_write(address(2 * page_))) << "not watched";
  EXPECT_FALSE(pages_.let_write(0));
  EXPECT_TRUE(Faults::faults(memory_ - 1));
  EXPECT_TRUE(Faults::faults(memory_ + kPages * page_));
  EXPECT_FALSE(Faults::faults(memory_));
  EXPECT_FALSE(pages_.let_write(address(0))) << "writable already";
  ::mprotect(memory_, page_, PROT_READ);
  EXPECT_TRUE(Faults::faults(memory_)) << "the program itself took the right away";
  EXPECT_EQ(pages_.dirty_count(), 1U);
}

TEST_F(DirtyPagesTest, TouchLetsTheKernelWrite) {
  const Faults faults(pages_);
  pages_.watch({region(0, 4 * page_)});
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::vector<char> text(page_ + 2, 't');
  ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  char* const buffer = memory_ + page_ - 1;  // in three pages
  EXPECT_EQ(::read(ends[0], buffer, text.size()), -1);
  EXPECT_EQ(errno, EFAULT);
  pages_.touch(buffer, text.size());
  EXPECT_EQ(pages_.dirty_count(), 3U);
  EXPECT_EQ(::read(ends[0], buffer, text.size()), static_cast<ssize_t>(text.size()));
  EXPECT_EQ(std::memcmp(buffer, text.data(), text.size()), 0);
  pages_.restore();
  EXPECT_TRUE(is_original());
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(DirtyPagesTest, TouchLeavesOtherMemoryAlone) {
  const Faults faults(pages_);
  pages_.watch({region(page_, 2 * page_)});
  pages_.touch(memory_ - page_, 3 * page_);  // begins where nobody may even read
  EXPECT_EQ(pages_.dirty_count(), 1U);
  pages_.touch(memory_ + page_, 0);
  pages_.touch(nullptr, 0);
  EXPECT_TRUE(is_original());
}

}  // namespace
}  // namespace heddle::native
