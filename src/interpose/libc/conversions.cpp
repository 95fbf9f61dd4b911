// iconv: tables and modules are the C library's, and stay.  The program's handle is a number of one
// of its conversions: what it holds is the same in every execution.  The conversions themselves are
// brought back like what the kernel keeps.
#include <iconv.h>
#include <stdlib.h>

#include <cerrno>
#include <vector>

#include "interpose/interpose.hpp"
#include "runtime/conversions.hpp"
#include "runtime/kernel_state.hpp"

namespace heddle::native {
namespace {

const iconv_t kNone = reinterpret_cast<iconv_t>(-1);

}  // namespace

struct Conversions {
  std::vector<iconv_t> all;
};

namespace {

std::vector<iconv_t>& conversions() { return allocated_part(runtime().conversions).all; }

// The handle that the program holds.
struct Conversion {
  std::size_t number = 0;  // plus one; 0 when it was closed
};

iconv_t* conversion_of(iconv_t handle) {
  if (!ManagedHeap::owns(handle)) return nullptr;
  const std::size_t number = static_cast<const Conversion*>(handle)->number;
  if (number == 0 || number > conversions().size()) return nullptr;
  iconv_t& conversion = conversions()[number - 1];
  return conversion == kNone ? nullptr : &conversion;
}

}  // namespace

void close_conversions() {
  for (const iconv_t conversion : conversions()) {
    if (conversion != kNone) ::iconv_close(conversion);
  }
  conversions().clear();
}

HEDDLE_INTERPOSE iconv_t iconv_open(const char* to, const char* from) {
  if (!controlled()) return HEDDLE_ORIGINAL(iconv_open)(to, from);
  note_kernel_call(to, 0);
  note_kernel_call(from, 1);
  std::size_t number = 0;
  {
    const EngineScope engine;
    const iconv_t made = HEDDLE_ORIGINAL(iconv_open)(to, from);
    if (made == kNone) return kNone;
    conversions().push_back(made);
    number = conversions().size();
  }
  auto* const handle = static_cast<Conversion*>(::malloc(sizeof(Conversion)));
  if (handle == nullptr) return kNone;
  handle->number = number;
  return handle;
}

HEDDLE_INTERPOSE std::size_t iconv(iconv_t handle, char** from, std::size_t* from_left, char** to,
                                   std::size_t* to_left) {
  if (!controlled()) return HEDDLE_ORIGINAL(iconv)(handle, from, from_left, to, to_left);
  iconv_t* const conversion = conversion_of(handle);
  if (conversion == nullptr) {
    errno = EBADF;
    return static_cast<std::size_t>(-1);
  }
  note_kernel_call("iconv", static_cast<const Conversion*>(handle)->number);
  const EngineScope engine;
  return HEDDLE_ORIGINAL(iconv)(*conversion, from, from_left, to, to_left);
}

HEDDLE_INTERPOSE int iconv_close(iconv_t handle) {
  if (!controlled()) return HEDDLE_ORIGINAL(iconv_close)(handle);
  iconv_t* const conversion = conversion_of(handle);
  if (conversion == nullptr) {
    errno = EBADF;
    return -1;
  }
  note_kernel_call("iconv_close", static_cast<const Conversion*>(handle)->number);
  {
    const EngineScope engine;
    HEDDLE_ORIGINAL(iconv_close)(*conversion);
    *conversion = kNone;
  }
  ::free(handle);
  return 0;
}

}  // namespace heddle::native
