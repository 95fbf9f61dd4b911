// A matrix of parameters: every combination of their values, and texts with the values put in.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace heddle::study {

// The values of each parameter, by name.
using Matrix = std::map<std::string, std::vector<std::string>>;
// One value of each.
using Values = std::map<std::string, std::string>;

// How many combinations a matrix may have: more is a mistake, not a study.
inline constexpr std::size_t kMostCombinations = 100'000;

// Every combination; the last parameter changes fastest.  An empty matrix has one, which is empty.
Result<std::vector<Values>> combinations(const Matrix& matrix);

// The names of the parameters between braces, "{n}", in the order of their appearance.
std::vector<std::string> placeholders(std::string_view text);

// The text with every "{n}" replaced.  A parameter that does not exist is refused.
Result<std::string> fill_in(std::string_view text, const Values& values);

// A name for a combination: filled in, with the parameters that it does not mention added as
// "name n=1 m=2".
Result<std::string> name_of(std::string_view text, const Values& values);

}  // namespace heddle::study
