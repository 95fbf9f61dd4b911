// A trace's addresses resolved to source locations, each looked up once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/objects.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

struct SymbolizedTrace {
  // Maps each place of a stack to its function and the functions it is inlined into, innermost
  // first.
  std::map<trace::Place, std::vector<symbolize::Frame>> frames;
  std::map<ObjectId, std::string> variables;  // names of objects, as in the source
  std::map<ObjectId, symbolize::ValueType> types;
  std::map<std::uint64_t, std::string> pointers;  // addresses of named objects, as text
};

SymbolizedTrace symbolize_trace(const trace::Trace& trace, symbolize::Symbolizer& symbolizer);

// Names the objects of the trace: as in the source where that is known, others by kind and number.
// REQUIRES: the symbols outlive the names.
trace::ObjectNames names_of(const trace::Trace& trace, const SymbolizedTrace& symbols);

// Returns a stack with its inlined functions, innermost first.
std::vector<symbolize::Frame> expand(const SymbolizedTrace& symbols,
                                     const std::vector<trace::Place>& stack);

// Returns "queue.cpp:41 in pop"; only the function when its source is unknown.
std::string frame_location(const symbolize::Frame& frame);

// Returns the first location of the stack in the user's own code; empty when none is known.
std::string location(const SymbolizedTrace& symbols, const std::vector<trace::Place>& stack);

}  // namespace heddle::report
