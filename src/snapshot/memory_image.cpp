#include "snapshot/memory_image.hpp"

namespace heddle::native {

void MemoryImage::scan_first() {
  const Reach reach = past_.reach();
  if (reach == Reach::path) past_.set_reach(Reach::nowhere);
  scan();
  past_.set_reach(reach);
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    if (thread(thread_id(i)).life == Life::announced) past_.note_own_frames(thread_id(i));
  }
}

}  // namespace heddle::native
