// Files that the program changes, as they were before: every execution finds them so.
#pragma once

namespace heddle::native {

// To be called before a file is made, changed or removed.  The first call for a path counts.
void keep_file(const char* path);

// Brings all of them back.
void restore_files();

}  // namespace heddle::native
