// The numbered pages of the memory image, and the sum of the hashes of their blocks.
//
// A page that is compared has a shadow: a copy of its contents at the last comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "snapshot/block_tree.hpp"
#include "snapshot/image_page.hpp"

namespace heddle::native {

class ImagePages {
 public:
  // Adds a page with a shadow and returns its number, which is never 0.  REQUIRES: its last
  // contents are those of the start.
  std::uint32_t add(std::vector<Segment> segments);
  std::uint32_t add(std::uintptr_t address, std::size_t bytes, const std::byte* initial);

  // Adds a page without a shadow.  Pages of large pieces of memory are numbered separately.  So
  // the nodes above the pages that every step changes have few children, however much memory the
  // program owns.
  std::uint32_t add_without_shadow(std::vector<Segment> segments, bool is_of_large);

  ImagePage& operator[](std::size_t number) { return pages_[number]; }
  const ImagePage& operator[](std::size_t number) const { return pages_[number]; }
  // The number of pages, including the unused numbers.
  std::size_t size() const { return pages_.size(); }

  // The sum of the hashes of all present blocks.  The caller that changes a block updates it.
  Fingerprint& hash() { return hash_; }
  const Fingerprint& hash() const { return hash_; }

  // Gives the page a shadow with the contents of the start.
  void shadow_initial(ImagePage& page);
  // Gives the page a shadow with the present contents.  REQUIRES: the page is one whole segment.
  // Async-signal-safe.
  void shadow_present(ImagePage& page);
  void free_shadow(ImagePage& page);

 private:
  static constexpr std::uint32_t kFirstOfLarge = MemoryTree::kFirstOfLarge;

  std::byte* new_shadow();

  std::vector<ImagePage> pages_ = std::vector<ImagePage>(1);
  Fingerprint hash_;
  std::uint32_t next_ = 1;
  std::uint32_t next_of_large_ = kFirstOfLarge;
  void* free_shadows_ = nullptr;  // each points to the next: the fault handler takes one
};

}  // namespace heddle::native
