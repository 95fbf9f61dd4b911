// What a trace's addresses mean in the source, looked up once.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

struct SymbolizedTrace {
  // For each place of a stack the function there and those it is inlined into, innermost first.
  std::map<trace::Place, std::vector<symbolize::Frame>> frames;
  std::map<ObjectId, std::string> variables;  // names of objects that are global variables
};

SymbolizedTrace symbolize_trace(const trace::Trace& trace, symbolize::Symbolizer& symbolizer);

// A stack with its inlined functions, innermost first.
std::vector<symbolize::Frame> expand(const SymbolizedTrace& symbols,
                                     const std::vector<trace::Place>& stack);

// "queue.cpp:41 in pop"; the function alone when its source is unknown.
std::string frame_location(const symbolize::Frame& frame);

// The same for a stack: the first place in the user's own code; empty when nothing is known.
std::string location(const SymbolizedTrace& symbols, const std::vector<trace::Place>& stack);

}  // namespace heddle::report
