// Finds the code of functions, source files and regular expressions in a program.
#pragma once

#include <span>
#include <string>

#include "core/result.hpp"
#include "guidance/code_scope.hpp"

namespace heddle::guidance {

// Finds the code of patterns.  Each is one of
//   NAME      a function, or all functions of a class or namespace; outer scopes, template
//             arguments and parameters may be left out
//   FILE      a source file, by the end of its path
//   /REGEX/   an ECMAScript expression that is found in a function with its parameters, or in the
//             path of a source file
// `start` is a function.  Empty: none.  A pattern that fits nothing is refused with the nearest
// names.
Result<CodeScope> find_scope(const std::string& program, std::span<const std::string> focus,
                             const std::string& start);

}  // namespace heddle::guidance
