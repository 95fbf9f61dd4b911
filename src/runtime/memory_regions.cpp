#include "runtime/memory_regions.hpp"

#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <initializer_list>
#include <string_view>

#include "runtime/stack_capture.hpp"
#include "runtime/start_strings.hpp"

namespace heddle::native {
namespace {

bool file_starts_with(std::string_view path, std::initializer_list<std::string_view> starts) {
  const std::size_t slash = path.rfind('/');
  const std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
  return std::any_of(starts.begin(), starts.end(),
                     [file](std::string_view start) { return file.starts_with(start); });
}

// Libraries whose data is the system's: the C library with its parts, the unwinder with its caches.
bool is_system(std::string_view path) {
  return file_starts_with(
      path, {"libc.so", "libc-", "libpthread", "ld-linux", "libm.so", "libdl.so", "librt.so",
             "libgcc_s", "linux-vdso", "libresolv", "libnss"});
}

bool is_our_library(const dl_phdr_info& info) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& header = info.dlpi_phdr[i];
    if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0) {
      return is_ours(Site{info.dlpi_addr + header.p_vaddr});
    }
  }
  return false;
}

int add_data(dl_phdr_info* info, std::size_t, void* data) {
  const std::uintptr_t page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  auto* regions = static_cast<std::vector<MemoryRegion>*>(data);
  if (is_our_library(*info)) return 0;
  std::uintptr_t relro_end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type == PT_GNU_RELRO) {
      relro_end = (info->dlpi_addr + header.p_vaddr + header.p_memsz) & ~(page - 1);
    }
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    const std::uintptr_t start = info->dlpi_addr + header.p_vaddr;
    const std::uintptr_t begin = std::max(start, relro_end);
    const std::uintptr_t end = start + header.p_memsz;
    if (begin < end) regions->push_back({begin, end});
  }
  return 0;
}

int add_program_data(dl_phdr_info* info, std::size_t size, void* data) {
  return is_system(info->dlpi_name) ? 0 : add_data(info, size, data);
}

std::vector<MemoryRegion> regions_of(int (*add)(dl_phdr_info*, std::size_t, void*)) {
  std::vector<MemoryRegion> regions;
  ::dl_iterate_phdr(add, &regions);
  const MemoryRegion strings = start_strings_memory();
  if (strings.begin < strings.end) regions.push_back(strings);
  return regions;
}

std::string read_build_id(const dl_phdr_info& info) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& header = info.dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    const char* at = reinterpret_cast<const char*>(info.dlpi_addr + header.p_vaddr);
    const char* const end = at + header.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const char* name = at + sizeof note;
      const char* content = name + ((note.n_namesz + 3U) & ~3U);
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
          std::memcmp(name, "GNU", 4) == 0) {
        static constexpr char kDigits[] = "0123456789abcdef";
        std::string text;
        for (unsigned k = 0; k < note.n_descsz; ++k) {
          const auto byte = static_cast<unsigned char>(content[k]);
          text += kDigits[byte >> 4];
          text += kDigits[byte & 15];
        }
        return text;
      }
      at = content + ((note.n_descsz + 3U) & ~3U);
    }
  }
  return {};
}

std::string executable_path() {
  char path[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

// Whether a text is in the names of the module's dynamic symbols, with the zeros between them.
bool is_in_symbols(const dl_phdr_info& info, std::string_view text) {
  const ElfW(Sym)* symbols = nullptr;
  const char* strings = nullptr;
  std::size_t string_size = 0;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    if (info.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* entry =
        reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_SYMTAB)
        symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRSZ) string_size = entry->d_un.d_val;
    }
  }
  if (symbols == nullptr || strings == nullptr) return false;
  // The dynamic string table holds the names of undefined symbols too: look there instead of
  // walking symbols.
  return ::memmem(strings, string_size, text.data(), text.size()) != nullptr;
}

struct Function {
  std::string_view name;  // with the zero at its end
  bool is_named = false;
};

int look_for(dl_phdr_info* info, std::size_t, void* data) {
  auto* const wanted = static_cast<Function*>(data);
  if (is_system(info->dlpi_name) || is_openmp_library(info->dlpi_name) || is_our_library(*info)) {
    return 0;
  }
  wanted->is_named = is_in_symbols(*info, wanted->name);
  return wanted->is_named ? 1 : 0;
}

int add_module(dl_phdr_info* info, std::size_t, void* data) {
  auto* modules = static_cast<std::vector<LoadedModule>*>(data);
  LoadedModule module;
  module.path = modules->empty() ? executable_path() : info->dlpi_name;
  if (module.path.find("vdso") != std::string::npos) return 0;
  module.base = info->dlpi_addr;
  module.begin = ~std::uintptr_t{0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    module.begin = std::min(module.begin, info->dlpi_addr + header.p_vaddr);
    module.end = std::max(module.end, info->dlpi_addr + header.p_vaddr + header.p_memsz);
  }
  module.build_id = read_build_id(*info);
  module.instrumented = !is_our_library(*info) && is_in_symbols(*info, "__tsan_");
  modules->push_back(std::move(module));
  return 0;
}

}  // namespace

std::vector<MemoryRegion> program_data() { return regions_of(add_program_data); }

std::vector<MemoryRegion> writable_data() { return regions_of(add_data); }

bool is_openmp_library(std::string_view path) {
  return file_starts_with(path, {"libgomp.", "libomp.", "libomp5.", "libiomp5."});
}

bool program_names(const char* function) {
  Function wanted{{function, std::strlen(function) + 1}};
  ::dl_iterate_phdr(look_for, &wanted);
  return wanted.is_named;
}

std::vector<LoadedModule> loaded_modules() {
  std::vector<LoadedModule> modules;
  ::dl_iterate_phdr(add_module, &modules);
  return modules;
}

}  // namespace heddle::native
