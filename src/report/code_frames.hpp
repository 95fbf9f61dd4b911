// Looks up the source of places in the code, as a worker reports them.
#pragma once

#include <string>
#include <vector>

#include "result/code_place.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// Returns a stack with its inlined functions, innermost first.
std::vector<symbolize::Frame> frames_of(const result::CodeStack& stack,
                                        symbolize::Symbolizer& symbolizer);

// Returns the first location of the stack in the user's own code, else the innermost one; empty
// when none is known.
std::string location_of(const result::CodeStack& stack, symbolize::Symbolizer& symbolizer);

// Returns the name of the variable at a place.
std::string variable_name(const result::CodePlace& place, symbolize::Symbolizer& symbolizer);

}  // namespace heddle::report
