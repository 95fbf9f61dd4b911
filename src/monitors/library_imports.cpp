#include "monitors/library_imports.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <string_view>

#include "core/c_library_functions.hpp"
#include "runtime/mapped_file.hpp"
#include "runtime/stack_capture.hpp"

namespace heddle::native {
namespace {

// Files of the C library beside its mathematical functions, which compute.
bool is_c_library(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return file.starts_with("libc.so") || file.starts_with("libpthread.so") ||
         file.starts_with("librt.so") || file.starts_with("libdl.so") ||
         file.starts_with("libresolv.so") || file.starts_with("libutil.so") ||
         file.starts_with("libanl.so");
}

// Returns whether the name belongs to a function of the C library, as the program sees it.
bool is_library_function(const char* name) {
  void* const address = ::dlsym(RTLD_DEFAULT, name);
  if (address == nullptr || is_ours(Site{reinterpret_cast<std::uintptr_t>(address)})) return false;
  Dl_info info{};
  void* entry = nullptr;
  if (::dladdr1(address, &info, &entry, RTLD_DL_SYMENT) == 0) {
    return false;
  }
  if (info.dli_fname == nullptr || !is_c_library(info.dli_fname)) return false;
  // Variables are restored or read-only, see library_state.hpp.  A function that the library
  // chooses at the start has an address without a symbol.
  const auto* const symbol = static_cast<const ElfW(Sym)*>(entry);
  return symbol == nullptr || ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT;
}

bool is_uncontrolled(const char* name) {
  const LibraryFunction sort = library_function(name);
  if (sort == LibraryFunction::harmless || sort == LibraryFunction::accesses) return false;
  return is_library_function(name);
}

void add_imports(const MappedFile& file, const ElfW(Shdr) & symbols, const ElfW(Shdr) & names,
                 std::vector<std::string>& into) {
  const std::size_t count = symbols.sh_size / sizeof(ElfW(Sym));
  const auto* const all = file.at<ElfW(Sym)>(symbols.sh_offset, count);
  const char* const texts = file.at<char>(names.sh_offset, names.sh_size);
  if (all == nullptr || texts == nullptr || names.sh_size == 0 ||
      texts[names.sh_size - 1] != '\0') {
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (all[i].st_shndx != SHN_UNDEF || all[i].st_name == 0 || all[i].st_name >= names.sh_size) {
      continue;
    }
    const char* const name = texts + all[i].st_name;
    if (is_uncontrolled(name)) into.emplace_back(name);
  }
}

}  // namespace

std::vector<std::string> uncontrolled_imports(const LoadedModule& module) {
  std::vector<std::string> found;
  const MappedFile file(module.path);
  const auto* const header = file.at<ElfW(Ehdr)>(0, 1);
  if (header == nullptr) return found;
  const auto* const sections = file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
  if (sections == nullptr) return found;
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_DYNSYM || sections[i].sh_link >= header->e_shnum) continue;
    add_imports(file, sections[i], sections[sections[i].sh_link], found);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace heddle::native
