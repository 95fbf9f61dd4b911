// Objects and archives on a link line that were compiled without instrumentation.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

// Of the arguments of a compiler, those that name such a file.  Objects that leave the code to the
// link (-flto) are instrumented there.
std::vector<std::string> uninstrumented_inputs(const std::vector<std::string>& arguments);

}  // namespace heddle::cli
