#include "runtime/cpp_runtime.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "runtime/root.hpp"

namespace heddle::native {
namespace {

struct Code {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;

  // Takes a return address, which may lie behind the last instruction.
  bool holds(Site site) const {
    const auto address = static_cast<std::uintptr_t>(site);
    return address > begin && address <= end;
  }
};

Code code_of(const char* function) {
  void* const address = ::dlsym(RTLD_DEFAULT, function);
  Dl_info info;
  ElfW(Sym)* symbol = nullptr;
  const bool found =
      address != nullptr &&
      ::dladdr1(address, &info, reinterpret_cast<void**>(&symbol), RTLD_DL_SYMENT) != 0 &&
      symbol != nullptr;
  if (!found) return {};
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  return {begin, begin + symbol->st_size};
}

int find_code(dl_phdr_info* info, std::size_t, void* data) {
  const std::string_view path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  if (path.find("/libstdc++.so") == std::string_view::npos) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
    const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    *static_cast<Code*>(data) = {begin, begin + header.p_memsz};
  }
  return 1;
}

}  // namespace

struct CppRuntimeCode {
  Code all;
  std::array<Code, 2> makers{};
  // Functions that only forward requests of the program.
  std::array<Code, 7> errands{};
};

namespace {

CppRuntimeCode& code() { return static_part(runtime().cpp_runtime_code); }

template <std::size_t size>
bool holds(const std::array<Code, size>& all, Site site) {
  return std::any_of(all.begin(), all.end(), [&](const Code& code) { return code.holds(site); });
}

}  // namespace

void find_cpp_runtime() {
  ::dl_iterate_phdr(find_code, &code().all);
  code().makers = {code_of("__cxa_allocate_exception"),
                   code_of("__cxa_allocate_dependent_exception")};
  code().errands = {code_of("_ZdlPv"),
                    code_of("_ZdlPvm"),
                    code_of("_ZdaPv"),
                    code_of("_ZdaPvm"),
                    code_of("_ZdlPvSt11align_val_t"),
                    code_of("_ZdlPvmSt11align_val_t"),
                    code_of("__once_proxy")};
}

bool is_asked_by_cpp_runtime(std::span<const Site> stack) {
  const auto asks = std::find_if(stack.begin(), stack.end(), [](Site site) {
    return code().all.holds(site) && !holds(code().errands, site);
  });
  // The C++ runtime also starts threads: then no program frame called it.
  return std::any_of(asks, stack.end(), [](Site site) { return !code().all.holds(site); });
}

bool makes_exception(Site caller) { return holds(code().makers, caller); }

}  // namespace heddle::native
