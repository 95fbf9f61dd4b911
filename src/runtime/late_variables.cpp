#include "runtime/late_variables.hpp"

#include <link.h>

#include "runtime/fiber/thread_pointer.hpp"

namespace heddle::native {
namespace {

int add_size(dl_phdr_info* info, std::size_t, void* data) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type == PT_TLS) *static_cast<std::size_t*>(data) += header.p_memsz;
  }
  return 0;
}

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
  // More than alignment, the control block and the C library's reserve add up to.
  constexpr std::ptrdiff_t kSpare = 1 << 20;
  const std::ptrdiff_t offset =
      static_cast<const char*>(variables) - static_cast<const char*>(pointer);
  const auto reach = static_cast<std::ptrdiff_t>(size_of_variables()) + kSpare;
  return variables != nullptr && offset >= -reach && offset <= reach;
}

std::size_t size_of_variables() {
  std::size_t size = 0;
  ::dl_iterate_phdr(add_size, &size);
  return size;
}

std::string library_with_late_variables() {
  std::string path;
  ::dl_iterate_phdr(look_at, &path);
  return path;
}

}  // namespace heddle::native
