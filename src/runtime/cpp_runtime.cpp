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

struct Data {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;

  bool holds(std::uintptr_t address) const { return address >= begin && address < end; }
};

struct Code {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;

  // Takes a return address, which may lie behind the last instruction.
  bool holds(Site site) const {
    const auto address = static_cast<std::uintptr_t>(site);
    return address > begin && address <= end;
  }
};

// Returns the memory of a symbol that all modules share.  Empty if there is none.
Data extent_of(const char* name) {
  void* const address = ::dlsym(RTLD_DEFAULT, name);
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

Code code_of(const char* function) {
  const Data extent = extent_of(function);
  return {extent.begin, extent.end};
}

// Its code, and its writable data.
struct Library {
  Code code;
  Data data;
};

int find_library(dl_phdr_info* info, std::size_t, void* data) {
  const std::string_view path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  if (path.find("/libstdc++.so") == std::string_view::npos) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    const std::uintptr_t end = begin + header.p_memsz;
    auto* const library = static_cast<Library*>(data);
    if ((header.p_flags & PF_X) != 0) library->code = {begin, end};
    if ((header.p_flags & PF_W) != 0) library->data = {begin, end};
  }
  return 1;
}

}  // namespace

struct CppRuntimeCode {
  Code all;
  std::array<Code, 2> makers{};
  // Functions that only forward requests of the program.
  std::array<Code, 11> errands{};
  // The library's, and the standard streams, which may be in the program.
  std::array<Data, 9> data{};
  bool is_found = false;
};

namespace {

CppRuntimeCode& code() { return static_part(runtime().cpp_runtime_code); }

template <std::size_t size>
bool holds(const std::array<Code, size>& all, Site site) {
  return std::any_of(all.begin(), all.end(), [&](const Code& code) { return code.holds(site); });
}

}  // namespace

void find_cpp_runtime() {
  if (code().is_found) return;
  code().is_found = true;
  Library library;
  ::dl_iterate_phdr(find_library, &library);
  code().all = library.code;
  code().data = {library.data,
                 extent_of("_ZSt3cin"),
                 extent_of("_ZSt4cout"),
                 extent_of("_ZSt4cerr"),
                 extent_of("_ZSt4clog"),
                 extent_of("_ZSt4wcin"),
                 extent_of("_ZSt5wcout"),
                 extent_of("_ZSt5wcerr"),
                 extent_of("_ZSt5wclog")};
  code().makers = {code_of("__cxa_allocate_exception"),
                   code_of("__cxa_allocate_dependent_exception")};
  code().errands = {code_of("_ZdlPv"),
                    code_of("_ZdlPvm"),
                    code_of("_ZdaPv"),
                    code_of("_ZdaPvm"),
                    code_of("_ZdlPvSt11align_val_t"),
                    code_of("_ZdlPvmSt11align_val_t"),
                    code_of("__once_proxy"),
                    code_of("_ZNSt18condition_variableD1Ev"),
                    code_of("_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE"),
                    code_of("_ZNSt18condition_variable10notify_oneEv"),
                    code_of("_ZNSt18condition_variable10notify_allEv")};
}

bool is_asked_by_cpp_runtime(std::span<const Site> stack) {
  const auto asks = std::find_if(stack.begin(), stack.end(), [](Site site) {
    return code().all.holds(site) && !holds(code().errands, site);
  });
  // The C++ runtime also starts threads: then no program frame called it.
  return std::any_of(asks, stack.end(), [](Site site) { return !code().all.holds(site); });
}

bool is_data_of_cpp_runtime(std::uintptr_t address) {
  const auto& data = code().data;
  return std::any_of(data.begin(), data.end(),
                     [address](const Data& one) { return one.holds(address); });
}

bool is_code_of_cpp_runtime(Site at) {
  const auto address = static_cast<std::uintptr_t>(at);
  return address >= code().all.begin && address < code().all.end;
}

bool makes_exception(Site caller) { return holds(code().makers, caller); }

}  // namespace heddle::native
