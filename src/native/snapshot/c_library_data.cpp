#include "native/snapshot/c_library_data.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

extern "C" {
void* __libc_malloc(std::size_t size);
void __libc_free(void* block);
}

namespace heddle::native {
namespace {

int find_data(dl_phdr_info* info, std::size_t, void* data) {
  const std::string_view path(info->dlpi_name);
  const std::string_view file = path.substr(path.rfind('/') + 1);
  if (!file.starts_with("libc.so") && !file.starts_with("libc-")) return 0;
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  std::uintptr_t relro_end = 0;
  auto* const found = static_cast<MemoryRegion*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_GNU_RELRO) relro_end = (begin + header.p_memsz) & ~(page - 1);
    if (header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0) {
      *found = {begin, begin + header.p_memsz};
    }
  }
  found->begin = std::max(found->begin, relro_end);
  return 1;
}

// Where the allocator keeps its main arena: a block that is given back, between two that are not,
// is linked to the arena's list of such blocks.
std::uintptr_t find_main_arena(const MemoryRegion& data) {
  constexpr std::size_t kSize = 5000;         // beyond the sizes that have lists of their own
  constexpr std::uintptr_t kListOffset = 96;  // glibc 2.27 and newer, 64 bits
  std::array<void*, 15> blocks{};
  for (void*& block : blocks) {
    block = __libc_malloc(kSize);
    std::memset(block, 0, kSize);
  }
  std::uintptr_t arena = 0;
  for (std::size_t i = 1; i < blocks.size(); i += 2) {
    // Read after it was given back: its words are the allocator's then, and they are asked for.
    const auto* const words = static_cast<const volatile std::uintptr_t*>(blocks[i]);
    __libc_free(std::exchange(blocks[i], nullptr));
    const std::uintptr_t list = words[1];
    if (list > data.begin + kListOffset && list < data.end) {
      arena = list - kListOffset;
      break;
    }
  }
  for (void* const block : blocks) __libc_free(block);
  return arena;
}

void cut(std::vector<MemoryRegion>& regions, const MemoryRegion& hole) {
  std::vector<MemoryRegion> left;
  for (const MemoryRegion& region : regions) {
    if (hole.end <= region.begin || hole.begin >= region.end) {
      left.push_back(region);
      continue;
    }
    if (region.begin < hole.begin) left.push_back({region.begin, hole.begin, region.compared});
    if (hole.end < region.end) left.push_back({hole.end, region.end, region.compared});
  }
  regions = std::move(left);
}

}  // namespace

std::vector<MemoryRegion> c_library_data() {
  constexpr std::size_t kArenaSize = 2200;
  MemoryRegion data;
  ::dl_iterate_phdr(find_data, &data);
  const std::uintptr_t arena = data.end == 0 ? 0 : find_main_arena(data);
  const auto heap_end = reinterpret_cast<std::uintptr_t>(::dlsym(RTLD_DEFAULT, "__curbrk"));
  if (arena == 0 || heap_end == 0) return {};
  data.compared = false;
  std::vector<MemoryRegion> regions = {data};
  cut(regions, {arena, arena + kArenaSize});
  cut(regions, {heap_end, heap_end + sizeof(void*)});
  return regions;
}

}  // namespace heddle::native
