// The memory map has the regions of this process with their kinds and protections, and the list of
// pages has exactly those that were written to.
#include "checkpoint/memory_map.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <memory>
#include <vector>

#include "checkpoint/page_runs.hpp"

namespace heddle::checkpoint {
namespace {

using campaign::Region;
using campaign::RegionKind;

// Some pages that only this test uses.
class Pages {
 public:
  explicit Pages(std::size_t count, int protection = PROT_READ | PROT_WRITE)
      : size_(count * kPage),
        start_(static_cast<char*>(
            ::mmap(nullptr, size_, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {}
  ~Pages() { ::munmap(start_, size_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  char* page(std::size_t i) const { return start_ + i * kPage; }
  std::uint64_t address(std::size_t i) const { return reinterpret_cast<std::uint64_t>(page(i)); }

 private:
  std::size_t size_;
  char* start_;
};

std::unique_ptr<MemoryMap> present_map(std::uint64_t own = 0) {
  auto map = std::make_unique<MemoryMap>();
  std::vector<char> text(std::size_t{1} << 20);
  EXPECT_TRUE(read_memory_map(*map, text, own));
  return map;
}

const Region* find(const MemoryMap& map, std::uint64_t address) {
  for (const Region& region : map) {
    if (region.start <= address && address < region.end) return &region;
  }
  return nullptr;
}

TEST(MemoryMap, HasTheKindsOfThisProcess) {
  const Pages pages(2, PROT_READ);
  const int local = 0;
  const auto map = present_map();
  const Region* const own = find(*map, pages.address(1));
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->kind, RegionKind::anonymous);
  EXPECT_EQ(own->protection, static_cast<std::uint32_t>(PROT_READ));
  const Region* const stack = find(*map, reinterpret_cast<std::uint64_t>(&local));
  ASSERT_NE(stack, nullptr);
  EXPECT_EQ(stack->kind, RegionKind::stack);
  const Region* const code = find(*map, reinterpret_cast<std::uint64_t>(&read_memory_map));
  ASSERT_NE(code, nullptr);
  EXPECT_EQ(code->kind, RegionKind::file);
  EXPECT_NE(code->inode, 0U);
  EXPECT_NE(code->stamp, 0U);
}

TEST(MemoryMap, SharedMemoryAndTheOwnRegionAreMarked) {
  void* const shared =
      ::mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  const Pages pages(1, PROT_NONE);
  const auto map = present_map(pages.address(0));
  EXPECT_EQ(find(*map, reinterpret_cast<std::uint64_t>(shared))->kind, RegionKind::shared);
  EXPECT_EQ(find(*map, pages.address(0))->kind, RegionKind::own);
  ::munmap(shared, kPage);
}

TEST(MemoryMap, ATooSmallBufferIsNoticed) {
  auto map = std::make_unique<MemoryMap>();
  std::vector<char> text(100);
  EXPECT_FALSE(read_memory_map(*map, text, 0));
}

TEST(MemoryMap, FilesAreComparedAndAnonymousMemoryIsNot) {
  const auto before = present_map();
  const Pages pages(3);
  const auto after = present_map();
  EXPECT_TRUE(has_same_files(*before, *after));
  auto other = present_map();
  for (std::size_t i = 0; i < other->count; ++i) {
    if (other->regions[i].kind == RegionKind::file) other->regions[i].stamp ^= 1U;
  }
  EXPECT_FALSE(has_same_files(*before, *other));
  EXPECT_FALSE(has_same_files(*other, *before));
}

TEST(MemoryMap, AChangedProtectionIsNoOtherFile) {
  const auto before = present_map();
  auto split = std::make_unique<MemoryMap>(*before);
  std::size_t moved = 0;
  // Splits the first file region of several pages, as mprotect would.
  for (std::size_t i = 0; i < split->count; ++i) {
    Region& region = split->regions[i];
    if (region.kind != RegionKind::file || region.end - region.start < 2 * kPage) continue;
    for (std::size_t k = split->count; k > i; --k) split->regions[k] = split->regions[k - 1];
    ++split->count;
    split->regions[i].end = split->regions[i].start + kPage;
    split->regions[i + 1].start += kPage;
    split->regions[i + 1].offset += kPage;
    split->regions[i + 1].protection ^= PROT_WRITE;
    moved = i;
    break;
  }
  EXPECT_TRUE(has_same_files(*before, *split));
  split->regions[moved].offset += kPage;
  EXPECT_FALSE(has_same_files(*before, *split));
}

TEST(PageRuns, HaveThePagesThatWereWrittenTo) {
  const Pages pages(9);
  *pages.page(1) = 1;
  *pages.page(2) = 1;
  *pages.page(4) = 0;  // exists, but is zero
  *pages.page(7) = 1;
  const auto map = present_map();
  auto runs = std::make_unique<RunList>();
  ASSERT_TRUE(find_runs(*map, *runs));
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < 9; ++i) {
    if (contains(*runs, pages.address(i))) found.push_back(i);
  }
  EXPECT_EQ(found, (std::vector<std::size_t>{1, 2, 7}));
}

TEST(PageRuns, AreSortedAndCounted) {
  const auto map = present_map();
  auto runs = std::make_unique<RunList>();
  ASSERT_TRUE(find_runs(*map, *runs));
  std::uint64_t pages = 0;
  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < runs->count; ++i) {
    EXPECT_GE(runs->runs[i].address, last);
    last = runs->runs[i].address + runs->runs[i].pages * kPage;
    pages += runs->runs[i].pages;
  }
  EXPECT_EQ(pages, runs->pages);
  EXPECT_GT(runs->count, 0U);
}

TEST(PageRuns, PagesWithoutRightsAreSavedAsTheyAre) {
  const Pages pages(2);
  *pages.page(0) = 1;
  ::mprotect(pages.page(0), 2 * kPage, PROT_NONE);
  const auto map = present_map();
  auto runs = std::make_unique<RunList>();
  ASSERT_TRUE(find_runs(*map, *runs));
  EXPECT_TRUE(contains(*runs, pages.address(0)));
  EXPECT_FALSE(contains(*runs, pages.address(1)));
}

}  // namespace
}  // namespace heddle::checkpoint
