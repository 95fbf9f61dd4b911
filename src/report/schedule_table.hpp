// Lays the rows of a schedule out: one column per thread, or one line per step when there are many
// threads or few columns.
#pragma once

#include <string>
#include <vector>

#include "report/rows.hpp"
#include "report/text_report.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

// More threads than this make columns too narrow to read.
inline constexpr std::size_t kMostColumns = 5;

std::string schedule_table(const trace::Trace& trace, const std::vector<Row>& rows,
                           const TextStyle& style);

}  // namespace heddle::report
