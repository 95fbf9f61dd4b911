#include "trace/trace_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>

#include "trace/line_reader.hpp"
#include "trace/lines.hpp"

namespace heddle::trace {
namespace {

Error not_a_trace(const std::string& name) {
  return Error{"'" + name + "' is not a Heddle trace; name a trace written by 'heddle run'"};
}

Error garbled(const std::string& name, std::uint64_t number) {
  return Error{"'" + name + "' is corrupt at line " + std::to_string(number) +
               "; record the trace again with 'heddle run'"};
}

Error truncated(const std::string& name, std::uint64_t lines) {
  return Error{"'" + name + "' is truncated after line " + std::to_string(lines) +
               "; copy the whole file or record the trace again with 'heddle run'"};
}

// Cuts the next line off `text`.  False when its newline is missing.
bool next_line(std::string_view& text, std::string_view& line) {
  const std::size_t newline = text.find('\n');
  line = text.substr(0, newline);
  const bool whole = newline != std::string_view::npos;
  text.remove_prefix(whole ? newline + 1 : text.size());
  return whole;
}

Result<Trace> parse(std::string_view text, const std::string& name, bool partial) {
  Trace trace;
  std::string_view line;
  const bool whole_header = next_line(text, line);
  std::uint64_t version = 0;
  switch (read_header(line, trace.header, version)) {
    case HeaderResult::good:
      break;
    case HeaderResult::no_trace:
      return not_a_trace(name);
    case HeaderResult::garbled:
      return garbled(name, 1);
    case HeaderResult::other_version:
      return Error{"'" + name + "' has trace format " + std::to_string(version) +
                   " but this Heddle reads format " + std::to_string(kFormatVersion) +
                   "; record the trace again with this version"};
  }
  if (!whole_header && !partial) return truncated(name, 0);

  std::uint64_t number = 1;
  while (!text.empty()) {
    const bool whole = next_line(text, line);
    if (!whole) break;  // cut within this line
    ++number;
    switch (read_line(line, number, trace)) {
      case LineResult::good:
        break;
      case LineResult::garbled:
        return garbled(name, number);
      case LineResult::end:
        if (text.empty()) return trace;
        return garbled(name, number + 1);
    }
  }
  if (partial) return trace;
  return truncated(name, number);
}

constexpr std::string_view kWord = "heddle_trace";  // in the first line
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

Result<std::string> contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::string part(std::size_t{1} << 16, '\0');
  // A folder sets badbit and throws nothing.
  while (file && text.size() < kMostBytes) {
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    text.append(part, 0, static_cast<std::size_t>(file.gcount()));
    // The rest of what is no trace need not have an end.
    if (!file.bad() && text.find(kWord) == std::string::npos) return text;
  }
  if (!file.is_open() || file.bad()) {
    return Error{"Cannot read the trace '" + path + "' (" + std::strerror(errno) +
                 "); name a trace written by 'heddle run'"};
  }
  if (text.size() >= kMostBytes) {
    return Error{"'" + path +
                 "' is larger than 1 GiB and not a trace; name a trace written by 'heddle run'"};
  }
  return text;
}

}  // namespace

std::string to_text(const Trace& trace) {
  std::string text = header_line(trace.header);
  for (const Module& module : trace.modules) text += module_line(module);
  for (const Thread& thread : trace.threads) text += thread_line(thread);
  for (const Object& object : trace.objects) text += object_line(object);
  for (const NamedSite& site : trace.sites) text += site_line(site);
  auto output = trace.outputs.begin();
  for (std::size_t i = 0; i <= trace.steps.size(); ++i) {
    for (; output != trace.outputs.end() && output->position <= i; ++output) {
      text += output_line(*output);
    }
    if (i < trace.steps.size()) text += step_line(trace.steps[i]);
  }
  if (trace.failure) {
    text += failure_line(*trace.failure);
    for (const TraceAccount& account : trace.failure->accounts) text += account_line(account);
  }
  for (const Blocked& blocked : trace.blocked) text += blocked_line(blocked);
  const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  return text + end_line(lines + 1);
}

Status write_trace(const Trace& trace, const std::string& path) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << to_text(trace);
  file.close();
  if (!file) {
    return Error{"Cannot write the trace '" + path + "' (" + std::strerror(errno) +
                 "); name a file in a writable folder"};
  }
  return Done{};
}

Result<Trace> parse_trace(std::string_view text, const std::string& name) {
  return parse(text, name, false);
}

Result<Trace> parse_partial_trace(std::string_view text, const std::string& name) {
  return parse(text, name, true);
}

Result<Trace> read_trace(const std::string& path) {
  const Result<std::string> text = contents(path);
  return text ? parse_trace(*text, path) : text.error();
}

Result<Trace> read_partial_trace(const std::string& path) {
  const Result<std::string> text = contents(path);
  return text ? parse_partial_trace(*text, path) : text.error();
}

}  // namespace heddle::trace
