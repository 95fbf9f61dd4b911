// Conversions of characters that the program has open (iconv).
#pragma once

namespace heddle::native {

// Closes those that an execution left open.  REQUIRES: by the engine.
void close_conversions();

}  // namespace heddle::native
