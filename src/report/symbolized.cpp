#include "report/symbolized.hpp"

#include <fmt/format.h>

#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

// Every place is behind the instruction that it stands for: a return address, or one past an
// instruction that a signal interrupted.
void look_up(const trace::Trace& trace, const std::vector<trace::Place>& stack,
             symbolize::Symbolizer& symbolizer, SymbolizedTrace& into) {
  for (const trace::Place& place : stack) {
    if (place.module >= trace.modules.size()) continue;
    const std::string& path = trace.modules[place.module].path;
    into.frames[place] = symbolizer.frames_of_return(path, place.offset);
  }
}

}  // namespace

SymbolizedTrace symbolize_trace(const trace::Trace& trace, symbolize::Symbolizer& symbolizer) {
  SymbolizedTrace symbols;
  for (const trace::Step& step : trace.steps) {
    look_up(trace, step.stack, symbolizer, symbols);
  }
  for (const trace::Blocked& blocked : trace.blocked) {
    look_up(trace, blocked.stack, symbolizer, symbols);
  }
  for (const trace::Thread& thread : trace.threads) {
    if (thread.created_at) look_up(trace, {*thread.created_at}, symbolizer, symbols);
  }
  if (trace.failure) {
    look_up(trace, trace.failure->stack, symbolizer, symbols);
    for (const trace::TraceAccount& account : trace.failure->accounts) {
      look_up(trace, account.stack, symbolizer, symbols);
    }
  }
  for (const trace::NamedSite& site : trace.sites) {
    const trace::Place place{trace::kNoModule, static_cast<std::uint64_t>(site.site)};
    symbols.frames[place] = {{site.function, site.file, static_cast<int>(site.line), ""}};
  }
  for (const trace::StaticObject& object : trace.objects) {
    if (object.place.module >= trace.modules.size()) continue;
    const std::string& path = trace.modules[object.place.module].path;
    const std::string& name = symbolizer.variable_at(path, object.place.offset);
    if (!name.empty()) {
      symbols.variables[object.id] = symbolize::short_name(name, symbolize::Parameters::keep);
    }
  }
  return symbols;
}

trace::ObjectNames names_of(const trace::Trace& trace, const SymbolizedTrace& symbols) {
  return trace::ObjectNames(trace, [&symbols](ObjectId object) {
    const auto found = symbols.variables.find(object);
    return found == symbols.variables.end() ? std::string() : found->second;
  });
}

std::vector<symbolize::Frame> expand(const SymbolizedTrace& symbols,
                                     const std::vector<trace::Place>& stack) {
  std::vector<symbolize::Frame> frames;
  for (const trace::Place& place : stack) {
    const auto found = symbols.frames.find(place);
    if (found == symbols.frames.end()) continue;
    frames.insert(frames.end(), found->second.begin(), found->second.end());
  }
  return frames;
}

std::string location(const SymbolizedTrace& symbols, const std::vector<trace::Place>& stack) {
  const std::vector<symbolize::Frame> frames = expand(symbols, stack);
  const symbolize::Frame* frame = symbolize::user_frame(frames);
  if (frame == nullptr && !frames.empty()) frame = &frames.front();
  return frame == nullptr ? "" : frame_location(*frame);
}

std::string frame_location(const symbolize::Frame& frame) {
  std::string function = symbolize::short_name(frame.function);
  if (frame.file.empty()) {
    const bool is_address = function.starts_with("0x") && !frame.module.empty();
    return is_address ? fmt::format("{} in {}", function, symbolize::base_name(frame.module))
                      : function;
  }
  std::string text(symbolize::base_name(frame.file));
  if (frame.line > 0) text += ":" + std::to_string(frame.line);
  return function.empty() ? text : text + " in " + function;
}

}  // namespace heddle::report
