// Looks up the source of places in the code, as a worker reports them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "result/code_excerpt.hpp"
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

// Returns the name of an object on a stack or on the heap, by the memory around it; empty when no
// variable is known to reach it.
std::string object_name(const result::CodeExcerpt& around, std::uint64_t address,
                        symbolize::Symbolizer& symbolizer);

}  // namespace heddle::report
