// Finds objects and archives on a link line that were compiled without instrumentation.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

// Returns the compiler arguments that name such a file.  Objects that defer code generation to the
// link (-flto) are instrumented there.
std::vector<std::string> uninstrumented_inputs(const std::vector<std::string>& arguments);

}  // namespace heddle::cli
