#include "snapshot/dirty_pages.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "core/check.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/protect_memory.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/root.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kPoolPages = 256;
constexpr std::size_t kMostAdopted = 64;

std::byte* map_anonymous(std::size_t size) {
  const long result = raw_syscall(SYS_mmap, 0, static_cast<long>(size), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  HEDDLE_CHECK(result > 0 || result < -4095, "out of memory for a snapshot page");
  return reinterpret_cast<std::byte*>(result);
}

}  // namespace

void DirtyPages::watch(const std::vector<MemoryRegion>& regions) {
  page_size_ = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  regions_ = regions;
  std::size_t pages = 0;
  for (const MemoryRegion& region : regions_) {
    pages += (page_end(region.end) - page_of(region.begin)) / page_size_;
  }
  // Room for all of them, and for two regions in one page; only what is used is ever touched.
  dirty_ = reinterpret_cast<Saved*>(map_anonymous((pages + 1 + kMostAdopted) * sizeof(Saved)));
  is_dirty_ = reinterpret_cast<std::uint8_t*>(map_anonymous(pages + 1));
  for (const MemoryRegion& region : regions_) {
    const std::uintptr_t begin = page_of(region.begin);
    HEDDLE_CHECK(protect_memory(begin, page_end(region.end) - begin, PROT_READ),
                 "the program's data could not be write-protected");
  }
}

std::size_t DirtyPages::page_number(std::uintptr_t address) const {
  std::size_t before = 0;
  for (const MemoryRegion& region : regions_) {
    const std::uintptr_t begin = page_of(region.begin);
    const std::uintptr_t end = page_end(region.end);
    if (address >= begin && address < end) return before + (address - begin) / page_size_;
    before += (end - begin) / page_size_;
  }
  return kNotWatched;
}

std::byte* DirtyPages::new_content(std::size_t size) {
  if (pool_left_ < size) {
    pool_left_ = kPoolPages * page_size_;
    pool_ = map_anonymous(pool_left_);
  }
  std::byte* content = pool_;
  pool_ += size;
  pool_left_ -= size;
  return content;
}

void DirtyPages::save(const MemoryRegion& part) {
  const std::size_t size = part.end - part.begin;
  auto* const begin = reinterpret_cast<std::byte*>(part.begin);
  std::byte* const content = new_content(size);
  std::memcpy(content, begin, size);
  dirty_[dirty_count_++] = {begin, content, size};
}

bool DirtyPages::is_known(std::uintptr_t address) const {
  for (const MemoryRegion& region : regions_) {
    if (address >= region.begin && address < region.end) return true;
  }
  for (std::size_t i = 0; i < dirty_count_; ++i) {
    const auto begin = reinterpret_cast<std::uintptr_t>(dirty_[i].begin);
    if (address >= begin && address < begin + dirty_[i].size) return true;
  }
  return false;
}

void DirtyPages::adopt(const MemoryRegion& region) {
  if (is_known(region.begin)) return;
  HEDDLE_CHECK(adopted_++ < kMostAdopted, "more memory was adopted than there is room for");
  save(region);
}

bool DirtyPages::let_write(std::uintptr_t address) {
  const std::size_t number = page_number(address);
  if (number == kNotWatched) return false;
  if (is_dirty_[number] != 0) return false;  // writable already: this is a real fault
  is_dirty_[number] = 1;
  const std::uintptr_t page = page_of(address);
  // Small libraries and the end of the program's own data may share a page: save the parts of all
  // regions in it.
  for (const MemoryRegion& region : regions_) {
    const std::uintptr_t begin = std::max(region.begin, page);
    const std::uintptr_t end = std::min(region.end, page + page_size_);
    if (begin < end) save({begin, end});
  }
  return protect_memory(page, page_size_, PROT_READ | PROT_WRITE);
}

void DirtyPages::restore() const {
  for (std::size_t i = 0; i < dirty_count_; ++i) {
    std::memcpy(dirty_[i].begin, dirty_[i].content, dirty_[i].size);
  }
}

void DirtyPages::touch(void* buffer, std::size_t size) {
  if (size == 0) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(buffer);
  for (std::uintptr_t at = page_of(begin); at < begin + size; at += page_size_) {
    auto* byte = reinterpret_cast<volatile char*>(std::max(at, begin));
    const auto address = reinterpret_cast<std::uintptr_t>(byte);
    if (page_number(address) != kNotWatched || (address >= kHeapBase && address < kHeapEnd)) {
      *byte = *byte;
    }
  }
}

DirtyPages& dirty_pages() { return allocated_part(runtime().dirty_pages); }

}  // namespace heddle::native
