// What the C library keeps of the program's streams outside of the program's memory.
#pragma once

namespace heddle::native {

// The list of streams and the three that are always open belong to the program from now on.
void roll_back_streams();

// Writes what the program left in its streams' buffers, as the end of a process does.
void flush_streams();

}  // namespace heddle::native
