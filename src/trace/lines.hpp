// The lines of a trace file, one function per kind of line.  Each returns one line of JSON with
// its newline.
#pragma once

#include <cstdint>
#include <string>

#include "trace/trace.hpp"

namespace heddle::trace {

std::string header_line(const Header& header);
std::string module_line(const Module& module);
std::string thread_line(const Thread& thread);
std::string object_line(const Object& object);
std::string site_line(const NamedSite& site);
std::string step_line(const Step& step);
std::string output_line(const Output& output);  // its position is the line's place in the file
std::string failure_line(const TraceFailure& failure);
std::string account_line(const TraceAccount& account);
std::string blocked_line(const Blocked& blocked);

// `lines` counts every line of the file, the end line too.
std::string end_line(std::uint64_t lines);

// The stable spelling of an outcome; `outcome_of` is its inverse and says whether it knew the word.
std::string_view key(Outcome outcome);
bool outcome_of(std::string_view key, Outcome& into);

}  // namespace heddle::trace
