// A code region that one entry of the unwinder's table describes: a function, or a part of one
// that the compiler moved elsewhere.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::native {

class FunctionPart {
 public:
  // Returns the part that holds the address.  Nothing when no table covers it, or when its format
  // is not supported.
  static std::optional<FunctionPart> around(std::uintptr_t address);

  bool holds(std::uintptr_t address) const { return address >= begin_ && address < end_; }
  std::uintptr_t begin() const { return begin_; }
  std::uintptr_t end() const { return end_; }
  // Returns whether the part begins with the entry of its function: the table describes the frame
  // of a caller there.
  bool begins_function() const { return begins_function_; }

  // Returns where the function resumes for an exception that leaves the call; 0: nowhere.  `after`
  // is the return address of the call.  Nothing when the table cannot be read.
  std::optional<std::uintptr_t> landing_pad(std::uintptr_t after) const;

 private:
  std::uintptr_t begin_ = 0;
  std::uintptr_t end_ = 0;
  bool begins_function_ = false;
  std::uintptr_t handlers_ = 0;  // the table of landing pads; 0: none
};

}  // namespace heddle::native
