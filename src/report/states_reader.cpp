// A worker's report of states: read with its addresses looked up, and written for other tools.
#include <nlohmann/json.hpp>

#include "report/states_text.hpp"
#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;
using Pair = std::array<std::uint64_t, 2>;

std::string thread_of_path(const std::string& path) {
  if (path.empty()) return "";
  return path == "0" ? "main" : "thread " + path;
}

// Knows the places of code and of variables.
class Lookup {
 public:
  explicit Lookup(symbolize::Symbolizer& symbolizer) : symbolizer_(symbolizer) {}

  // The function that has code of its own: a frame is not one of an inlined function.
  symbolize::Frame function(const Json& place) const {
    symbolize::Frame frame = frames(place).back();
    frame.function = symbolize::short_name(frame.function);
    return frame;
  }

  std::string position(const Json& place) const {
    const symbolize::Frame& frame = frames(place).front();
    const std::string text = symbolize::short_name(frame.function);
    return frame.line == 0 ? text : text + " (" + source(frame) + ")";
  }

  // Narrows `values` to what differs.
  WordName word(const Json& json, Pair& values) const {
    WordName word;
    values = json.at("values").get<Pair>();
    constexpr std::uint64_t kLowHalf = 0xffffffff;
    const bool is_upper = (values[0] & kLowHalf) == (values[1] & kLowHalf);
    word.kind = json.at("kind");
    word.thread = thread_of_path(json.at("thread"));
    word.name = json.at("name");
    word.offset = json.at("offset");
    word.bytes = is_upper ? 4 : 8;
    if (is_upper) values = {values[0] >> 32, values[1] >> 32};
    const Json& place = json.at("place");
    if (word.kind == "global") {
      word.offset = place.at("address");
      const std::string module = place.at("module");
      if (is_upper) word.offset += 4;
      if (!module.empty()) word.name = symbolizer_.variable_at(module, word.offset);
      return word;
    }
    if (is_upper && word.name.empty()) word.offset += 4;
    if (word.kind == "stack" && !place.is_null()) {
      const symbolize::Frame frame = function(place);
      word.function = frame.function;
      if (frame.line != 0) word.location = source(frame);
    }
    return word;
  }

 private:
  const std::vector<symbolize::Frame>& frames(const Json& place) const {
    return symbolizer_.frames_of_return(place.at("module"), place.at("address"));
  }
  static std::string source(const symbolize::Frame& frame) {
    return std::string(symbolize::base_name(frame.file)) + ":" + std::to_string(frame.line);
  }

  symbolize::Symbolizer& symbolizer_;
};

StatePair read_pair(const Json& json, const Lookup& lookup) {
  StatePair pair;
  pair.schedules = json.at("schedules").get<std::array<std::string, 2>>();
  pair.same_class = json.at("same_class");
  for (const Json& one : json.at("threads")) {
    ThreadPositions thread;
    thread.thread = thread_of_path(one.at("thread"));
    for (std::size_t i = 0; i < 2; ++i) {
      const Json& position = one.at("positions").at(i);
      thread.operations[i] = position.at("operation");
      for (const Json& place : position.at("stack")) {
        thread.stacks[i].push_back(lookup.position(place));
      }
    }
    pair.threads.push_back(std::move(thread));
  }
  for (const Json& one : json.at("words")) {
    DifferentWord& word = pair.words.emplace_back();
    word.word = lookup.word(one, word.values);
  }
  return pair;
}

Json word_json(const WordName& word) {
  return {{"what", to_text(word)},     {"kind", word.kind},         {"thread", word.thread},
          {"function", word.function}, {"location", word.location}, {"name", word.name},
          {"offset", word.offset},     {"bytes", word.bytes}};
}

}  // namespace

Result<StatesReport> read_states(std::string_view text, symbolize::Symbolizer& symbolizer) {
  const Lookup lookup(symbolizer);
  StatesReport report;
  try {
    const Json json = Json::parse(text);
    report.states = json.at("states");
    report.classes = json.at("classes");
    report.without_ours = json.at("without_ours");
    report.failures = json.at("failures");
    report.complete = json.at("complete");
    for (const Json& one : json.at("splitters")) {
      Splitter& splitter = report.splitters.emplace_back();
      splitter.word = lookup.word(one, splitter.values);
      splitter.classes = one.at("classes");
      splitter.merged = one.at("merged");
      splitter.states = one.at("states").get<Pair>();
    }
    if (json.contains("pair")) report.pair = read_pair(json.at("pair"), lookup);
  } catch (const Json::exception&) {
    return Error{"The worker's state report is corrupt; build the program again."};
  }
  return report;
}

std::string states_json(const StatesReport& report) {
  Json json;
  json["states"] = report.states;
  json["classes"] = report.classes;
  json["without_ours"] = report.without_ours;
  json["failures"] = report.failures;
  json["complete"] = report.complete;
  json["splitters"] = Json::array();
  for (const Splitter& one : report.splitters) {
    Json row = word_json(one.word);
    row["classes"] = one.classes;
    row["merged"] = one.merged;
    row["values"] = one.values;
    row["states"] = one.states;
    json["splitters"].push_back(std::move(row));
  }
  if (report.pair) {
    Json& pair = json["pair"];
    pair["schedules"] = report.pair->schedules;
    pair["same_class"] = report.pair->same_class;
    pair["threads"] = Json::array();
    for (const ThreadPositions& one : report.pair->threads) {
      pair["threads"].push_back(
          {{"thread", one.thread}, {"operations", one.operations}, {"stacks", one.stacks}});
    }
    pair["words"] = Json::array();
    for (const DifferentWord& one : report.pair->words) {
      Json row = word_json(one.word);
      row["values"] = one.values;
      pair["words"].push_back(std::move(row));
    }
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
