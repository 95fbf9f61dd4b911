#include "result/code_excerpt.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "result/json_fields.hpp"

namespace heddle::result {
namespace {

using Json = nlohmann::json;

CodePlace place_in(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() ? CodePlace{} : code_place_from_json(*found);
}

CallFrameAt<CodePlace> frame_from(const Json& json) {
  CallFrameAt<CodePlace> frame;
  std::uint64_t thread = index(kNoThread);
  read(json, "thread", thread);
  frame.thread = thread_id(thread);
  frame.code = place_in(json, "code");
  read(json, "begin", frame.begin);
  read(json, "end", frame.end);
  const Json& registers = list(json, "registers");
  const std::size_t count = std::min(registers.size(), frame.registers.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (registers[i].is_number_unsigned()) frame.registers[i] = registers[i].get<std::uint64_t>();
  }
  return frame;
}

}  // namespace

Json to_json(const CodeExcerpt& excerpt) {
  Json json = {{"frames", Json::array()}, {"blocks", Json::array()}, {"pointers", Json::array()}};
  for (const auto& frame : excerpt.frames) {
    json["frames"].push_back({{"thread", index(frame.thread)},
                              {"code", to_json(frame.code)},
                              {"begin", frame.begin},
                              {"end", frame.end},
                              {"registers", frame.registers}});
  }
  for (const MemoryBlock& block : excerpt.blocks) {
    json["blocks"].push_back({{"begin", block.begin}, {"size", block.size}});
  }
  for (const auto& pointer : excerpt.pointers) {
    json["pointers"].push_back({{"place", to_json(pointer.place)}, {"value", pointer.value}});
  }
  return json;
}

CodeExcerpt code_excerpt_from_json(const Json& json) {
  CodeExcerpt excerpt;
  for (const Json& frame : list(json, "frames")) excerpt.frames.push_back(frame_from(frame));
  for (const Json& one : list(json, "blocks")) {
    MemoryBlock& block = excerpt.blocks.emplace_back();
    read(one, "begin", block.begin);
    read(one, "size", block.size);
  }
  for (const Json& one : list(json, "pointers")) {
    auto& pointer = excerpt.pointers.emplace_back();
    pointer.place = place_in(one, "place");
    read(one, "value", pointer.value);
  }
  return excerpt;
}

}  // namespace heddle::result
