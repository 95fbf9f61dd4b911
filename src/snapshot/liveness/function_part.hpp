// A piece of code that one entry of the unwinder's table describes: a function, or a part of one
// that the compiler has put elsewhere.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::native {

class FunctionPart {
 public:
  // The part that the address lies in.  Nothing when no table tells, or not in a form that is
  // understood.
  static std::optional<FunctionPart> around(std::uintptr_t address);

  bool holds(std::uintptr_t address) const { return address >= begin_ && address < end_; }
  std::uintptr_t end() const { return end_; }

  // Where an exception that leaves the call goes on in the function; 0: nowhere.  `after` is where
  // the call returns to.  Nothing when the table cannot be read.
  std::optional<std::uintptr_t> landing_pad(std::uintptr_t after) const;

 private:
  std::uintptr_t begin_ = 0;
  std::uintptr_t end_ = 0;
  std::uintptr_t handlers_ = 0;  // the table of landing pads; 0: none
};

}  // namespace heddle::native
