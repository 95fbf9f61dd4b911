#include "snapshot/liveness/callees.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <unordered_map>

#include "runtime/code_around.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/root.hpp"
#include "snapshot/liveness/instruction.hpp"

namespace heddle::native {
namespace {

constexpr std::array<std::string_view, 20> kNeverReturns = {
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "pthread_exit",
    "longjmp",
    "siglongjmp",
    "__assert_fail",
    "__assert_perror_fail",
    "__stack_chk_fail",
    "__chk_fail",
    "_Unwind_Resume",
    "__cxa_throw",
    "__cxa_rethrow",
    "__cxa_bad_cast",
    "__cxa_bad_typeid",
    "__cxa_throw_bad_array_new_length",
    "__cxa_pure_virtual",
    "_ZSt9terminatev",
};
// std::__throw_bad_alloc and its kin: the length of the name comes between.
constexpr std::string_view kStandard = "_ZSt";
constexpr std::string_view kThrows = "__throw_";

constexpr std::array<std::string_view, 10> kReturnsTwice = {
    "setjmp", "_setjmp", "__setjmp",   "sigsetjmp",   "__sigsetjmp",
    "vfork",  "__vfork", "getcontext", "swapcontext", "savectx",
};

// The instrumentation's calls before an access.
constexpr std::array<std::string_view, 6> kAnnounces = {
    "__tsan_read",     "__tsan_write", "__tsan_unaligned",
    "__tsan_volatile", "__tsan_vptr",  "__sanitizer_cov_",
};

bool returns_twice_by_name(std::string_view name) {
  return std::find(kReturnsTwice.begin(), kReturnsTwice.end(), name) != kReturnsTwice.end();
}

bool never_returns_by_name(std::string_view name) {
  if (std::find(kNeverReturns.begin(), kNeverReturns.end(), name) != kNeverReturns.end())
    return true;
  if (!name.starts_with(kStandard)) return false;
  name.remove_prefix(kStandard.size());
  name.remove_prefix(std::min(name.find_first_not_of("0123456789"), name.size()));
  return name.starts_with(kThrows);
}

// The size of the longest stub.
constexpr std::size_t kStub = 32;

// Returns whether the address is code.  An apparent call may be something else, because the
// analysis follows it conservatively.
bool is_code(std::uintptr_t address) { return address + kStub <= code_around(address).end; }

// The name of a function; empty when it has none.
std::string_view name_of(std::uintptr_t callee) {
  if (!is_code(callee)) return {};
  const std::uintptr_t function = through_stub(callee);
  Dl_info info{};
  const bool has_name = ::dladdr(reinterpret_cast<void*>(function), &info) != 0 &&
                        info.dli_sname != nullptr &&
                        reinterpret_cast<std::uintptr_t>(info.dli_saddr) == function;
  return has_name ? std::string_view(info.dli_sname) : std::string_view();
}

// Returns whether a function goes straight to a call of one that never returns.  clang++ calls such
// a function, which has no name for the linker, to end the process for an exception that must not
// leave a function.
bool leads_to_end(std::uintptr_t callee) {
  constexpr int kMostSteps = 12;
  const CodeRange code = code_around(callee);
  std::uintptr_t at = callee;
  for (int i = 0; i < kMostSteps && at < code.end; ++i) {
    const std::optional<Instruction> instruction = instruction_at(at, code.end);
    if (!instruction || instruction->returns || !instruction->goes_on) return false;
    if (!instruction->is_call && instruction->target != 0) return false;
    if (instruction->is_call && never_returns_by_name(name_of(instruction->target))) return true;
    at = instruction->next;
  }
  return false;
}

// Returns whether the address is a stub whose function the linker has not looked up yet: it then
// leads to the linker's own code in the same file.
bool is_unbound(std::uintptr_t callee) {
  if (!is_code(callee)) return false;
  const std::uintptr_t function = through_stub(callee);
  return function != callee && code_around(callee).holds(function) && name_of(callee).empty();
}

enum class Returns : std::uint8_t { once, never, twice };

Returns ask(std::uintptr_t callee) {
  const std::string_view name = name_of(callee);
  if (returns_twice_by_name(name)) return Returns::twice;
  if (never_returns_by_name(name)) return Returns::never;
  return is_code(callee) && leads_to_end(callee) ? Returns::never : Returns::once;
}

}  // namespace

struct Callees {
  std::unordered_map<std::uintptr_t, Returns> returns;
  std::unordered_map<std::uintptr_t, bool> announces;
};

namespace {

Returns returns_of(std::uintptr_t callee) {
  auto& known = allocated_part(runtime().callees).returns;
  if (const auto entry = known.find(callee); entry != known.end()) return entry->second;
  if (callee == 0) {
    // A call through a pointer, or through the linker's table.
    const bool may = std::any_of(kReturnsTwice.begin(), kReturnsTwice.end(),
                                 [](std::string_view name) { return program_names(name.data()); });
    return known[callee] = may ? Returns::twice : Returns::once;
  }
  if (is_unbound(callee)) return Returns::twice;  // it may be such a function
  return known[callee] = ask(callee);
}

}  // namespace

bool announces_access(std::uintptr_t callee) {
  const auto [entry, is_new] = allocated_part(runtime().callees).announces.try_emplace(callee);
  if (is_new) {
    const std::string_view name = name_of(callee);
    entry->second =
        std::any_of(kAnnounces.begin(), kAnnounces.end(),
                    [&](std::string_view beginning) { return name.starts_with(beginning); });
  }
  return entry->second;
}

bool never_returns(std::uintptr_t callee) { return returns_of(callee) == Returns::never; }
bool returns_twice(std::uintptr_t callee) { return returns_of(callee) == Returns::twice; }

}  // namespace heddle::native
