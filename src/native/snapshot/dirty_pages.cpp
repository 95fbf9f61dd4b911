#include "native/snapshot/dirty_pages.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "core/check.hpp"
#include "native/real_functions.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kPoolPages = 256;

std::byte* map_anonymous(std::size_t size) {
  const long result = raw_syscall(SYS_mmap, 0, static_cast<long>(size), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  HEDDLE_CHECK(result > 0 || result < -4095, "no memory left to save a page of the program");
  return reinterpret_cast<std::byte*>(result);
}

}  // namespace

void DirtyPages::watch(const std::vector<MemoryRegion>& regions) {
  page_size_ = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  regions_ = regions;
  std::size_t pages = 0;
  for (const MemoryRegion& region : regions_) pages += (region.end - region.begin) / page_size_;
  // Room for all of them; only what is used is ever touched.
  dirty_ = reinterpret_cast<Saved*>(map_anonymous((pages + 1) * sizeof(Saved)));
  is_dirty_ = reinterpret_cast<std::uint8_t*>(map_anonymous(pages + 1));
  for (const MemoryRegion& region : regions_) {
    const int error =
        ::mprotect(reinterpret_cast<void*>(region.begin), region.end - region.begin, PROT_READ);
    HEDDLE_CHECK(error == 0, "the program's data could not be write-protected");
  }
}

std::size_t DirtyPages::page_number(std::uintptr_t address) const {
  std::size_t before = 0;
  for (const MemoryRegion& region : regions_) {
    if (address >= region.begin && address < region.end)
      return before + (address - region.begin) / page_size_;
    before += (region.end - region.begin) / page_size_;
  }
  return kNotWatched;
}

std::byte* DirtyPages::new_content() {
  if (pool_left_ == 0) {
    pool_ = map_anonymous(kPoolPages * page_size_);
    pool_left_ = kPoolPages;
  }
  std::byte* content = pool_;
  pool_ += page_size_;
  --pool_left_;
  return content;
}

bool DirtyPages::let_write(std::uintptr_t address) {
  const std::size_t number = page_number(address);
  if (number == kNotWatched) return false;
  if (is_dirty_[number] != 0) return false;  // writable already: this is a real fault
  is_dirty_[number] = 1;
  auto* page = reinterpret_cast<std::byte*>(address & ~(page_size_ - 1));
  std::byte* content = new_content();
  std::memcpy(content, page, page_size_);
  dirty_[dirty_count_++] = {page, content};
  const long result = raw_syscall(SYS_mprotect, reinterpret_cast<long>(page),
                                  static_cast<long>(page_size_), PROT_READ | PROT_WRITE);
  return result == 0;
}

void DirtyPages::restore() const {
  for (std::size_t i = 0; i < dirty_count_; ++i) {
    std::memcpy(dirty_[i].page, dirty_[i].content, page_size_);
  }
}

void DirtyPages::touch(void* buffer, std::size_t size) {
  if (size == 0) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(buffer);
  for (std::uintptr_t at = begin & ~(page_size_ - 1); at < begin + size; at += page_size_) {
    auto* byte = reinterpret_cast<volatile char*>(std::max(at, begin));
    if (page_number(reinterpret_cast<std::uintptr_t>(byte)) != kNotWatched) *byte = *byte;
  }
}

DirtyPages& dirty_pages() {
  static DirtyPages* const pages = new DirtyPages;
  return *pages;
}

}  // namespace heddle::native
