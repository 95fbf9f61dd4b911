// From source to code: the addresses of lines and of inlined functions, by libdw.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "guidance/recovery/function_code.hpp"

namespace heddle::guidance {

class SourceMap {
 public:
  // A program without debug information has no files and no inlined functions.
  explicit SourceMap(const std::string& program);

  bool empty() const { return lines_.empty(); }

  // The files with code whose path is `name` or ends with it, component by component.
  std::vector<std::string> files_named(std::string_view name) const;
  std::vector<std::string> files() const;

  // The lines of a file that have code, with it: including functions inlined there.
  const std::map<int, std::vector<Piece>>& lines_of(const std::string& file) const;

  // The code of inlined calls, by the linkage name of the function.
  const std::map<std::string, std::vector<Piece>>& inlined() const { return inlined_; }

 private:
  struct Reader;

  std::map<std::string, std::map<int, std::vector<Piece>>> lines_;  // by path
  std::map<std::string, std::vector<Piece>> inlined_;
};

}  // namespace heddle::guidance
