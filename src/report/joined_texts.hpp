// Lists of names in a sentence.
#pragma once

#include <string>
#include <vector>

namespace heddle::report {

// Separated by commas.  After ten, the number of the others follows: the JSON has all.
std::string joined(const std::vector<std::string>& texts);

// Appends a text that the list does not contain yet.
void add_new(std::vector<std::string>& texts, std::string text);

}  // namespace heddle::report
