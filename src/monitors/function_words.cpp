#include "monitors/function_words.hpp"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/memory_regions.hpp"
#include "runtime/protect_memory.hpp"

namespace heddle::native {
namespace {

#if defined(__aarch64__)
constexpr std::uint32_t kTypes[] = {R_AARCH64_JUMP_SLOT, R_AARCH64_GLOB_DAT, R_AARCH64_ABS64};
#else
constexpr std::uint32_t kTypes[] = {R_X86_64_JUMP_SLOT, R_X86_64_GLOB_DAT, R_X86_64_64};
#endif

// The tables of one module for the dynamic linker.
struct Dynamic {
  const ElfW(Sym) * symbols = nullptr;
  const char* strings = nullptr;
  const ElfW(Rela) * calls = nullptr;
  std::size_t calls_size = 0;
  const ElfW(Rela) * others = nullptr;
  std::size_t others_size = 0;
};

Dynamic dynamic_of(const dl_phdr_info& info) {
  Dynamic found;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    if (info.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* entry =
        reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      const auto address = entry->d_un.d_ptr;
      if (entry->d_tag == DT_SYMTAB) found.symbols = reinterpret_cast<const ElfW(Sym)*>(address);
      if (entry->d_tag == DT_STRTAB) found.strings = reinterpret_cast<const char*>(address);
      if (entry->d_tag == DT_JMPREL) found.calls = reinterpret_cast<const ElfW(Rela)*>(address);
      if (entry->d_tag == DT_PLTRELSZ) found.calls_size = entry->d_un.d_val;
      if (entry->d_tag == DT_RELA) found.others = reinterpret_cast<const ElfW(Rela)*>(address);
      if (entry->d_tag == DT_RELASZ) found.others_size = entry->d_un.d_val;
    }
  }
  return found;
}

void add_words(std::uintptr_t base, const Dynamic& dynamic, const ElfW(Rela) * relocations,
               std::size_t size, std::vector<FunctionWord>& into) {
  if (relocations == nullptr) return;
  for (std::size_t i = 0; i < size / sizeof(ElfW(Rela)); ++i) {
    const ElfW(Rela)& relocation = relocations[i];
    const auto type = static_cast<std::uint32_t>(ELF64_R_TYPE(relocation.r_info));
    if (std::find(std::begin(kTypes), std::end(kTypes), type) == std::end(kTypes)) continue;
    const ElfW(Sym)& symbol = dynamic.symbols[ELF64_R_SYM(relocation.r_info)];
    const unsigned char sort = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx != SHN_UNDEF || (sort != STT_FUNC && sort != STT_NOTYPE)) continue;
    into.push_back({reinterpret_cast<std::uintptr_t*>(base + relocation.r_offset),
                    dynamic.strings + symbol.st_name});
  }
}

struct Search {
  std::vector<LoadedModule> modules;
  std::vector<FunctionWord> words;
};

int search_module(dl_phdr_info* info, std::size_t, void* data) {
  auto* const search = static_cast<Search*>(data);
  const bool is_instrumented =
      std::any_of(search->modules.begin(), search->modules.end(), [&](const LoadedModule& module) {
        return module.instrumented && module.base == info->dlpi_addr;
      });
  if (!is_instrumented) return 0;
  const Dynamic dynamic = dynamic_of(*info);
  if (dynamic.symbols == nullptr || dynamic.strings == nullptr) return 0;
  add_words(info->dlpi_addr, dynamic, dynamic.calls, dynamic.calls_size, search->words);
  add_words(info->dlpi_addr, dynamic, dynamic.others, dynamic.others_size, search->words);
  return 0;
}

// The global offset table is read-only after the start of the program.
bool is_writable(std::uintptr_t address) {
  const std::vector<MemoryRegion> data = writable_data();
  return std::any_of(data.begin(), data.end(), [address](const MemoryRegion& region) {
    return address >= region.begin && address < region.end;
  });
}

}  // namespace

std::vector<FunctionWord> function_words() {
  Search search{loaded_modules(), {}};
  ::dl_iterate_phdr(search_module, &search);
  return search.words;
}

bool set_word(std::uintptr_t* word, std::uintptr_t value) {
  const auto page_size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto page = reinterpret_cast<std::uintptr_t>(word) & ~(page_size - 1);
  const bool was_writable = is_writable(reinterpret_cast<std::uintptr_t>(word));
  if (!was_writable && !protect_memory(page, page_size, PROT_READ | PROT_WRITE)) return false;
  *word = value;
  if (!was_writable) protect_memory(page, page_size, PROT_READ);
  return true;
}

}  // namespace heddle::native
