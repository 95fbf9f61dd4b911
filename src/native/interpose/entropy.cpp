// Random numbers of the system.  A program gets numbers that look random and are the same in every
// execution: they follow from the thread and from how many it has been given.
#include <sys/random.h>

#include <cstring>

#include "native/interpose/interpose.hpp"

namespace heddle::native {
namespace {

std::uint64_t next_number() {
  Thread& self = current_thread();
  std::uint64_t mixed = (std::uint64_t{index(self.id)} << 48) + ++self.entropy;
  // splitmix64
  mixed *= 0x9e3779b97f4a7c15ULL;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
  return mixed ^ (mixed >> 31);
}

void fill(void* into, std::size_t size) {
  auto* at = static_cast<char*>(into);
  while (size > 0) {
    const std::uint64_t number = next_number();
    const std::size_t part = size < sizeof number ? size : sizeof number;
    std::memcpy(at, &number, part);
    at += part;
    size -= part;
  }
}

}  // namespace

HEDDLE_INTERPOSE ssize_t getrandom(void* into, std::size_t size, unsigned flags) {
  if (!controlled()) return call_real<ssize_t>("getrandom", into, size, flags);
  fill(into, size);
  return static_cast<ssize_t>(size);
}

HEDDLE_INTERPOSE int getentropy(void* into, std::size_t size) {
  if (!controlled()) return call_real<int>("getentropy", into, size);
  fill(into, size);
  return 0;
}

HEDDLE_INTERPOSE std::uint32_t arc4random() noexcept {
  if (!controlled()) return call_real<std::uint32_t>("arc4random");
  return static_cast<std::uint32_t>(next_number());
}

HEDDLE_INTERPOSE std::uint32_t arc4random_uniform(std::uint32_t bound) noexcept {
  if (!controlled()) return call_real<std::uint32_t>("arc4random_uniform", bound);
  return bound == 0 ? 0 : static_cast<std::uint32_t>(next_number() % bound);
}

HEDDLE_INTERPOSE void arc4random_buf(void* into, std::size_t size) noexcept {
  if (!controlled()) return call_real<void>("arc4random_buf", into, size);
  fill(into, size);
}

}  // namespace heddle::native
