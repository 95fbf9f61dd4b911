// The functions of a program and the code that belongs to each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "guidance/program_graph.hpp"
#include "guidance/recovery/function_code.hpp"

namespace heddle::guidance {

struct ListedFunction {
  std::string name;  // as linked; empty when only .eh_frame lists it
  std::uint64_t entry = 0;
  std::vector<Piece> pieces;  // sorted; `foo.cold` is a piece of `foo`
};

class FunctionList {
 public:
  FunctionList(const ElfImage& image, const UnwindTable& unwind);

  const std::vector<ListedFunction>& functions() const { return functions_; }  // sorted by entry

  // The function that begins at an address, or kNone.
  FunctionId entered_at(std::uint64_t address) const;
  // The function that contains an address, or kNone.
  FunctionId containing(std::uint64_t address) const;

 private:
  struct Owned {
    Piece piece;
    FunctionId owner;
  };

  std::vector<ListedFunction> functions_;
  std::vector<Owned> pieces_;  // sorted
};

}  // namespace heddle::guidance
