// Source names of functions and variables, and the code or memory that has them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "guidance/program_graph.hpp"
#include "guidance/recovery/elf_image.hpp"
#include "guidance/recovery/source_map.hpp"

namespace heddle::guidance {

class NamesOfCode {
 public:
  NamesOfCode(const ElfImage& image, const ProgramGraph& graph, const SourceMap& source);

  // The code of all functions with a name, which may lack outer scopes and template arguments, or
  // have parameters.
  Result<std::vector<Piece>> function(const std::string& name) const;

  // The memory of a global variable; nothing when no variable has this name.
  Result<std::vector<Piece>> variable(const std::string& name) const;
  std::vector<std::string> nearest_variables(const std::string& name) const;

 private:
  struct Named {
    std::string qualified;  // "Queue<int>::push"
    std::string plain;      // "Queue::push"
    std::string signature;  // "Queue<int>::push(int)"
    std::vector<Piece> code;
    bool library = false;
  };

  void add(const std::string& linkage_name, bool library, std::vector<Piece> code);

  std::string program_;
  std::map<std::string, Named> functions_;  // by linkage name
  std::map<std::string, std::vector<Piece>> variables_;
};

}  // namespace heddle::guidance
