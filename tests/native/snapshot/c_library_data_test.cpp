#include "native/snapshot/c_library_data.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace heddle::native {
namespace {

bool holds(const std::vector<MemoryRegion>& regions, const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return std::any_of(regions.begin(), regions.end(), [&](const MemoryRegion& region) {
    return at >= region.begin && at < region.end;
  });
}

// Streams are the program's; the end of the heap is the engine's.
TEST(CLibraryData, HoldsStreamsAndNotTheHeap) {
  const std::vector<MemoryRegion> regions = c_library_data();
  ASSERT_FALSE(regions.empty());
  EXPECT_TRUE(holds(regions, stdout));
  EXPECT_FALSE(holds(regions, ::dlsym(RTLD_DEFAULT, "__curbrk")));
  for (const MemoryRegion& region : regions) EXPECT_FALSE(region.compared);
}

// Put back, it takes back what rand did and nothing of what malloc did.
TEST(CLibraryData, CanBePutBackUnderALivingHeap) {
  const std::vector<MemoryRegion> regions = c_library_data();
  std::vector<std::vector<char>> kept;
  for (const MemoryRegion& region : regions) {
    kept.emplace_back(reinterpret_cast<char*>(region.begin), reinterpret_cast<char*>(region.end));
  }
  const int first = std::rand();
  std::vector<void*> blocks;
  for (std::size_t size = 16; size < 400'000; size *= 2) {
    blocks.push_back(std::malloc(size));
    std::memset(blocks.back(), 0x5a, size);
  }
  for (std::size_t i = 0; i < regions.size(); ++i) {
    std::memcpy(reinterpret_cast<void*>(regions[i].begin), kept[i].data(), kept[i].size());
  }
  EXPECT_EQ(std::rand(), first);
  for (void* const block : blocks) std::free(block);
  for (std::size_t size = 16; size < 400'000; size *= 2) std::free(std::malloc(size));
}

}  // namespace
}  // namespace heddle::native
