// The code that --focus, --start and --window name: found by the command, read by the explored
// process.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace heddle::guidance {

struct CodePiece {
  std::uint64_t begin = 0;  // relative to the module
  std::uint64_t end = 0;

  friend bool operator==(const CodePiece&, const CodePiece&) = default;
};

struct CodeScope {
  std::string module;  // path of the ELF file
  std::string build_id;
  // Sorted and disjoint, inlined copies included.
  std::vector<CodePiece> focus;
  std::vector<CodePiece> start;

  std::string encode() const;
  // Refuses everything that `encode` does not write.
  static Result<CodeScope> decode(std::string_view text);

  friend bool operator==(const CodeScope&, const CodeScope&) = default;
};

}  // namespace heddle::guidance
