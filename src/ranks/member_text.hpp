// The outcome of a worker as text, for the rank that leads.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "fleet/combined_result.hpp"

namespace heddle::ranks {

// A member, or a sentence about what the user has to do.
std::string to_text(const Result<fleet::Member>& member);
Result<fleet::Member> member_from_text(std::string_view text);

}  // namespace heddle::ranks
