#include "report/page/page_text.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "report/utf8.hpp"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

// Control characters, marks and overrides of direction, line separators, and characters without
// width.
bool is_hidden(std::uint32_t code) {
  const auto within = [code](std::uint32_t first, std::uint32_t last) {
    return code >= first && code <= last;
  };
  if (code == '\n' || code == '\t') return false;
  return within(0, 0x1f) || within(0x7f, 0x9f) || code == 0xad || code == 0x61c || code == 0x180e ||
         within(0x200b, 0x200f) || within(0x2028, 0x202e) || within(0x2060, 0x206f) ||
         code == 0xfeff || within(0xfff9, 0xfffb) || within(0xe0000, 0xe007f);
}

}  // namespace

std::string visible_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const CodePoint character = first_code_point(text);
    if (!is_scalar(character)) {
      result += kReplacement;
      text.remove_prefix(character.size == 0 ? 1 : character.size);
      continue;
    }
    if (!is_hidden(character.value)) {
      result += text.substr(0, character.size);
    } else if (character.value < 0x80) {
      result += fmt::format("\\x{:02x}", character.value);
    } else {
      result += fmt::format("\\u{:04x}", character.value);
    }
    text.remove_prefix(character.size);
  }
  return result;
}

std::string cut_long(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest;
  const auto continues = [&] { return (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U; };
  while (end > 0 && longest - end < 4 && continues()) --end;
  return fmt::format("{}... ({} bytes)", text.substr(0, end), text.size());
}

void make_visible(Json& json) {
  if (json.is_string()) {
    json = visible_text(cut_long(json.get_ref<const std::string&>()));
    return;
  }
  if (!json.is_object()) {
    for (Json& item : json) {
      if (item.is_structured() || item.is_string()) make_visible(item);
    }
    return;
  }
  Json visible = Json::object();
  for (auto& [key, value] : json.items()) {
    if (value.is_structured() || value.is_string()) make_visible(value);
    visible[visible_text(cut_long(key))] = std::move(value);
  }
  json = std::move(visible);
}

std::string data_island(const Json& json) {
  const std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string island;
  island.reserve(text.size());
  for (const char c : text) {
    if (c == '<' || c == '>' || c == '&') {
      island += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      island += c;
    }
  }
  return island;
}

}  // namespace heddle::report
