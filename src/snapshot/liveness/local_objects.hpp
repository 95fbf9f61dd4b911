// The local variables of a function that was compiled without optimisation, as its debug
// information describes them.
//
// Such code accesses a scalar variable by its name, or by a pointer that was formed from its
// address.  It never reaches one object by the address of another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::native {

struct LocalObject {
  std::int64_t offset = 0;  // from the base of the function's variables
  std::uint64_t bytes = 0;
  bool is_scalar = false;  // a number, an enumerator, a pointer or a reference
};

struct LocalObjects {
  // The register that the base is the value of, or the end of the frame.
  enum class Base : std::uint8_t { frame_end, frame_pointer, stack_pointer };
  Base base = Base::frame_end;
  std::vector<LocalObject> objects;
};

// The debug information of the loaded files, read when it is first needed.
class LocalObjectTable {
 public:
  LocalObjectTable();
  ~LocalObjectTable();
  LocalObjectTable(const LocalObjectTable&) = delete;
  LocalObjectTable& operator=(const LocalObjectTable&) = delete;

  // Returns the variables of the function with that entry.  Nothing when they are not all known, or
  // when the function may have been optimised.  REQUIRES: called by the engine.
  std::optional<LocalObjects> of(std::uintptr_t entry);

 private:
  struct File;
  std::unordered_map<std::string, std::unique_ptr<File>> files_;  // by path
};

}  // namespace heddle::native
