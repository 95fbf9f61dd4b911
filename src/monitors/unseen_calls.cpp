#include "monitors/unseen_calls.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/check.hpp"
#include "monitors/cpp_functions.hpp"
#include "monitors/function_words.hpp"
#include "runtime/cpp_runtime.hpp"
#include "runtime/engine_thread.hpp"
#include "runtime/foreign_lines.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/root.hpp"
#include "runtime/stack_capture.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

// The functions that one program can call.  Assembly code repeats the number.
constexpr std::size_t kMostFunctions = 4096;

// The size of an object on a stack, at most.
constexpr std::uintptr_t kObject = 64;

// Beyond so many different arguments on stacks, a call counts.
constexpr std::size_t kMostOwn = 16;

constexpr std::size_t kFrames = 32;

// The registers of arguments, as the code below saves them.
#if defined(__aarch64__)
constexpr std::size_t kArguments = 8;  // x0 to x7
#else
constexpr std::size_t kArguments = 6;  // rdi, rsi, rdx, rcx, r8, r9
#endif

// A function, and its calls in all executions.
struct Called {
  std::string name;
  std::uintptr_t function = 0;
  bool is_kept = false;
  std::size_t arguments = 0;  // registers that may hold one
  bool is_noted = false;      // a call counts
  std::vector<Site> stack =
      {};  // of the first call that counts, or has an argument on its own stack
  std::array<MemoryRegion, kMostOwn> own{};  // the objects of those arguments
  std::size_t own_count = 0;
};

}  // namespace

struct UnseenCallTable {
  std::vector<Called> functions;
  std::vector<MemoryRegion> variables;
  bool is_made = false;
};

namespace {

UnseenCallTable& table() { return allocated_part(runtime().unseen_call_table); }

bool is_shared(std::uintptr_t address, ThreadId self) {
  if (address >= kHeapBase && address < kHeapEnd) return true;
  if (is_on_any_stack(address)) return !is_on_stack(self, address);
  if (is_data_of_cpp_runtime(address)) return false;
  const std::vector<MemoryRegion>& variables = table().variables;
  return std::any_of(variables.begin(), variables.end(), [address](const MemoryRegion& region) {
    return address >= region.begin && address < region.end;
  });
}

void note(Called& called) {
  const EngineThread engine;
  Site frames[kFrames];
  called.stack.assign(frames, frames + capture_stack(frames));
}

// Returns the memory of the object, which lies in one frame: it does not reach beyond the next
// frame record.  `record` is an inner one.
MemoryRegion object_at(std::uintptr_t address, ThreadId self, std::uintptr_t record) {
  while (record <= address) {
    const std::uintptr_t outer = *reinterpret_cast<const std::uintptr_t*>(record);
    if (outer <= record || !is_on_stack(self, outer)) return {address, address + kObject};
    record = outer;
  }
  return {address, std::min(address + kObject, record)};
}

// An argument on the own stack counts if it turns out that another thread uses it.
void note_own(Called& called, const MemoryRegion& object) {
  const std::span own = std::span(called.own).first(called.own_count);
  const bool is_known = std::any_of(own.begin(), own.end(), [&](const MemoryRegion& known) {
    return known.begin == object.begin && known.end >= object.end;
  });
  if (is_known) return;
  if (called.stack.empty()) note(called);
  called.is_noted = called.own_count == kMostOwn;
  if (!called.is_noted) called.own[called.own_count++] = object;
}

void look_at(Called& called, std::span<const std::uintptr_t> arguments, std::uintptr_t record) {
  if (called.is_noted || (is_alone() && !called.is_kept)) return;
  const ThreadId self = world().current;
  for (const std::uintptr_t address : arguments) {
    if (is_on_stack(self, address)) {
      note_own(called, object_at(address, self, record));
    } else if (is_shared(address, self)) {
      called.is_noted = true;
      note(called);
      return;
    }
  }
}

}  // namespace

// Called by the code below, on a fiber.  Allocates nothing.  Returns the function to continue in.
extern "C" [[gnu::visibility("hidden"), gnu::used]] std::uintptr_t heddle_note_unseen_call(
    std::size_t place, const std::uintptr_t* registers) {
  Called& called = table().functions[place];
  const auto record = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (flags().exploring) look_at(called, {registers, called.arguments}, record);
  return called.function;
}

// One entry for each function, which puts its place into a register that calls do not preserve.
// All continue in code that saves the arguments, calls the function above, and jumps to what it
// returns.
#if defined(__aarch64__)
asm(R"(
  .text
  .p2align 3
  .type heddle_unseen_call_entries, %function
heddle_unseen_call_entries:
  .set .Lplace, 0
  .rept 4096
  mov w16, #.Lplace
  b heddle_look_at_arguments
  .set .Lplace, .Lplace + 1
  .endr
  .size heddle_unseen_call_entries, . - heddle_unseen_call_entries
  .type heddle_look_at_arguments, %function
heddle_look_at_arguments:
  .cfi_startproc
  sub sp, sp, #208
  .cfi_def_cfa_offset 208
  stp x0, x1, [sp]
  stp x2, x3, [sp, #16]
  stp x4, x5, [sp, #32]
  stp x6, x7, [sp, #48]
  stp x8, x30, [sp, #64]
  .cfi_offset 30, -136
  stp q0, q1, [sp, #80]
  stp q2, q3, [sp, #112]
  stp q4, q5, [sp, #144]
  stp q6, q7, [sp, #176]
  mov w0, w16
  mov x1, sp
  bl heddle_note_unseen_call
  mov x16, x0
  ldp q6, q7, [sp, #176]
  ldp q4, q5, [sp, #144]
  ldp q2, q3, [sp, #112]
  ldp q0, q1, [sp, #80]
  ldp x8, x30, [sp, #64]
  ldp x6, x7, [sp, #48]
  ldp x4, x5, [sp, #32]
  ldp x2, x3, [sp, #16]
  ldp x0, x1, [sp]
  add sp, sp, #208
  br x16
  .cfi_endproc
  .size heddle_look_at_arguments, . - heddle_look_at_arguments
)");
constexpr std::size_t kEntrySize = 8;
#else
asm(R"(
  .text
  .p2align 4
  .type heddle_unseen_call_entries, @function
heddle_unseen_call_entries:
  .set .Lplace, 0
  .rept 4096
  .p2align 4
  movl $.Lplace, %r11d
  jmp heddle_look_at_arguments
  .set .Lplace, .Lplace + 1
  .endr
  .size heddle_unseen_call_entries, . - heddle_unseen_call_entries
  .type heddle_look_at_arguments, @function
heddle_look_at_arguments:
  .cfi_startproc
  push %r10
  push %rax
  push %r9
  push %r8
  push %rcx
  push %rdx
  push %rsi
  push %rdi
  sub $136, %rsp
  .cfi_def_cfa_offset 208
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  mov %r11, %rdi
  lea 136(%rsp), %rsi
  call heddle_note_unseen_call
  mov %rax, %r11
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  add $136, %rsp
  pop %rdi
  pop %rsi
  pop %rdx
  pop %rcx
  pop %r8
  pop %r9
  pop %rax
  pop %r10
  jmp *%r11
  .cfi_endproc
  .size heddle_look_at_arguments, . - heddle_look_at_arguments
)");
constexpr std::size_t kEntrySize = 16;
#endif

extern "C" [[gnu::visibility("hidden")]] const std::byte heddle_unseen_call_entries[];

void watch_unseen_calls() {
  UnseenCallTable& table = native::table();
  if (table.is_made) return;
  table.is_made = true;
  table.variables = program_data();
  for (const auto& [word, name] : function_words()) {
    const CppFunction sort = cpp_function(name);
    const bool is_seen = sort == CppFunction::harmless || sort == CppFunction::announced;
    if (is_seen || !is_code_of_cpp_runtime(Site{*word})) continue;
    auto called = std::find_if(table.functions.begin(), table.functions.end(),
                               [&, &name = name](const Called& one) { return one.name == name; });
    if (called == table.functions.end()) {
      table.functions.push_back({.name = name,
                                 .function = *word,
                                 .is_kept = sort == CppFunction::kept,
                                 .arguments = std::min(kArguments, registers_of_arguments(name))});
      called = std::prev(table.functions.end());
    }
    const auto place = static_cast<std::size_t>(called - table.functions.begin());
    HEDDLE_CHECK(place < kMostFunctions, "too many functions of the C++ library");
    const auto entry =
        reinterpret_cast<std::uintptr_t>(&heddle_unseen_call_entries[place * kEntrySize]);
    if (!set_word(word, entry)) called->is_noted = true;
  }
}

std::vector<UnseenCall> unseen_calls() {
  std::vector<UnseenCall> found;
  for (const Called& called : table().functions) {
    const std::span own = std::span(called.own).first(called.own_count);
    const bool is_foreign = std::any_of(own.begin(), own.end(), [](const MemoryRegion& object) {
      return foreign_lines().may_contain(object.begin, object.end - object.begin);
    });
    if (called.is_noted || is_foreign) found.push_back({called.name, called.stack});
  }
  return found;
}

}  // namespace heddle::native
