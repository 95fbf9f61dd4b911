#include "worker/caller_frames.hpp"

#include <pthread.h>

#include <cstring>

#include "core/check.hpp"

// The dynamic linker's: where the first stack began, below the environment's strings.
extern "C" [[gnu::weak]] void* __libc_stack_end;

namespace heddle::worker {
namespace {

// One past the highest address of the current stack that holds frames.
std::byte* stack_end() {
  pthread_attr_t attributes;
  void* begin = nullptr;
  std::size_t size = 0;
  HEDDLE_CHECK(::pthread_getattr_np(::pthread_self(), &attributes) == 0, "a stack without a place");
  ::pthread_attr_getstack(&attributes, &begin, &size);
  ::pthread_attr_destroy(&attributes);
  auto* const end = static_cast<std::byte*>(begin) + size;
  auto* const first =
      &__libc_stack_end != nullptr ? static_cast<std::byte*>(__libc_stack_end) : end;
  return first > begin && first < end ? first : end;
}

}  // namespace

CallerFrames::CallerFrames(std::byte* lowest, native::Body body)
    : body_(body), begin_(lowest), bytes_(begin_, stack_end()) {}

void CallerFrames::run(void* self) {
  const auto* frames = static_cast<const CallerFrames*>(self);
  std::memcpy(frames->begin_, frames->bytes_.data(), frames->bytes_.size());
  frames->body_.function(frames->body_.argument);
}

}  // namespace heddle::worker
