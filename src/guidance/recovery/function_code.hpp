// The basic blocks of one function, from its instructions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "guidance/recovery/decoder.hpp"
#include "guidance/recovery/unwind_table.hpp"

namespace heddle::guidance {

struct Piece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// The callee of a block, as far as the code of one function determines it.
struct Callee {
  enum class Kind : std::uint8_t {
    none,
    address,           // `address`
    foreign,           // `symbol`, of another module
    virtual_function,  // in slot `address` of some virtual table
    pointer            // any function whose address is taken
  };
  Kind kind = Kind::none;
  std::uint64_t address = 0;
  std::string symbol = {};
};

// Ends with a jump, a branch, a call, a return, or before the target of a jump.
struct Block {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  Callee callee = {};
  std::uint64_t argument = 0;  // the address that the callee is passed first; 0 when unknown
  std::uint64_t landing_pad = 0;
  bool returns = false;  // after the callee of a tail call
  std::vector<std::uint64_t> successors = {};
};

struct FunctionCode {
  std::vector<Block> blocks;              // sorted
  std::vector<std::uint64_t> references;  // addresses that the code takes, of code and of data
};

// Reads functions one after the other.
class FunctionReader {
 public:
  FunctionReader(const ElfImage& image, const UnwindTable& unwind);
  ~FunctionReader();

  // REQUIRES: `pieces` is sorted and holds the entry of the function first or later.
  FunctionCode read(const std::vector<Piece>& pieces);

  // The function that a stub of the procedure linkage table jumps to; a foreign one without a name
  // for other code.
  Callee stub_target(std::uint64_t address);

 private:
  struct Work;

  const ElfImage& image_;
  const UnwindTable& unwind_;
  std::unique_ptr<Decoder> decoder_;
};

}  // namespace heddle::guidance
