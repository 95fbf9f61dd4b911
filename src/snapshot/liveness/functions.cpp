#include "snapshot/liveness/functions.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>

#include "runtime/elf_symbols.hpp"
#include "snapshot/liveness/function_part.hpp"

namespace heddle::native {
namespace {

bool add_symbols(const LoadedModule& module, std::vector<FunctionSymbol>& into) {
  return for_each_symbol(module, [&](const ElfSymbol& symbol) {
    if (symbol.type != STT_FUNC && symbol.type != STT_GNU_IFUNC) return;
    into.push_back({symbol.begin, symbol.end, symbol.name});
  });
}

// The sorted table of a file's header for the unwinder (Linux Standard Base, section 10.6.2), as
// linkers write it: pairs of offsets.
struct UnwindTable {
  std::uint8_t version;
  std::uint8_t start_encoding;
  std::uint8_t count_encoding;
  std::uint8_t table_encoding;
  std::int32_t start;
  std::uint32_t count;
};
constexpr std::uint8_t kCountEncoding = 0x03;  // four bytes, unsigned
constexpr std::uint8_t kTableEncoding = 0x3b;  // four bytes, signed, from the table on

struct Sought {
  const LoadedModule& module;
  std::uintptr_t table = 0;
};

int find_table(dl_phdr_info* info, std::size_t, void* data) {
  auto* const sought = static_cast<Sought*>(data);
  if (info->dlpi_addr != sought->module.base) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_GNU_EH_FRAME) continue;
    const std::uintptr_t at = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (at >= sought->module.begin && at < sought->module.end) sought->table = at;
  }
  return sought->table == 0 ? 0 : 1;
}

void add_unwound(const LoadedModule& module, std::vector<FunctionSymbol>& into) {
  Sought sought{module};
  ::dl_iterate_phdr(find_table, &sought);
  if (sought.table == 0) return;
  UnwindTable table;
  std::memcpy(&table, reinterpret_cast<const void*>(sought.table), sizeof table);
  if (table.count_encoding != kCountEncoding || table.table_encoding != kTableEncoding) return;
  const auto* const pairs = reinterpret_cast<const std::int32_t*>(sought.table + sizeof table);
  for (std::uint32_t i = 0; i < table.count; ++i) {
    const auto offset = static_cast<std::uintptr_t>(std::intptr_t{pairs[std::size_t{2} * i]});
    const std::uintptr_t begin = sought.table + offset;
    const std::optional<FunctionPart> part = FunctionPart::around(begin);
    if (part) into.push_back({begin, part->end(), {}});
  }
}

}  // namespace

std::vector<FunctionSymbol> functions_of(const LoadedModule& module) {
  std::vector<FunctionSymbol> all;
  if (!add_symbols(module, all)) add_unwound(module, all);
  const auto by_address = [](const FunctionSymbol& a, const FunctionSymbol& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.name < b.name;
  };
  std::sort(all.begin(), all.end(), by_address);
  const auto is_same = [](const FunctionSymbol& a, const FunctionSymbol& b) {
    return a.begin == b.begin;
  };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  return all;
}

}  // namespace heddle::native
