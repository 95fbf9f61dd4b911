// TOML as JSON values, which the rest of Heddle reads already.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace heddle::study {

// Tables become objects, arrays arrays.  Dates and times have no meaning in a study and are
// refused.  `file` is for the sentence of an error.
Result<nlohmann::json> parse_toml(std::string_view text, const std::string& file);

}  // namespace heddle::study
