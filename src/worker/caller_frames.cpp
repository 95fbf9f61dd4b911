#include "worker/caller_frames.hpp"

#include <pthread.h>

#include <cstring>

#include "core/check.hpp"

namespace heddle::worker {
namespace {

// One past the highest address of the current stack.
std::byte* stack_end() {
  pthread_attr_t attributes;
  void* begin = nullptr;
  std::size_t size = 0;
  HEDDLE_CHECK(::pthread_getattr_np(::pthread_self(), &attributes) == 0, "a stack without a place");
  ::pthread_attr_getstack(&attributes, &begin, &size);
  ::pthread_attr_destroy(&attributes);
  return static_cast<std::byte*>(begin) + size;
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
