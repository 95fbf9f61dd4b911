// The orders of steps that an error needs, in words.
#pragma once

#include <string>
#include <vector>

#include "report/symbolized.hpp"
#include "trace/objects.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

// Returns one line for each order: "thread 1's read counter (step 1, add) before thread 2's write
// counter (step 3, add)", with the functions of the steps.
std::vector<std::string> order_texts(const trace::Trace& trace, const SymbolizedTrace& symbols,
                                     const trace::ObjectNames& names);

// Returns the orders with a heading; empty when there are none.
std::string orders_text(const trace::Trace& trace, const SymbolizedTrace& symbols,
                        const trace::ObjectNames& names);

}  // namespace heddle::report
