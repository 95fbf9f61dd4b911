#include "runtime/static_objects.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/engine_scope.hpp"
#include "runtime/mapped_file.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/root.hpp"

namespace heddle::native {
namespace {

using Sizes = std::unordered_map<std::uintptr_t, std::size_t>;

void add_objects(const MappedFile& file, const ElfW(Shdr) & section, std::uintptr_t base,
                 Sizes& into) {
  const std::size_t count = section.sh_size / sizeof(ElfW(Sym));
  const auto* const symbols = file.at<ElfW(Sym)>(section.sh_offset, count);
  for (std::size_t i = 0; symbols != nullptr && i < count; ++i) {
    const ElfW(Sym)& symbol = symbols[i];
    if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0) continue;
    if (symbol.st_shndx == SHN_UNDEF) continue;
    // Several names of one object agree; if not, the smallest is certainly destroyed.
    const auto [place, is_new] = into.emplace(base + symbol.st_value, symbol.st_size);
    if (!is_new) place->second = std::min<std::size_t>(place->second, symbol.st_size);
  }
}

Sizes objects_of(const LoadedModule& module) {
  Sizes sizes;
  const MappedFile file(module.path);
  const auto* const header = file.at<ElfW(Ehdr)>(0, 1);
  if (header == nullptr) return sizes;
  const auto* const sections = file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
  if (sections == nullptr) return sizes;
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    const auto type = sections[i].sh_type;
    if (type == SHT_SYMTAB || type == SHT_DYNSYM)
      add_objects(file, sections[i], module.base, sizes);
  }
  return sizes;
}

struct KnownModule {
  LoadedModule module;
  Sizes sizes;
};

}  // namespace

struct StaticObjects {
  std::vector<KnownModule> known;
};

namespace {

const KnownModule* module_around(std::uintptr_t address) {
  std::vector<KnownModule>& known = allocated_part(runtime().static_objects).known;
  for (const KnownModule& one : known) {
    if (address >= one.module.begin && address < one.module.end) return &one;
  }
  for (LoadedModule& module : loaded_modules()) {
    if (address < module.begin || address >= module.end) continue;
    Sizes sizes = objects_of(module);
    known.push_back({std::move(module), std::move(sizes)});
    return &known.back();
  }
  return nullptr;
}

}  // namespace

std::size_t static_object_size(const void* object) {
  const EngineScope engine;
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  const KnownModule* const known = module_around(address);
  if (known == nullptr) return 0;
  const auto found = known->sizes.find(address);
  return found == known->sizes.end() ? 0 : found->second;
}

}  // namespace heddle::native
