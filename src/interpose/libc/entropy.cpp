// Random numbers of the system: the same in every execution, see entropy.hpp.
#include <sys/random.h>

#include <cstring>

#include "interpose/interpose.hpp"
#include "runtime/entropy.hpp"

namespace heddle::native {
namespace {

void fill(void* into, std::size_t size) {
  auto* at = static_cast<char*>(into);
  while (size > 0) {
    const std::uint64_t number = next_entropy();
    const std::size_t part = size < sizeof number ? size : sizeof number;
    std::memcpy(at, &number, part);
    at += part;
    size -= part;
  }
}

}  // namespace

HEDDLE_INTERPOSE ssize_t getrandom(void* into, std::size_t size, unsigned flags) {
  if (!controlled_from_start()) return call_real<ssize_t>("getrandom", into, size, flags);
  fill(into, size);
  return static_cast<ssize_t>(size);
}

HEDDLE_INTERPOSE int getentropy(void* into, std::size_t size) {
  if (!controlled_from_start()) return call_real<int>("getentropy", into, size);
  fill(into, size);
  return 0;
}

HEDDLE_INTERPOSE std::uint32_t arc4random() noexcept {
  if (!controlled_from_start()) return call_real<std::uint32_t>("arc4random");
  return static_cast<std::uint32_t>(next_entropy());
}

HEDDLE_INTERPOSE std::uint32_t arc4random_uniform(std::uint32_t bound) noexcept {
  if (!controlled_from_start()) return call_real<std::uint32_t>("arc4random_uniform", bound);
  return bound == 0 ? 0 : static_cast<std::uint32_t>(next_entropy() % bound);
}

HEDDLE_INTERPOSE void arc4random_buf(void* into, std::size_t size) noexcept {
  if (!controlled_from_start()) return call_real<void>("arc4random_buf", into, size);
  fill(into, size);
}

// ---- std::random_device ----

// libstdc++ reads an instruction of the processor, or the kernel.  The linker redirects the
// program's own calls (core/watched_functions.hpp).  Only the numbers are replaced: the constructor
// refuses unknown sources, and an engine that it seeded follows from its seed.

namespace {

unsigned real_random_number(void* device) {
  using Draw = unsigned (*)(void*);
  const auto draw = reinterpret_cast<Draw>(find_real("_ZNSt13random_device9_M_getvalEv"));
  if (draw != nullptr) return draw(device);
  // The C++ library is a part of the program.
  unsigned number = 0;
  call_real<ssize_t>("getrandom", &number, sizeof number, 0U);
  return number;
}

}  // namespace

HEDDLE_INTERPOSE unsigned __wrap__ZNSt13random_device9_M_getvalEv(void* device) {
  return controlled_from_start() ? static_cast<unsigned>(next_entropy())
                                 : real_random_number(device);
}

HEDDLE_INTERPOSE double __wrap__ZNKSt13random_device13_M_getentropyEv(const void*) {
  return 32;  // bits, as of a processor's instruction
}

}  // namespace heddle::native
