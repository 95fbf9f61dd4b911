// Memory for large tables that are read at random: in large pages where the kernel has any, since
// most of such a read would otherwise be spent on finding the page.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace heddle {

inline constexpr std::size_t kLargePage = std::size_t{2} << 20;

// As std::allocator.
template <typename T>
class LargePages {
 public:
  using value_type = T;
  using pointer = T*;
  using const_pointer = const T*;
  using reference = T&;
  using const_reference = const T&;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  template <typename U>
  struct rebind {
    using other = LargePages<U>;
  };

  LargePages() = default;
  template <typename U>
  explicit LargePages(const LargePages<U>&) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < kLargePage) return static_cast<T*>(::operator new(bytes));
    void* const memory = ::operator new (bytes, std::align_val_t{kLargePage});
    // Nothing is lost where there are none.
    ::madvise(memory, bytes, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < kLargePage) {
      ::operator delete(memory);
    } else {
      ::operator delete (memory, std::align_val_t{kLargePage});
    }
  }
  std::size_t max_size() const { return static_cast<std::size_t>(-1) / sizeof(T); }

  friend bool operator==(const LargePages&, const LargePages&) { return true; }
};

}  // namespace heddle
