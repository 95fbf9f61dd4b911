// How large the program's static objects are, from the symbol tables of its files.
#pragma once

#include <cstddef>

namespace heddle::native {

// Bytes of the static object that begins at the address; 0 when no symbol does, as in a file that
// was stripped.
std::size_t static_object_size(const void* object);

}  // namespace heddle::native
