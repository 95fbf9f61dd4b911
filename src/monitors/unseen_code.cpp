#include "monitors/unseen_code.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "runtime/code_around.hpp"
#include "runtime/stack_capture.hpp"
#include "snapshot/liveness/functions.hpp"
#include "snapshot/liveness/instruction.hpp"
#include "snapshot/liveness/memory_use.hpp"
#include "snapshot/liveness/returned_objects.hpp"
#include "snapshot/liveness/update_after_load.hpp"

namespace heddle::native {
namespace {

bool starts_with_any(std::string_view name, const auto& starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [name](std::string_view start) { return name.starts_with(start); });
}

// The linker adds these to every program, and they run before main or after it.
constexpr std::array<std::string_view, 12> kOfTheToolchain = {
    "_start",          "_init",
    "_fini",           "deregister_tm_clones",
    "call_weak_fn",    "register_tm_clones",
    "frame_dummy",     "__do_global_dtors_aux",
    "_dl_relocate",    "init_have_lse_atomics",
    "__cpu_indicator", "__init_cpu_features"};

// Atomic operations of libgcc on aarch64; their accesses belong to the functions that call them.
constexpr std::array<std::string_view, 6> kOutlinedAtomics = {"__aarch64_cas",   "__aarch64_swp",
                                                              "__aarch64_ldadd", "__aarch64_ldclr",
                                                              "__aarch64_ldeor", "__aarch64_ldset"};

// Thunks and wrappers of thread_local variables, which read tables alone, and the initialisation of
// static objects, which runs before any thread.
constexpr std::array<std::string_view, 8> kOfTheCompiler = {
    "_ZTh",      "_ZTv", "_ZTc", "_ZTW", "_ZTH", "_GLOBAL__", "_Z41__static_initialization_",
    "__cxx_glob"};

#if defined(__aarch64__)
constexpr std::size_t kFirstArgument = 0;
#else
constexpr std::size_t kFirstArgument = 7;
#endif

// The libraries of test frameworks, whose own accesses belong to no program under test.
constexpr std::array<std::string_view, 5> kOfFrameworks = {
    "7testing", "5Catch", "7doctest", "DeleteThreadLocalValue", "ThreadFuncWithCLinkage"};

// The standard library, whose templates become code of the program.
constexpr std::array<std::string_view, 14> kOfTheLibrary = {
    "_ZNSt",      "_ZNKSt",     "_ZSt",  "_ZNS",    "_ZNKS",    "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx",
    "_ZN10__cxx", "_ZNK10__cx", "__cxa", "__gnu_c", "_Unwind_", "__gxx_",        "_ZZNSt"};

// Also templates of the standard library that a framework instantiates for itself.
bool is_of_framework(std::string_view name) {
  return std::any_of(kOfFrameworks.begin(), kOfFrameworks.end(), [name](std::string_view space) {
    return name.find(space) != std::string_view::npos;
  });
}

bool is_left_out(std::string_view name) {
  // A part of a function that the compiler has put elsewhere belongs to that function.
  return starts_with_any(name, kOfTheToolchain) || starts_with_any(name, kOfTheCompiler) ||
         starts_with_any(name, kOutlinedAtomics) || name.find(".cold") != std::string_view::npos ||
         name.ends_with(".resolver");
}

// The value of a register: unknown, an address in the thread's own memory, or a fixed address.
struct Value {
  enum class Kind : std::uint8_t { unknown, own, fixed };
  Kind kind = Kind::unknown;
  std::uintptr_t address = 0;  // of `fixed`, or an offset to what is unknown
  int number = 0;              // distinguishes unknown values
  bool was_kept = false;       // the code had kept it on its stack
  bool is_first_argument = false;
};
using Registers = std::array<Value, kRegisters>;

class Reader {
 public:
  explicit Reader(const LoadedModule& module) : module_(module), written_(program_data()) {}

  struct Findings {
    bool is_instrumented = false;
    bool accesses = false;       // memory that may be another thread's
    std::uintptr_t strange = 0;  // the first instruction that updates such memory in one go
    std::vector<std::uintptr_t> sources;  // instructions that read a clock or a random number
    // ... the first that may update the object that the function returns, which no thread shares
    // yet: g++ instruments no access to it
    std::uintptr_t returned = 0;
  };

  // One pass in the order of addresses: what a forward jump carries is kept for its target.
  Findings read(const FunctionSymbol& function) {
    Findings found;
    Registers initial{};
    initial[kStackRegister].kind = Value::Kind::own;
    enter_with(initial);
    registers_[kFirstArgument].is_first_argument = true;
    std::map<std::uintptr_t, Registers> arriving;
    int instructions = 0;
    std::uintptr_t exchange = 0;  // belongs to the load before it
    bool begun = false;           // the exchange, by an exclusive load
    int since_load = kLoadedAgain + 1;
    for (std::uintptr_t at = function.begin; at < function.end;) {
      if (const auto kept = arriving.find(at); kept != arriving.end()) registers_ = kept->second;
      const std::optional<MemoryUse> use = memory_use_at(at, function.end);
      if (!use) break;  // data between functions
      if (use->reads_source) found.sources.push_back(at);
      // On aarch64, an exclusive load and the store behind it are one exchange.
      const bool ends_pair = begun && use->is_indivisible && use->use == Use::write;
      begun = (begun && !ends_pair) || (at == exchange && use->use == Use::read);
      if (is_shared(*use)) {
        found.accesses = true;
        const bool is_loaded_again = use->use == Use::read && since_load <= kLoadedAgain;
        const bool is_harmless = is_loaded_again || use->is_discarded || ends_pair;
        const bool is_strange = (use->is_indivisible && !is_harmless) ||
                                (use->use == Use::update && !is_announced(*use));
        std::uintptr_t& first =
            is_strange && may_be_returned(*use) ? found.returned : found.strange;
        if (first == 0 && is_strange && at != exchange) first = at;
      }
      ++since_load;
      const bool stays = use->goes_to >= function.begin && use->goes_to < function.end;
      if (use->is_call) announced_ = std::nullopt;
      if (use->is_call && is_outlined(use->goes_to)) {
        found.accesses = true;
        if (found.strange == 0 && at != exchange) found.strange = at;
      } else if (use->goes_to != 0 && !stays) {
        const Callback callback = callback_at(use->goes_to);
        found.is_instrumented |= callback != Callback::none;
        if (callback == Callback::load) since_load = 0;
        if (callback == Callback::store) announced_ = registers_[kFirstArgument];
        if (callback == Callback::load && flags().has_openmp) {
          exchange = exchange_after_load(use->next, function.end);
        }
      }
      apply(*use);
      if (++instructions <= kPrologue && makes_frame(*use)) {
        initial[kFrameRegister].kind = Value::Kind::own;
      }
      keep_first_argument(*use, initial);
      if (stays && use->goes_to > at && !use->is_call) arriving.emplace(use->goes_to, registers_);
      // Landing pads and backward jumps lead to the next instruction, if anything does.  There the
      // frame pointer is what it was: the epilogue restored that of the caller.
      if (!use->goes_on) enter_with(initial);
      at = use->next;
    }
    return found;
  }

 private:
  // Without optimisation, clang leaves the load that a callback replaces, so many instructions
  // behind the call.  On aarch64 such a load is ordered.
  static constexpr int kLoadedAgain = 4;

  // The prologue sets the frame pointer within so many instructions, if the function has one.
  static constexpr int kPrologue = 8;

  // On x86-64, functions without a frame pointer use the register for other addresses.
  static bool makes_frame(const MemoryUse& use) {
#if defined(__aarch64__)
    const bool is_frame = true;
#else
    const bool is_frame = use.made.offset == 0;
#endif
    return is_frame && use.target == kFrameRegister && use.made.base == kStackRegister &&
           use.made.index == kNoRegister && !use.made.is_thread_own;
  }

  // A preserved register that gets the first argument holds it until the function returns.
  void keep_first_argument(const MemoryUse& use, Registers& initial) const {
    if (use.target == kNoRegister || (kCallOverwrites >> use.target & 1) != 0) return;
    const auto target = static_cast<std::size_t>(use.target);
    if (registers_[target].is_first_argument) initial[target].is_first_argument = true;
  }

  // Begins code whose predecessor is not known: each register has a value of its own.
  void enter_with(const Registers& values) {
    registers_ = values;
    for (Value& value : registers_) value.number = ++last_number_;
    announced_ = std::nullopt;
  }

  Value value_of(const AddressForm& form) const {
    if (form.is_thread_own) return {.kind = Value::Kind::own};
    if (form.base == kNoRegister) return {.kind = Value::Kind::fixed, .address = form.offset};
    Value value = registers_[static_cast<std::size_t>(form.base)];
    value.address += form.offset;
    if (value.kind == Value::Kind::unknown && form.index != kNoRegister) {
      value = registers_[static_cast<std::size_t>(form.index)];
    }
    return value;
  }

  bool is_shared(const AddressForm& form) const {
    const Value value = value_of(form);
    if (value.kind != Value::Kind::fixed) return value.kind == Value::Kind::unknown;
    return std::any_of(written_.begin(), written_.end(), [&](const MemoryRegion& region) {
      return value.address >= region.begin && value.address < region.end;
    });
  }

  // Returns whether an update carries out the store that the last call announced, as that to a
  // bit-field does.  An address that the code had kept on its stack may be any.
  bool is_announced(const MemoryUse& use) const {
    constexpr std::uintptr_t kLongestUnit = 256;
    const Value at = value_of(use.at);
    if (!announced_ || at.kind != announced_->kind) return false;
    const bool is_same = at.kind == Value::Kind::fixed || at.number == announced_->number;
    return (is_same && at.address - announced_->address < kLongestUnit) || at.was_kept;
  }

  // Returns whether the function may have got the address to return an object there.
  bool may_be_returned(const MemoryUse& use) const {
    const Value at = value_of(use.at);
    return !use.is_indivisible && (at.is_first_argument || at.was_kept);
  }

  bool is_shared(const MemoryUse& use) const {
    if (use.use == Use::none) return false;
    return is_shared(use.at) || (use.reads_at && is_shared(*use.reads_at));
  }

  void apply(const MemoryUse& use) {
    const std::optional<Value> made =
        use.target == kNoRegister ? std::nullopt : std::optional<Value>(value_of(use.made));
    const bool is_kept = use.use == Use::read && value_of(use.at).kind == Value::Kind::own;
    for (std::size_t i = 0; i < registers_.size(); ++i) {
      if ((use.overwritten >> i & 1) == 0) continue;
      registers_[i] = {.number = ++last_number_, .was_kept = is_kept};
    }
    if (made && use.target != kStackRegister) {
      registers_[static_cast<std::size_t>(use.target)] = *made;
    }
  }

  // Returns whether a call goes to an atomic operation of libgcc.
  bool is_outlined(std::uintptr_t target) {
    const auto [entry, is_new] = outlined_.try_emplace(target, false);
    if (is_new) entry->second = is_outlined_atomic(target);
    return entry->second;
  }

  // The functions that compilers instrument with.
  enum class Callback : std::uint8_t { none, load, store, other };

  // Returns the one to which a call goes.
  Callback callback_at(std::uintptr_t target) {
    const auto [entry, is_new] = callbacks_.try_emplace(target, Callback::none);
    if (!is_new) return entry->second;
    const bool is_here = target >= module_.begin && target < module_.end;
    if (is_here && code_around(target).end == 0) return Callback::none;
    const std::uintptr_t function = is_here ? through_stub(target) : target;
    Dl_info info{};
    if (is_ours(Site{function}) && ::dladdr(reinterpret_cast<void*>(function), &info) != 0 &&
        info.dli_sname != nullptr) {
      const std::string_view name = info.dli_sname;
      const bool is_load = name.starts_with("__tsan_atomic") && name.ends_with("_load");
      const bool is_store =
          name.starts_with("__tsan_write") || name.starts_with("__tsan_unaligned_w");
      if (name.starts_with("__tsan_")) {
        entry->second = is_load ? Callback::load : is_store ? Callback::store : Callback::other;
      }
    }
    return entry->second;
  }

  const LoadedModule& module_;
  std::vector<MemoryRegion> written_;
  Registers registers_{};
  int last_number_ = 0;             // of an unknown value
  std::optional<Value> announced_;  // the address of a store, until the next call
  std::unordered_map<std::uintptr_t, bool> outlined_;       // by address of a function
  std::unordered_map<std::uintptr_t, Callback> callbacks_;  // by address of a function or a stub
};

}  // namespace

std::vector<UnseenCode> unseen_code(const LoadedModule& module) {
  std::vector<UnseenCode> found;
  Reader reader(module);
  const std::vector<FunctionSymbol> functions = functions_of(module);
  std::optional<std::unordered_set<std::uintptr_t>> return_objects;  // read when needed
  bool has_framework = false;
  std::vector<UnseenCode> templates;  // of the standard library
  for (const FunctionSymbol& function : functions) {
    if (is_left_out(function.name)) continue;
    Reader::Findings facts = reader.read(function);
    for (const std::uintptr_t source : facts.sources) found.push_back({UnseenKind::source, source});
    if (facts.is_instrumented) {
      if (facts.returned != 0) {
        if (!return_objects) return_objects = functions_that_return_objects(module);
        const bool is_object = return_objects->contains(function.begin);
        if (!is_object && (facts.strange == 0 || facts.returned < facts.strange)) {
          facts.strange = facts.returned;
        }
      }
      if (facts.strange != 0) found.push_back({UnseenKind::assembly, facts.strange});
      continue;
    }
    if (!facts.accesses) continue;
    if (is_of_framework(function.name)) {
      has_framework = true;
      found.push_back({UnseenKind::framework, function.begin});
    } else if (starts_with_any(function.name, kOfTheLibrary)) {
      templates.push_back({UnseenKind::function, function.begin});
    } else {
      found.push_back({UnseenKind::function, function.begin});
    }
  }
  // Whose they are shows in the company that they are in: objects of the program come before
  // libraries, so that its own instrumented instances win.
  if (!has_framework) found.insert(found.end(), templates.begin(), templates.end());
  return found;
}

}  // namespace heddle::native
