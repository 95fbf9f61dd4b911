// Decides which pages are compared and which are write-protected.
//
// Pages that have not changed for a while are write-protected and not compared until the next
// write to them.  So a step costs what it touches, not what the program owns.  DirtyPages protects
// the program's data once, to find what a reset must restore; here pages are protected repeatedly.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "snapshot/image_pages.hpp"

namespace heddle::native {

class PageProtection {
 public:
  explicit PageProtection(ImagePages& pages) : pages_(pages) {}

  // The pages that every scan compares.
  const std::vector<std::uint32_t>& hot() const { return hot_; }
  void add_hot(std::uint32_t number) { hot_.push_back(number); }

  // Adds the pages that were written since the last call to the hot ones.  Called once per scan.
  void collect_written() {
    ++scans_;
    if (!written_.empty()) add_written();
  }

  // Handles a write fault: returns whether the address is in a protected page that is now
  // writable.  Pages behind it may be writable too.  Called by the fault handler.
  // Async-signal-safe.
  bool let_write(std::uintptr_t address);

  // Makes a cold page writable and hot, before the engine writes to it.
  void warm(std::uint32_t number);

  // Protects hot pages that have not changed for a while.  REQUIRES: called after each scan of a
  // fixed interval.
  void cool_down();

  // Protects these pages, which are no longer hot.  Sorts them by address.  REQUIRES: can_protect,
  // and each page is whole and aligned.
  void protect(std::vector<std::uint32_t>& pages);

  bool can_protect() const;

  // Makes every page writable permanently: from now on, pages are compared.
  void stop();

 private:
  void add_written();
  void end_protection(ImagePage& page, std::uint16_t price);

  ImagePages& pages_;
  std::vector<std::uint32_t> hot_;
  bool may_protect_ = true;
  std::uint16_t scans_ = 0;  // may overflow
  // For the fault handler: pages that were ever protected, and the pages that it made writable
  // since the last scan.  The vector has room for all of them, because the handler must not
  // allocate.
  std::unordered_map<std::uintptr_t, std::uint32_t> page_at_;
  std::vector<std::uint32_t> written_;
  std::uintptr_t next_write_ = 0;  // behind the pages that the last fault made writable
  std::size_t run_ = 1;            // how many those were at most
};

}  // namespace heddle::native
