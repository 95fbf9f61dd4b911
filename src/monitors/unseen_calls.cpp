#include "monitors/unseen_calls.hpp"

#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <string_view>

#include "monitors/library_functions.hpp"
#include "runtime/cpp_runtime.hpp"
#include "runtime/foreign_lines.hpp"
#include "runtime/mapped_zeros.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/protect_memory.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

// The size of an object on a stack, at most.
constexpr std::size_t kObject = 128;

// Beyond so many different arguments on stacks, a call counts.
constexpr std::size_t kMostOwn = 16;

// The calls of one function.
struct Calls {
  std::uintptr_t first = 0;  // the return address of the first call that counts
  std::uintptr_t first_own = 0;
  std::array<std::uintptr_t, kMostOwn> own{};  // arguments that point to the caller's own stack
  std::size_t own_count = 0;
};

// The instructions for one function, and the words that they read.  Assembly code names the
// offsets.
struct Stub {
  std::byte code[48];
  std::uintptr_t living;  // address of the number of living threads
  std::uintptr_t look;    // address of look_at_arguments
  std::uintptr_t function;
  Calls* calls;
};
static_assert(sizeof(Stub) == 80 && offsetof(Stub, living) == 48 && offsetof(Stub, look) == 56 &&
              offsetof(Stub, function) == 64);

#if defined(__aarch64__)
constexpr std::size_t kArguments = 9;  // x0 to x8
constexpr std::size_t kReturn = 9;     // x30
constexpr std::uint32_t kCode[12] = {
    0x58000190,  //  0 ldr x16, living
    0xb9400210,  //  4 ldr w16, [x16]
    0x7100061f,  //  8 cmp w16, #1
    0xd503201f,  // 12 nop
    0x58000151,  // 16 ldr x17, look
    0x10ffff70,  // 20 adr x16, stub
    0xd61f0220,  // 24 br x17
    0x58000130,  // 28 end: ldr x16, function
    0xd61f0200,  // 32 br x16
    0xd503201f,  // 36 nop
    0xd503201f,  // 40 nop
    0xd503201f,  // 44 nop
};
#else
constexpr std::size_t kArguments = 6;  // rdi, rsi, rdx, rcx, r8, r9
constexpr std::size_t kReturn = 9;
constexpr unsigned char kCode[48] = {
    0x4c, 0x8b, 0x1d, 0x29, 0x00, 0x00, 0x00,  //  0 mov r11, [rip + 41]: living
    0x41, 0x83, 0x3b, 0x01,                    //  7 cmp dword [r11], 1
    0x66, 0x90,                                // 11 nop
    0x4c, 0x8d, 0x1d, 0xec, 0xff, 0xff, 0xff,  // 13 lea r11, [rip - 20]: the stub
    0xff, 0x25, 0x1e, 0x00, 0x00, 0x00,        // 20 jmp [rip + 30]: look
    0xff, 0x25, 0x20, 0x00, 0x00, 0x00,        // 26 end: jmp [rip + 32]: function
    0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
};
#endif
static_assert(sizeof kCode == sizeof Stub::code);

// The table of one module, as the dynamic linker left it.
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

// A word of a table that holds the address of a function of the C++ library.
struct Entry {
  std::uintptr_t* word = nullptr;
  std::string_view function;
};

void add_entries(const dl_phdr_info& info, const Dynamic& dynamic, const ElfW(Rela) * relocations,
                 std::size_t size, std::vector<Entry>& into) {
#if defined(__aarch64__)
  constexpr std::uint32_t kCall = R_AARCH64_JUMP_SLOT;
  constexpr std::uint32_t kAddress = R_AARCH64_GLOB_DAT;
#else
  constexpr std::uint32_t kCall = R_X86_64_JUMP_SLOT;
  constexpr std::uint32_t kAddress = R_X86_64_GLOB_DAT;
#endif
  for (std::size_t i = 0; i < size / sizeof(ElfW(Rela)); ++i) {
    const auto type = static_cast<std::uint32_t>(ELF64_R_TYPE(relocations[i].r_info));
    if (type != kCall && type != kAddress) continue;
    const ElfW(Sym)& symbol = dynamic.symbols[ELF64_R_SYM(relocations[i].r_info)];
    const char* const name = dynamic.strings + symbol.st_name;
    auto* const word = reinterpret_cast<std::uintptr_t*>(info.dlpi_addr + relocations[i].r_offset);
    if (!is_code_of_cpp_runtime(Site{*word})) continue;
    if (library_function(name) == LibraryFunction::unseen) into.push_back({word, name});
  }
}

struct Search {
  std::vector<LoadedModule> modules;
  std::vector<Entry> entries;
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
  if (dynamic.calls != nullptr) {
    add_entries(*info, dynamic, dynamic.calls, dynamic.calls_size, search->entries);
  }
  if (dynamic.others != nullptr) {
    add_entries(*info, dynamic, dynamic.others, dynamic.others_size, search->entries);
  }
  return 0;
}

std::vector<Entry> entries_to_watch() {
  Search search{loaded_modules(), {}};
  ::dl_iterate_phdr(search_module, &search);
  return search.entries;
}

// The tables are read-only after the start of the program.
bool is_writable(std::uintptr_t address) {
  for (const MemoryRegion& region : program_data()) {
    if (address >= region.begin && address < region.end) return true;
  }
  return false;
}

void set_word(std::uintptr_t* word, std::uintptr_t value) {
  const auto page_size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto page = reinterpret_cast<std::uintptr_t>(word) & ~(page_size - 1);
  const bool was_writable = is_writable(reinterpret_cast<std::uintptr_t>(word));
  if (!was_writable && !protect_memory(page, page_size, PROT_READ | PROT_WRITE)) return;
  *word = value;
  if (!was_writable) protect_memory(page, page_size, PROT_READ);
}

}  // namespace

struct UnseenCallTable {
  std::map<std::string, Calls*, std::less<>> calls;  // by name of the function
  std::vector<MemoryRegion> data;                    // variables
  bool is_made = false;
};

namespace {

UnseenCallTable& table() { return allocated_part(runtime().unseen_call_table); }

bool is_shared(std::uintptr_t address, ThreadId self) {
  if (address >= kHeapBase && address < kHeapEnd) return true;
  if (is_on_any_stack(address)) return !is_on_stack(self, address);
  const std::vector<MemoryRegion>& data = runtime().unseen_call_table->data;
  return std::any_of(data.begin(), data.end(), [address](const MemoryRegion& region) {
    return address >= region.begin && address < region.end;
  });
}

}  // namespace

// Called by the code below, on a fiber.  Allocates nothing.
extern "C" [[gnu::visibility("hidden"), gnu::used]] void note_arguments_of_unseen_call(
    const Stub* stub, const std::uintptr_t* registers) {
  Calls& calls = *stub->calls;
  if (calls.first != 0 || is_alone()) return;
  const ThreadId self = world().current;
  for (std::size_t i = 0; i < kArguments; ++i) {
    const std::uintptr_t address = registers[i];
    if (is_on_stack(self, address)) {
      const auto end = calls.own.begin() + static_cast<std::ptrdiff_t>(calls.own_count);
      if (std::find(calls.own.begin(), end, address) != end) continue;
      if (calls.own_count < kMostOwn) {
        calls.own[calls.own_count++] = address;
        if (calls.first_own == 0) calls.first_own = registers[kReturn];
        continue;
      }
    } else if (!is_shared(address, self)) {
      continue;
    }
    calls.first = registers[kReturn];
    return;
  }
}

// Saves all registers of arguments, calls the function above, and continues in the one that the
// program called.
#if defined(__aarch64__)
asm(R"(
  .text
  .p2align 2
  .type look_at_arguments, %function
look_at_arguments:
  sub sp, sp, #224
  stp x0, x1, [sp]
  stp x2, x3, [sp, #16]
  stp x4, x5, [sp, #32]
  stp x6, x7, [sp, #48]
  stp x8, x30, [sp, #64]
  str x16, [sp, #80]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  mov x0, x16
  mov x1, sp
  bl note_arguments_of_unseen_call
  ldp q6, q7, [sp, #192]
  ldp q4, q5, [sp, #160]
  ldp q2, q3, [sp, #128]
  ldp q0, q1, [sp, #96]
  ldr x16, [sp, #80]
  ldp x8, x30, [sp, #64]
  ldp x6, x7, [sp, #48]
  ldp x4, x5, [sp, #32]
  ldp x2, x3, [sp, #16]
  ldp x0, x1, [sp]
  add sp, sp, #224
  ldr x16, [x16, #64]
  br x16
  .size look_at_arguments, . - look_at_arguments
)");
#else
asm(R"(
  .text
  .type look_at_arguments, @function
look_at_arguments:
  push %r11
  push %r10
  push %rax
  push %r9
  push %r8
  push %rcx
  push %rdx
  push %rsi
  push %rdi
  sub $128, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  mov %r11, %rdi
  lea 128(%rsp), %rsi
  call note_arguments_of_unseen_call
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  add $128, %rsp
  pop %rdi
  pop %rsi
  pop %rdx
  pop %rcx
  pop %r8
  pop %r9
  pop %rax
  pop %r10
  pop %r11
  jmp *64(%r11)
  .size look_at_arguments, . - look_at_arguments
)");
#endif

extern "C" [[gnu::visibility("hidden")]] void look_at_arguments();

void watch_unseen_calls() {
  UnseenCallTable& table = native::table();
  if (table.is_made) return;
  table.is_made = true;
  const std::vector<Entry> entries = entries_to_watch();
  if (entries.empty()) return;
  table.data = program_data();
  auto* const stubs = reinterpret_cast<Stub*>(mapped_zeros(entries.size() * sizeof(Stub)));
  auto* const calls = reinterpret_cast<Calls*>(mapped_zeros(entries.size() * sizeof(Calls)));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Stub& stub = stubs[i];
    const auto [known, is_new] =
        table.calls.try_emplace(std::string(entries[i].function), &calls[i]);
    std::memcpy(stub.code, kCode, sizeof kCode);
    stub.living = reinterpret_cast<std::uintptr_t>(&world().living);
    stub.look = reinterpret_cast<std::uintptr_t>(&look_at_arguments);
    stub.function = *entries[i].word;
    stub.calls = known->second;
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(stubs);
  const std::size_t size = entries.size() * sizeof(Stub);
  __builtin___clear_cache(reinterpret_cast<char*>(begin), reinterpret_cast<char*>(begin + size));
  if (!protect_memory(begin, size, PROT_READ | PROT_EXEC)) return;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    set_word(entries[i].word, reinterpret_cast<std::uintptr_t>(stubs[i].code));
  }
}

std::vector<UnseenCall> unseen_calls() {
  std::vector<UnseenCall> found;
  for (const auto& [function, calls] : table().calls) {
    const auto end = calls->own.begin() + static_cast<std::ptrdiff_t>(calls->own_count);
    const bool is_foreign = std::any_of(calls->own.begin(), end, [](std::uintptr_t address) {
      return foreign_lines().may_contain(address, kObject);
    });
    if (calls->first != 0) {
      found.push_back({function, Site{calls->first}});
    } else if (is_foreign) {
      found.push_back({function, Site{calls->first_own}});
    }
  }
  return found;
}

}  // namespace heddle::native
