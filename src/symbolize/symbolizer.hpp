// Addresses to source: from an ELF file and an address in it to functions, lines and variables.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory_excerpt.hpp"
#include "symbolize/value_type.hpp"

namespace heddle::symbolize {

struct Frame {
  std::string function;  // demangled in full; "name+0x1c" from only a symbol; "0x4a10" without one
  std::string file;      // absolute if the compiler recorded it; empty when unknown
  int line = 0;          // 0 when unknown
  std::string module;    // path of the ELF file

  friend bool operator==(const Frame&, const Frame&) = default;
};

// A file as a compiler was called for it.
struct CompiledUnit {
  std::string file;
  std::string producer;  // the compiler and its flags, as far as it recorded them

  friend bool operator==(const CompiledUnit&, const CompiledUnit&) = default;
};

// An address in an ELF file; without a module, the bare address.
struct ModulePlace {
  std::string module;
  std::uint64_t offset = 0;

  friend bool operator==(const ModulePlace&, const ModulePlace&) = default;
};
using ModuleExcerpt = MemoryExcerptAt<ModulePlace>;

struct NamedObject {
  std::string name;  // empty when there is none
  ValueType type = {};
  // The variable or heap object around it: a pointer to it, and how to write that pointer.
  std::uint64_t whole = 0;
  std::string pointer = {};
  bool is_of_class = false;  // named by the class of `this`, for want of a variable

  friend bool operator==(const NamedObject&, const NamedObject&) = default;
};

// Reads each file once and remembers every answer.  Works for files of any architecture.  A file
// that is missing or has no debug information yields poorer answers, never an error.  Not
// thread-safe.
class Symbolizer {
 public:
  Symbolizer();
  ~Symbolizer();
  Symbolizer(const Symbolizer&) = delete;
  Symbolizer& operator=(const Symbolizer&) = delete;

  // The function at an address of the ELF file and those it is inlined into, innermost first.
  // Never empty.
  const std::vector<Frame>& frames(const std::string& module, std::uint64_t address);

  // The same for a return address: the call before it.
  const std::vector<Frame>& frames_of_return(const std::string& module, std::uint64_t address);

  // The global variable at an address: "counter", "slots+8"; empty when there is none.
  const std::string& variable_at(const std::string& module, std::uint64_t address);
  // The same with its type.
  const NamedObject& object_at(const std::string& module, std::uint64_t address);

  // Names an object on a stack or on the heap by the memory around it: "account->balance".
  NamedObject object_in(const ModuleExcerpt& excerpt, std::uint64_t address);

  // The compilation units of an ELF file; empty without debug information.
  std::vector<CompiledUnit> units(const std::string& module);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Whether a frame belongs to the C++ library, the C library or Heddle itself.
bool is_library_frame(const Frame& frame);

// Returns whether the file is an installed shared library other than the runtime of C and C++.
bool is_system_library(std::string_view module);

// The first frame in the user's own code, or nothing when all are a library's.
const Frame* user_frame(std::span<const Frame> stack);

}  // namespace heddle::symbolize
