#include "report/symbolized.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/value_text.hpp"
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

symbolize::ModulePlace in_module(const trace::Trace& trace, const trace::Place& place) {
  if (place.module >= trace.modules.size()) return {"", place.offset};
  return {trace.modules[place.module].path, place.offset};
}

symbolize::ModuleExcerpt in_modules(const trace::Trace& trace, const trace::Excerpt& excerpt) {
  symbolize::ModuleExcerpt result;
  result.blocks = excerpt.blocks;
  for (const auto& frame : excerpt.frames) {
    result.frames.push_back(
        {frame.thread, in_module(trace, frame.code), frame.begin, frame.end, frame.registers});
  }
  for (const auto& pointer : excerpt.pointers) {
    result.pointers.push_back({in_module(trace, pointer.place), pointer.value});
  }
  return result;
}

symbolize::NamedObject named(const trace::Trace& trace, const trace::Object& object,
                             symbolize::Symbolizer& symbolizer) {
  if (object.place.module < trace.modules.size()) {
    const std::string& path = trace.modules[object.place.module].path;
    return symbolizer.object_at(path, object.place.offset);
  }
  if (object.around.empty()) return {};
  return symbolizer.object_in(in_modules(trace, object.around),
                              static_cast<std::uint64_t>(object.id));
}

// The names that one address had.
class NamesOfAddress {
 public:
  // The first look at an object that finds a variable counts, or else a class.
  void add(std::uint64_t incarnation, const symbolize::NamedObject& object) {
    symbolize::NamedObject& known = objects_[incarnation];
    const bool is_better = known.is_of_class && !object.name.empty() && !object.is_of_class;
    if (known.name.empty() || is_better) known = object;
  }

  // Returns the name of all objects that had the address; nothing if they differ.
  symbolize::NamedObject name() const {
    const symbolize::NamedObject& first = objects_.begin()->second;
    const bool is_one = std::all_of(objects_.begin(), objects_.end(),
                                    [&](const auto& entry) { return entry.second == first; });
    return is_one ? first : symbolize::NamedObject{};
  }

 private:
  std::map<std::uint64_t, symbolize::NamedObject> objects_;
};

// Returns the objects that are named in the text; values may point to others.
std::set<ObjectId> shown_objects(const trace::Trace& trace) {
  std::set<ObjectId> shown;
  const auto add = [&shown](const Operation& operation) {
    shown.insert({operation.object, operation.second});
  };
  for (const trace::Step& step : trace.steps) add(step.operation);
  for (const trace::Blocked& blocked : trace.blocked) add(blocked.operation);
  if (trace.failure) shown.insert(ObjectId{trace.failure->address});
  return shown;
}

// Numbers texts that were used before, from the second use on.
class NumberedTexts {
 public:
  std::string add(std::string text) {
    const int number = ++uses_[text];
    if (number > 1) text += fmt::format(" #{}", number);
    return text;
  }

 private:
  std::map<std::string, int> uses_;
};

// An address that belonged to objects of different names has none.  Different objects of one name
// are numbered from the second on, and so are pointers to them.
void name_objects(const trace::Trace& trace, symbolize::Symbolizer& symbolizer,
                  SymbolizedTrace& into) {
  std::map<ObjectId, NamesOfAddress> objects;
  std::vector<ObjectId> order;
  std::map<ObjectId, std::uint64_t> file_address;  // with the address in the file
  for (const trace::Object& object : trace.objects) {
    symbolize::NamedObject one = named(trace, object, symbolizer);
    const auto [known, is_new] = objects.try_emplace(object.id);
    if (is_new) order.push_back(object.id);
    known->second.add(object.incarnation, one);
    if (object.place.module != trace::kNoModule) file_address[object.id] = object.place.offset;
  }
  const std::set<ObjectId> shown = shown_objects(trace);
  NumberedTexts names;
  NumberedTexts pointers;
  for (const ObjectId id : order) {
    const symbolize::NamedObject object = objects[id].name();
    if (object.name.empty()) continue;
    if (shown.contains(id)) {
      into.variables[id] =
          names.add(symbolize::short_name(object.name, symbolize::Parameters::keep));
      into.types[id] = object.type;
    }
    if (object.pointer.empty()) continue;
    const std::uint64_t whole =
        file_address.contains(id) ? static_cast<std::uint64_t>(id) - file_address[id] + object.whole
                                  : object.whole;
    if (into.pointers.contains(whole)) continue;
    into.pointers[whole] =
        pointers.add(symbolize::short_name(object.pointer, symbolize::Parameters::keep));
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
  name_objects(trace, symbolizer, symbols);
  return symbols;
}

trace::ObjectNames names_of(const trace::Trace& trace, const SymbolizedTrace& symbols) {
  const auto variable = [&symbols](ObjectId object) {
    const auto found = symbols.variables.find(object);
    return found == symbols.variables.end() ? std::string() : found->second;
  };
  const auto value_of = [&symbols](ObjectId object, std::uint64_t value, unsigned size) {
    const auto found = symbols.types.find(object);
    if (found == symbols.types.end()) return value_text(value, size);
    const std::string text = value_text(value, size, found->second, symbols.pointers);
    const auto own = symbols.variables.find(object);
    // "head = head" says nothing.
    const bool says_nothing = own != symbols.variables.end() && own->second == text;
    return says_nothing ? value_text(value, size, found->second, {}) : text;
  };
  return trace::ObjectNames(trace, variable, value_of);
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
