#include "native/late_variables.hpp"

#include <link.h>

#include "native/fiber/thread_pointer.hpp"

namespace heddle::native {
namespace {

int look_at(dl_phdr_info* info, std::size_t, void* data) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_TLS) continue;
    if (is_beside_control_block(info->dlpi_tls_data, thread_pointer())) continue;
    *static_cast<std::string*>(data) = info->dlpi_name;
    return 1;
  }
  return 0;
}

}  // namespace

bool is_beside_control_block(const void* variables, const void* pointer) {
  const std::ptrdiff_t offset =
      static_cast<const char*>(variables) - static_cast<const char*>(pointer);
  return variables != nullptr && offset >= -(1 << 20) && offset <= (1 << 20);
}

std::string library_with_late_variables() {
  std::string path;
  ::dl_iterate_phdr(look_at, &path);
  return path;
}

}  // namespace heddle::native
