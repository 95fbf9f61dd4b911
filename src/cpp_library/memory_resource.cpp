// The functions of std::pmr::monotonic_buffer_resource that libstdc++ keeps in its shared library.
// The destructor brings the virtual functions of the header.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory_resource>
#include <new>

namespace std::pmr {

// Ends a buffer, whose memory before it is free for use.
class monotonic_buffer_resource::_Chunk {
 public:
  _Chunk* next;
  std::size_t size;  // of the buffer with this end
  std::size_t alignment;

  void* buffer() { return reinterpret_cast<std::byte*>(this + 1) - size; }
};

// Weak, so that a static libstdc++ may define them too.
[[gnu::weak]] monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

[[gnu::weak]] void monotonic_buffer_resource::_M_new_buffer(const std::size_t bytes,
                                                            const std::size_t alignment) {
  const std::size_t wanted = std::max(bytes, _M_next_bufsiz);
  constexpr std::size_t kUnit = alignof(_Chunk);
  if (wanted > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
  const std::size_t size = (wanted + kUnit - 1) / kUnit * kUnit + sizeof(_Chunk);
  const std::size_t alignment_of_all = std::max(alignment, alignof(std::max_align_t));
  void* const buffer = _M_upstream->allocate(size, alignment_of_all);
  _M_head = ::new (static_cast<std::byte*>(buffer) + size - sizeof(_Chunk))
      _Chunk{_M_head, size, alignment_of_all};
  _M_current_buf = buffer;
  _M_avail = size - sizeof(_Chunk);
  _M_next_bufsiz = static_cast<std::size_t>(static_cast<float>(_M_next_bufsiz) * _S_growth_factor);
}

[[gnu::weak]] void monotonic_buffer_resource::_M_release_buffers() noexcept {
  while (_M_head != nullptr) {
    _Chunk* const last = _M_head;
    _M_head = last->next;
    _M_upstream->deallocate(last->buffer(), last->size, last->alignment);
  }
}

}  // namespace std::pmr
