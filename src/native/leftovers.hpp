// Temporary files and folders that an execution made under names that it did not choose, and left
// behind.  They are removed when it has ended, or the next one would get other names.
#pragma once

namespace heddle::native {

// REQUIRES: the program has just made it.
void note_temporary(const char* path);

// Removes those that are still there, folders only if they are empty.  REQUIRES: by the engine.
void remove_leftovers();

}  // namespace heddle::native
