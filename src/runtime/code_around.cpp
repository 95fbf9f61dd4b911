#include "runtime/code_around.hpp"

#include <link.h>

#include <cstddef>

namespace heddle::native {
namespace {

struct Sought {
  std::uintptr_t address = 0;
  CodeRange found;
};

int look_into(dl_phdr_info* object, std::size_t, void* data) {
  auto* const sought = static_cast<Sought*>(data);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& part = object->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
    const CodeRange code{begin, begin + part.p_memsz};
    if (!code.holds(sought->address)) continue;
    sought->found = code;
    return 1;
  }
  return 0;
}

}  // namespace

CodeRange code_around(std::uintptr_t address) {
  Sought sought{address, {}};
  ::dl_iterate_phdr(look_into, &sought);
  return sought.found;
}

}  // namespace heddle::native
