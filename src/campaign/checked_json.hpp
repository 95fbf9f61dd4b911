// JSON files with a checksum, so that damage is noticed.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::campaign {

using Json = nlohmann::ordered_json;

std::string plain_text(const Json& json);

// Returns the text of an object with its checksum as the last field.
std::string checked_text(Json json);

// Reads such a text.  Nothing if it is damaged.
std::optional<Json> parse_checked(std::string_view text);

}  // namespace heddle::campaign
