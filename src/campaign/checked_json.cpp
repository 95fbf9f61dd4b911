#include "campaign/checked_json.hpp"

#include "core/xxh3.hpp"

namespace heddle::campaign {
namespace {

constexpr const char* kChecksum = "checksum";

std::string checksum(const Json& json) {
  const std::string text = plain_text(json);
  return std::to_string(XXH3_64bits(text.data(), text.size()));
}

}  // namespace

std::string plain_text(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string checked_text(Json json) {
  json[kChecksum] = checksum(json);
  return plain_text(json);
}

std::optional<Json> parse_checked(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains(kChecksum) || !json[kChecksum].is_string()) {
    return std::nullopt;
  }
  // The checksum is one of values: the same number may be spelled in several ways.
  if (plain_text(json) != text) return std::nullopt;
  const std::string sum = json[kChecksum];
  json.erase(kChecksum);
  if (checksum(json) != sum) return std::nullopt;
  return json;
}

}  // namespace heddle::campaign
