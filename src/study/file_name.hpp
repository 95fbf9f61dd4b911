// File names from the names of a study.
#pragma once

#include <string>
#include <string_view>

namespace heddle::study {

// The name with everything but letters, digits, points, dashes and underscores as underscores.
std::string file_name(std::string_view name);

}  // namespace heddle::study
